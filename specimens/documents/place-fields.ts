import type { DocumentSide, DocumentKind, KindField } from '../../src/domain/document-kinds/document-kind.ts';
import type { Random } from '../drawing/create-random.ts';
import type { PrintedValue } from './document-holder.ts';
import type { Area, PageText } from './page-drawing.ts';
import { canDraw, textWidth, type Typeface } from '../drawing/text-path.ts';

/** How a specimen prints its fields; one style for a whole document. */
export interface PrintStyle {
  /** `one` of the labels, or two languages side by side. */
  labels: 'one' | 'two';
  captionMm: number;
  valueMm: number;
  captionInk: string;
  valueInk: string;
  valueFace: Typeface;
}

/** Label and value as one block of the page. */
interface Cell {
  caption: string;
  lines: readonly string[];
  place: KindField['place'];
}

/** Smaller print than this share of the usual is not on any document. */
const leastScale = 0.62;

/**
 * Places the fields of one side into the area, in rows from the left to the right, in the order of the kind's data; the
 * print shrinks until all of it fits.
 * @throws Error when the area is too small for what the kind prints on that side.
 */
export function placeFields(
  { kind, side, prints }: { kind: DocumentKind; side: DocumentSide; prints: readonly PrintedValue[] },
  area: Area,
  style: PrintStyle,
  random: Random,
): PageText[] {
  const cells = cellsOf(kind, side, prints, style, random);
  for (let scale = 1; scale >= leastScale; scale -= 0.04) {
    const texts = packCells(cells, area, scaleStyle(style, scale));
    if (texts !== null) return texts;
  }
  throw new Error(`The fields of ${kind.name} do not fit on its ${side}.`);
}

function cellsOf(
  kind: DocumentKind,
  side: DocumentSide,
  prints: readonly PrintedValue[],
  style: PrintStyle,
  random: Random,
): Cell[] {
  const cells = new Map<string, Cell>();
  for (const [index, field] of kind.fields.entries()) {
    const lines = prints[index]?.lines;
    if (field.side !== side || lines === undefined) continue;
    // Fields that share their labels are printed together: date and place on one line, two names one below the other.
    const shared = field.labels.join('|');
    const known = cells.get(shared);
    if (known === undefined) {
      cells.set(shared, { caption: captionOf(field.labels, style, random), lines, place: field.place });
    } else if (field.form === 'name') {
      cells.set(shared, { ...known, lines: [...known.lines, ...lines] });
    } else {
      const separator = field.place === 'below' ? ', ' : '  ';
      cells.set(shared, { ...known, lines: [[...known.lines, ...lines].join(separator)] });
    }
  }
  return [...cells.values()];
}

function captionOf(labels: readonly string[], style: PrintStyle, random: Random): string {
  const drawable = labels.filter((label) => canDraw(label, 'regular'));
  const first = drawable[random.integer(0, drawable.length - 1)] ?? labels[0] ?? '';
  const second = drawable[random.integer(0, drawable.length - 1)] ?? first;
  const isAnother = style.labels === 'two' && !second.includes(first) && !first.includes(second);
  return isAnother ? `${first} / ${second}` : first;
}

/** Null when the cells do not fit at this size of print. */
function packCells(cells: readonly Cell[], area: Area, style: PrintStyle): PageText[] | null {
  const { captionMm, valueMm } = style;
  const texts: PageText[] = [];
  const gap = captionMm * 2;
  const step = area.width / 8;
  let [x, y, rowHeight] = [area.x, area.y, 0];
  for (const cell of cells) {
    const size = sizeOf(cell, style);
    if (size.width > area.width) return null;
    if (x + size.width > area.x + area.width) {
      [x, y, rowHeight] = [area.x, y + rowHeight, 0];
    }
    texts.push(...drawCell(cell, x, y, style));
    x += Math.ceil((size.width + gap) / step) * step;
    rowHeight = Math.max(rowHeight, size.height + valueMm * 0.45);
  }
  return y + rowHeight <= area.y + area.height ? texts : null;
}

function sizeOf({ caption, lines, place }: Cell, { captionMm, valueMm, valueFace }: PrintStyle) {
  const captionWidth = textWidth(caption, 'regular', captionMm);
  const valueWidth = Math.max(...lines.map((line) => textWidth(line, valueFace, valueMm)));
  return place === 'right'
    ? { width: captionWidth + captionMm + valueWidth, height: lines.length * valueMm * 1.3 }
    : { width: Math.max(captionWidth, valueWidth), height: captionMm * 1.15 + lines.length * valueMm * 1.3 };
}

function drawCell({ caption, lines, place }: Cell, x: number, y: number, style: PrintStyle): PageText[] {
  const { captionMm, valueMm, captionInk, valueInk, valueFace } = style;
  const beside = place === 'right';
  const valueX = beside ? x + textWidth(caption, 'regular', captionMm) + captionMm : x;
  const isAbove = place === 'above';
  const valueTop = beside || isAbove ? y : y + captionMm * 1.15;
  const captionBaseline = beside ? y + valueMm : isAbove ? y + lines.length * valueMm * 1.3 + captionMm : y + captionMm;
  return [
    { text: caption, typeface: 'regular', x, y: captionBaseline, size: captionMm, fill: captionInk },
    ...lines.map((text, index): PageText => {
      const baseline = valueTop + valueMm + index * valueMm * 1.3;
      return { text, typeface: valueFace, x: valueX, y: baseline, size: valueMm, fill: valueInk };
    }),
  ];
}

function scaleStyle(style: PrintStyle, scale: number): PrintStyle {
  return { ...style, captionMm: style.captionMm * scale, valueMm: style.valueMm * scale };
}
