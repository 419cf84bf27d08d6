import { readFileSync } from 'node:fs';
import { languages } from '../domain/language.ts';

/** The screens of the browser SDK in the order in which a person meets them, each with the beginnings of its texts' keys. */
const screens: readonly (readonly [title: string, prefixes: readonly string[]])[] = [
  ['Start', ['start', 'step', 'status', 'progress', 'loading', 'vendor']],
  ['Permission to use a device', ['primer']],
  ['Choice of the document', ['document', 'country']],
  ['Camera for documents', ['capture', 'camera', 'example', 'hint.document']],
  ['Camera for the face', ['hint.face']],
  ['Look at the photo', ['confirm']],
  ['Document as a PDF', ['pdf']],
  ['Film of the tilted document', ['film']],
  ['Check of the document', ['review']],
  ['Phone number and email address', ['phone', 'email', 'contact']],
  ['Code', ['code']],
  ['Location', ['location']],
  ['Recordings of face and voice', ['recording', 'prompt', 'tip', 'light']],
  ['Check by a partner', ['provider']],
  ['Checking', ['processing']],
  ['Continue on another device', ['handOver', 'takeOver', 'watch']],
  ['Offline', ['offline']],
  ['Leave', ['cancel']],
  ['End', ['end']],
  ['Faults', ['fault']],
  ['Buttons of many screens', ['action']],
];

type Texts = Readonly<Record<string, string>>;

const textsIn = (language: string) =>
  JSON.parse(readFileSync(new URL(`../../web/sdk/src/i18n/texts/${language}.json`, import.meta.url), 'utf8')) as Texts;
const cell = (text: string) => text.replaceAll('|', '\\|');
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/**
 * Each screen of the browser SDK in each language, so that a translator and a reviewer can read them side by side.
 * @throws Error when a text is on no screen: add its kind to the list above
 */
export function screensPage(note: string): string {
  const all = languages.map((language) => ({ language, texts: textsIn(language) }));
  // Languages differ in their plural forms: Polish has four, Thai one.
  const keys = [...new Set(all.flatMap(({ texts }) => Object.keys(texts)))].sort();
  const left = new Set(keys);
  const sections = screens.map(([title, prefixes]) => {
    const own = prefixes.flatMap((prefix) => keys.filter((key) => key.startsWith(`${prefix}.`) || key === prefix));
    for (const key of own) left.delete(key);
    const rows = own.map((key) => row([`\`${key}\``, ...all.map(({ texts }) => cell(texts[key] ?? ''))]));
    return [`## ${title}`, '', row(['key', ...languages]), row(['---', ...languages.map(() => '---')]), ...rows].join(
      '\n',
    );
  });
  if (left.size > 0) throw new Error(`On no screen: ${[...left].join(', ')}`);
  return `# Screens

${note}

What the browser SDK says on each screen, in each language. A cell is empty if a language has no such plural form.

${sections.join('\n\n')}
`;
}
