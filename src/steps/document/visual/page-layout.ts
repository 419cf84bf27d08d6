import type { PageReading, Point, TextLine } from '../../../domain/ports/page-reader.ts';
import { squeezeText, type SqueezedText } from './squeeze-text.ts';

/** A line of text with its place on the upright page, in pixels; x to the right, y down. */
export interface PlacedLine {
  squeezed: SqueezedText;
  text: string;
  confidence: number;
  /** Whether a second reader saw the same letters; absent where none was asked. */
  agreed: boolean | undefined;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** No document has more lines worth reading; what is beyond is left out. */
const mostLines = 500;

/** The lines of a page in reading order, turned so that text runs to the right. */
export function layOutPage({ lines }: Pick<PageReading, 'lines'>): PlacedLine[] {
  const read = lines.slice(0, mostLines).filter(({ text }) => text.trim() !== '');
  const angle = textAngle(read);
  return read.map((line) => placeLine(line, angle)).sort((one, other) => one.top - other.top || one.left - other.left);
}

export function heightOf({ top, bottom }: Pick<PlacedLine, 'top' | 'bottom'>): number {
  return Math.max(1, bottom - top);
}

/** The direction in which the text runs, in radians: the median over the lines, which a few stray ones cannot move. */
function textAngle(lines: readonly TextLine[]): number {
  const directions = lines.map(({ box: [start, end] }) => ({ x: end[0] - start[0], y: end[1] - start[1] }));
  const x = median(directions.map((direction) => direction.x));
  const y = median(directions.map((direction) => direction.y));
  return x === 0 && y === 0 ? 0 : Math.atan2(y, x);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function placeLine({ text, confidence, box, agreed }: TextLine, angle: number): PlacedLine {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const turned = box.map(([x, y]: Point) => ({ x: x * cos + y * sin, y: y * cos - x * sin }));
  const xs = turned.map(({ x }) => x);
  // A line that is still aslant is as high as its own side, not as the box around it.
  const [start, end, endBelow, startBelow] = turned;
  const top = ((start?.y ?? 0) + (end?.y ?? 0)) / 2;
  const bottom = ((startBelow?.y ?? 0) + (endBelow?.y ?? 0)) / 2;
  return {
    squeezed: squeezeText(text),
    text,
    confidence,
    agreed,
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(top, bottom),
    bottom: Math.max(top, bottom),
  };
}
