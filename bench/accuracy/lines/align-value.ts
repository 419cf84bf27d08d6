/** A value within a line of text, aligned with the fewest edits: for each of its letters what was read, empty where it was lost. */
export interface Alignment {
  read: readonly string[];
  /** Letters that are wrong, lost or too many. */
  edits: number;
}

/** Finds a value anywhere in a line: the text before and after it costs nothing (Sellers' algorithm, 1980). Spaces and case are ignored. */
export function alignValue(value: string, text: string): Alignment {
  const wanted = lettersOf(value);
  const seen = lettersOf(text);
  const width = seen.length + 1;
  const costs = new Uint16Array((wanted.length + 1) * width);
  const cost = (i: number, j: number) => costs[i * width + j] ?? 0;
  for (let i = 1; i <= wanted.length; i++) {
    costs[i * width] = i;
    for (let j = 1; j <= seen.length; j++) {
      const other = cost(i - 1, j - 1) + (wanted[i - 1] === seen[j - 1] ? 0 : 1);
      costs[i * width + j] = Math.min(other, cost(i - 1, j) + 1, cost(i, j - 1) + 1);
    }
  }
  let j = 0;
  for (let end = 1; end <= seen.length; end++) if (cost(wanted.length, end) < cost(wanted.length, j)) j = end;
  const edits = cost(wanted.length, j);
  const read: string[] = wanted.map(() => '');
  for (let i = wanted.length; i > 0;) {
    if (j > 0 && cost(i, j) === cost(i - 1, j - 1) + (wanted[i - 1] === seen[j - 1] ? 0 : 1)) {
      i -= 1;
      j -= 1;
      read[i] = seen[j] ?? '';
    } else if (cost(i, j) === cost(i - 1, j) + 1) i -= 1;
    else j -= 1;
  }
  return { read, edits };
}

/** The letters, digits and signs that count, in capitals. `ß` stays one letter. */
export function lettersOf(text: string): string[] {
  return Array.from(text.normalize('NFC').replace(/\s/g, '').replaceAll('’', "'"), (letter) =>
    letter === 'ß' ? 'ẞ' : letter.toLocaleUpperCase('en'),
  );
}
