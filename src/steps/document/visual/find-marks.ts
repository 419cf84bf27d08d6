import { oncePer } from '../../../domain/once-per.ts';
import type { PlacedLine } from './page-layout.ts';
import { editDistance, squeezeText, toleratedErrors } from './squeeze-text.ts';

/** A shorter mark occurs inside other words by chance. */
const tellingInsideLines = 8;
/** Longer lines are text, not titles. */
const longestTitle = 120;

/** The marks that are on a page. A long mark may be part of a line or have a few wrong letters; a short one is a separate word. */
export function findMarks(marks: readonly string[], lines: readonly PlacedLine[]): string[] {
  const known = answersOn(lines);
  return marks.filter((mark) => {
    const answer = known.get(mark) ?? hasMark(mark, lines);
    known.set(mark, answer);
    return answer;
  });
}

/** Kinds share marks, and each mark is looked for more than once. */
const answersOn = oncePer<readonly PlacedLine[], Map<string, boolean>>(() => new Map());

function hasMark(mark: string, lines: readonly PlacedLine[]): boolean {
  const wanted = squeezedOf(mark);
  return lines.some((line) => isTitled(line, wanted) || hasNativeTitle(line, wanted));
}

/** The first reader knows no other script. */
function hasNativeTitle({ native }: PlacedLine, wanted: string): boolean {
  if (native === undefined || wanted.length < tellingInsideLines) return false;
  const most = toleratedErrors(wanted.length);
  return editDistance(wanted, squeezeText(native).text, most) <= most;
}

function isTitled(line: PlacedLine, wanted: string): boolean {
  const { squeezed } = line;
  if (squeezed.text === wanted) return true;
  if (wanted.length < tellingInsideLines) return wordsOf(line).includes(wanted);
  if (squeezed.text.includes(wanted)) return true;
  if (squeezed.text.length > longestTitle) return false;
  const most = toleratedErrors(wanted.length);
  return editDistance(wanted, squeezed.text.slice(0, wanted.length), most) <= most;
}

/** The marks of the catalogue, each squeezed once in a process. */
function squeezedOf(mark: string): string {
  const known = squeezedMarks.get(mark) ?? squeezeText(mark).text;
  squeezedMarks.set(mark, known);
  return known;
}

const squeezedMarks = new Map<string, string>();

/** The same line is compared with every short mark of the catalogue. */
const wordsOf = oncePer(({ text }: PlacedLine): readonly string[] =>
  text
    .slice(0, longestTitle)
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => squeezeText(word).text),
);
