import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const groups = { flow: 'What a person sees', dashboard: 'What an operator sees' } as const;
/** The end of a picture's name says how it was taken. */
const looks = ['-light', '-dark', '-phone', '-small', '-desk', '-narrow'];

/** Writes `index.html` into a folder of pictures: every screen with all its variants in one row. Returns the number of pictures. */
export function writeContactSheet(folder: string): number {
  const sections = Object.entries(groups).map(([group, title]) => ({
    title,
    group,
    names: picturesIn(join(folder, group)),
  }));
  const page = sections.map(({ title, group, names }) => {
    const screens = [...new Set(names.map(screenOf))].sort();
    const shown = screens.map((screen) =>
      rowOf(group, screen, names.filter((name) => screenOf(name) === screen).sort()),
    );
    return `<h1>${title}</h1>\n${shown.join('\n')}`;
  });
  writeFileSync(join(folder, 'index.html'), `${head}\n${page.join('\n')}\n`);
  return sections.reduce((count, { names }) => count + names.length, 0);
}

function picturesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((file) => file.endsWith('.png'));
  } catch {
    return [];
  }
}

/** The name without the variant: `retake-dark-phone.png` shows `retake`. */
function screenOf(file: string): string {
  let name = file.replace(/\.png$/, '');
  for (let cut = name; ; name = cut) {
    const look = looks.find((one) => name.endsWith(one));
    if (look === undefined) return name;
    cut = name.slice(0, -look.length);
  }
}

function rowOf(group: string, screen: string, pictures: readonly string[]): string {
  const figures = pictures.map((file) => {
    const address = `${group}/${encodeURIComponent(file)}`;
    const name = file
      .replace(/\.png$/, '')
      .slice(screen.length)
      .replaceAll('-', ' ')
      .trim();
    return `<figure><a href="${address}"><img loading="lazy" src="${address}" alt="${screen}, ${name}"></a><figcaption>${name}</figcaption></figure>`;
  });
  return `<section><h2>${screen}</h2>${figures.join('')}</section>`;
}

// Names of pictures come from the tests: letters, digits and dashes.
const head = `<!doctype html><meta charset="utf-8"><title>Screens</title><meta name="color-scheme" content="light dark"><style>
body { font: 14px system-ui, sans-serif; margin: 24px; }
section { display: flex; flex-wrap: wrap; gap: 12px; margin: 0 0 28px; align-items: flex-start; }
h2 { flex-basis: 100%; margin: 0; font-size: 15px; }
figure { margin: 0; } img { height: 260px; border: 1px solid #8884; } figcaption { opacity: .7; }
</style>`;
