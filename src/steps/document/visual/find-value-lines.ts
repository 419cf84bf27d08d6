import type { ValuePlace } from '../../../domain/document-kinds/document-kind.ts';
import { goesOn, heightOf, type PlacedLine } from './page-layout.ts';

/** Where a label is: its own part of its line. */
export interface LabelPlace {
  line: PlacedLine;
  left: number;
  right: number;
}

/** In heights of a line: the distance from a label to its value and between lines of one value, and the largest indent. */
const farthestBelow = 2.2;
const farthestRight = 14;
const farthestNextLine = 1.1;
const widestIndent = 2;

/** Whether a text is a date in digits and nothing else. */
export function isDateAlone(text: string): boolean {
  return /^\s*\d[\d\s./-]*\d{4}\s*$/.test(text);
}

/** What a line is to a label: perhaps its value, its name in another language, or the start of something else. */
export type LineRole = 'value' | 'same-label' | 'other';

/**
 * The lines with the value of a label, nearest first, up to a limit. A value never reaches past a line with another role: if something else
 * is nearest, the label has no value.
 */
export function findValueLines(
  label: LabelPlace,
  place: ValuePlace,
  most: number,
  page: readonly PlacedLine[],
  roleOf: (line: PlacedLine) => LineRole,
): PlacedLine[] {
  const others = page.filter((line) => line !== label.line && roleOf(line) !== 'same-label');
  const unless = (line: PlacedLine | null) => (line !== null && roleOf(line) === 'value' ? line : null);
  const values = (lines: PlacedLine[]) => {
    const end = lines.findIndex((line) => roleOf(line) !== 'value');
    return end < 0 ? lines : lines.slice(0, end);
  };
  if (place === 'right') return values(continueBelow(unless(firstToTheRight(label, others)), most, others));
  if (place === 'above') return values(linesAbove(label, most, others).reverse()).reverse();
  return values(continueBelow(unless(firstBelow(label, others)), most, others));
}

/** The lines under a value that begins on the label's own line, nearest first, up to a limit. */
export function continueInline(
  label: LabelPlace,
  most: number,
  page: readonly PlacedLine[],
  roleOf: (line: PlacedLine) => LineRole,
): PlacedLine[] {
  const { line } = label;
  const below = page.filter((other) => {
    const height = Math.max(heightOf(line), heightOf(other));
    const gap = other.top - line.bottom;
    const startsUnder = other.left > label.left - widestIndent * height && other.left < line.right;
    const isNext = gap > -0.5 * height && gap < farthestNextLine * height && other.top > line.top + 0.3 * height;
    return isNext && startsUnder && !isBehindDate(other, page);
  });
  const next = nearest(below, (other) => Math.max(0, other.top - line.bottom));
  if (next === null || most < 1) return [];
  const found = continueBelow(next, most, page);
  const end = found.findIndex((other) => roleOf(other) !== 'value');
  return end < 0 ? found : found.slice(0, end);
}

function firstToTheRight(label: LabelPlace, lines: readonly PlacedLine[]): PlacedLine | null {
  const height = heightOf(label.line);
  const onRow = lines.filter((line) => {
    const overlap = Math.min(line.bottom, label.line.bottom) - Math.max(line.top, label.line.top);
    const gap = line.left - label.right;
    return overlap >= 0.4 * Math.min(height, heightOf(line)) && gap > -height && gap < farthestRight * height;
  });
  return nearest(onRow, (line) => line.left - label.right);
}

function firstBelow(label: LabelPlace, lines: readonly PlacedLine[]): PlacedLine | null {
  const below = lines.filter((line) => {
    const height = Math.max(heightOf(label.line), heightOf(line));
    const gap = line.top - label.line.bottom;
    return gap > -0.5 * height && gap < farthestBelow * height && standsInColumn(line, label, height);
  });
  return nearest(below, (line) => Math.max(0, line.top - label.line.bottom) + Math.abs(line.left - label.left) / 2);
}

function linesAbove(label: LabelPlace, most: number, lines: readonly PlacedLine[]): PlacedLine[] {
  const found: PlacedLine[] = [];
  let below: { left: number; right: number; top: number; bottom: number } = { ...label.line, ...label };
  while (found.length < most) {
    const { top } = below;
    const above = lines.filter((line) => {
      const height = Math.max(heightOf(below), heightOf(line));
      const gap = top - line.bottom;
      const farthest = found.length === 0 ? farthestBelow : farthestNextLine;
      return gap > -0.5 * height && gap < farthest * height && standsInColumn(line, label, height);
    });
    const next = nearest(above, (line) => Math.max(0, top - line.bottom) + Math.abs(line.left - label.left) / 2);
    if (next === null || found.includes(next)) break;
    found.unshift(next);
    below = next;
  }
  return found;
}

/** A value starts under its label or covers it. */
function standsInColumn(line: PlacedLine, label: LabelPlace, height: number): boolean {
  const startsUnder = line.left > label.left - widestIndent * height && line.left < label.right + 0.5 * height;
  const covers = line.left <= label.left && line.right >= label.right;
  return startsUnder || covers;
}

function continueBelow(first: PlacedLine | null, most: number, lines: readonly PlacedLine[]): PlacedLine[] {
  if (first === null) return [];
  const found = [first];
  while (found.length < most) {
    const last = found[found.length - 1] ?? first;
    const next = nearest(
      lines.filter((line) => {
        const height = Math.max(heightOf(last), heightOf(line));
        const gap = line.top - last.bottom;
        return (
          !found.includes(line) &&
          gap > -0.5 * height &&
          gap < farthestNextLine * height &&
          line.top > last.top + 0.3 * height &&
          Math.abs(line.left - first.left) < widestIndent * height &&
          !isBehindDate(line, lines)
        );
      }),
      (line) => line.top,
    );
    if (next === null) break;
    found.push(next);
  }
  return found;
}

/** A place of birth on the row of its date (`24.11.1972` and `NITRA`) is no second line of the name above it. */
function isBehindDate(line: PlacedLine, page: readonly PlacedLine[]): boolean {
  return page.some((date) => date.left < line.left && isDateAlone(date.text) && goesOn(date, line));
}

function nearest(lines: readonly PlacedLine[], distance: (line: PlacedLine) => number): PlacedLine | null {
  return lines.reduce<PlacedLine | null>(
    (best, line) => (best === null || distance(line) < distance(best) ? line : best),
    null,
  );
}
