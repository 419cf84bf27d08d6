import type { DocumentKind } from '../../src/domain/document-kinds/document-kind.ts';
import { placeOfShape, placesOfShape } from '../../src/domain/document-kinds/number-shape.ts';
import type { Random } from '../drawing/create-random.ts';
import { canDraw } from '../drawing/text-path.ts';

const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const digits = '0123456789';

/** An ISO date as documents of the kind print it, month names in their first language that Latin letters can write. */
export function printDate(isoDate: string, { dates, languages }: Pick<DocumentKind, 'dates' | 'languages'>): string {
  const [year = '', month = '', day = ''] = isoDate.split('-');
  const printedYear = dates.calendar === 'buddhist' ? String(Number(year) + 543) : year;
  const name = monthName(Number(month), languages[0] ?? 'en');
  return dates.pattern
    .replace('yyyy', printedYear)
    .replace('mmmm', () => name)
    .replace('mmm', () => name.slice(0, 3))
    .replace('mm', month)
    .replace('dd', day);
}

function monthName(month: number, language: string): string {
  const nameIn = (locale: string) =>
    new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
      .format(new Date(Date.UTC(2000, month - 1, 1)))
      .toLocaleUpperCase(locale);
  const name = nameIn(language);
  return canDraw(name, 'bold') ? name : nameIn('en');
}

/** Draws a number of that shape. Every character that is no place of it stays. */
export function drawShape(shape: string, random: Random): string {
  return shape.replace(placeOfShape, (slot) =>
    random.text(slot === '0' ? digits : slot === 'X' ? letters + digits : letters, 1),
  );
}

/** A number with the marks of its shape; as it is when it has not as many characters as the shape has places. */
export function shapeNumber(compact: string, shape: string | null): string {
  if (shape === null || placesOfShape(shape).length !== compact.length) return compact;
  let at = 0;
  return shape.replace(placeOfShape, () => compact.charAt(at++));
}
