import type { Random } from '../drawing/create-random.ts';
import type { Area, PageText } from './page-drawing.ts';
import type { PrintStyle } from './place-fields.ts';

const charges = [
  'Standing charge', 'Energy used', 'Network fee', 'Metering', 'Renewables levy', 'Card payment 4471', 'Direct debit', 'Transfer received',
  'Service fee', 'Tax at 21 %', 'Adjustment', 'Balance brought forward',
] as const; // prettier-ignore

const sentences = [
  'Thank you for being with us. Questions are answered on weekdays from 8 to 18.',
  'Please pay by the date above. Payments that are on their way are not shown.',
  'This letter was made by a machine and is valid without a signature.',
] as const;

/**
 * Other content of a bill: a table of amounts, a period, small print. The reader has to distinguish it from the fields: it has dates and
 * numbers as well.
 */
export function drawLetterBody(area: Area, style: PrintStyle, random: Random): PageText[] {
  const texts: PageText[] = [];
  const size = style.captionMm * 0.95;
  const write = (text: string, x: number, y: number, typeface: PageText['typeface'] = 'regular') =>
    texts.push({ text, typeface, x, y, size, fill: style.valueInk });
  const month = random.integer(1, 9);
  let y = area.y + size * 2;
  write(`Period 01/0${month}/2025 - 28/0${month}/2025`, area.x, y);
  y += size * 2.2;
  for (let row = random.integer(6, 11); row > 0; row--) {
    write(random.pick(charges), area.x, y, row % 4 === 0 ? 'bold' : 'regular');
    write(`${random.integer(1, 400)}`, area.x + area.width * 0.55, y);
    write(`${random.integer(1, 180)},${String(random.integer(0, 99)).padStart(2, '0')}`, area.x + area.width * 0.8, y);
    y += size * 1.7;
  }
  y += size * 2;
  for (const sentence of sentences) {
    write(sentence, area.x, y);
    y += size * 1.6;
  }
  return texts;
}
