import type { ContactChannel } from '../../domain/codes/contact.ts';
import { isLanguage, type Language } from '../../domain/language.ts';
import { codeRules } from '../../domain/codes/one-time-code.ts';
import type { Message } from '../../domain/ports/messages/message-sender.ts';
import { codeTexts } from './code-texts.ts';

/** A longer name would split the text message into several parts. */
const shownNameLength = 40;

/** The message with a code: a text message, or an email as plain text and HTML. */
export function composeCodeMessage({
  channel,
  to,
  language,
  clientName,
  code,
}: {
  channel: ContactChannel;
  to: string;
  language: string;
  clientName: string;
  code: string;
}): Message {
  const chosen: Language = isLanguage(language) ? language : 'en';
  const texts = codeTexts[chosen];
  // A single line: a line break in a subject would start another header.
  const client = clientName.replaceAll(/\s+/g, ' ').trim().slice(0, shownNameLength);
  const minutes = String(codeRules.livesSeconds / 60);
  const fill = (text: string) =>
    text.replaceAll(/\{(code|client|minutes)\}/g, (_match, name: string) => ({ code, client, minutes })[name] ?? '');
  if (channel === 'sms') return { to, subject: null, text: fill(texts.sms), html: null };
  const [subject, intro, warning] = [fill(texts.subject), fill(texts.intro), fill(texts.warning)];
  return {
    to,
    subject,
    text: `${intro}\n\n    ${code}\n\n${warning}\n`,
    html: page({ language: chosen, subject, intro, warning, code }),
  };
}

function page({
  language,
  subject,
  intro,
  warning,
  code,
}: {
  language: Language;
  subject: string;
  intro: string;
  warning: string;
  code: string;
}): string {
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>`,
    '<body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#1a1a1a;max-width:32em;margin:2em auto">',
    `<p>${escaped(intro)}</p>`,
    `<p style="font-size:32px;letter-spacing:6px;font-weight:bold">${escaped(code)}</p>`,
    `<p style="color:#5a5a5a">${escaped(warning)}</p>`,
    '</body></html>',
  ].join('\n');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '');
}
