/** How a picture had been saved when it arrived: the effect of its last save on its pixels, before the service saved it again. */
export interface LastSave {
  /**
   * Quantisation steps of the luminance, 64 row by row in the picture's orientation; all 1 when the file is not a JPEG, since no other
   * format leaves steps on squares of 8. Null: a JPEG whose colours are not YCbCr.
   */
  steps: readonly number[] | null;
}

const side = 8;
const coefficients = side * side;
/** The order in which a JPEG lists its steps (ITU-T T.81, figure A.6): zigzag. */
const zigzag = Array.from({ length: coefficients }, (_, index) => index).sort((one, other) => {
  const [a, b] = [sumOf(one), sumOf(other)];
  if (a !== b) return a - b;
  return a % 2 === 0 ? (other - one) / side : (one - other) / side;
});
/** A picture that is rotated by a quarter turn has its rows as columns. */
const firstTurnedOrientation = 5;

const marker = { start: 0xd8, adobe: 0xee, comment: 0xfe, steps: 0xdb, scan: 0xda };
const frames = [0xc0, 0xc1, 0xc2];
const word = 'verify-last-save';
const wholeSteps = Array.from({ length: coefficients }, () => 1);

function sumOf(index: number): number {
  return (index % side) + Math.floor(index / side);
}

/** For an upload as it arrived. `orientation`: according to its EXIF data, 1 to 8. */
export function readLastSave(original: Buffer, format: string, orientation: number): LastSave {
  if (format !== 'jpeg') return { steps: wholeSteps };
  const steps = luminanceStepsOf(original);
  if (steps === null || orientation < firstTurnedOrientation) return { steps };
  return { steps: steps.map((_, index) => steps[(index % side) * side + Math.floor(index / side)] ?? 1) };
}

/** Writes it into the service's copy as a comment, because the original is gone when the page is examined. */
export function noteLastSave(jpeg: Buffer, { steps }: LastSave): Buffer {
  const text = Buffer.from(`${word} ${steps?.join(' ') ?? 'unknown'}`, 'latin1');
  const head = Buffer.from([0xff, marker.comment, 0, 0]);
  head.writeUInt16BE(text.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, text, jpeg.subarray(2)]);
}

/** The note of a copy; null when there is none: earlier versions made copies without one. */
export function lastSaveOf(jpeg: Buffer): LastSave | null {
  for (const { kind, data } of segmentsOf(jpeg)) {
    if (kind !== marker.comment) continue;
    const [first, ...values] = data.toString('latin1').split(' ');
    if (first !== word) continue;
    const steps = values.map(Number);
    return { steps: steps.length === coefficients && steps.every((step) => step > 0) ? steps : null };
  }
  return null;
}

/** The table of the first component, if that is the luminance. */
function luminanceStepsOf(jpeg: Buffer): readonly number[] | null {
  const tables = new Map<number, number[]>();
  let ofLuminance: number | null = null;
  for (const { kind, data } of segmentsOf(jpeg)) {
    if (kind === marker.steps) for (const [id, table] of tablesOf(data)) tables.set(id, table);
    // The last byte of Adobe's segment: 0 is RGB or CMYK.
    if (kind === marker.adobe && data.toString('latin1', 0, 5) === 'Adobe' && data[11] === 0) return null;
    // Precision, height, width, then the components: one is grey; three are YCbCr or, by their names, RGB.
    if (frames.includes(kind)) {
      const count = data[5] ?? 0;
      const isRgb = count === 3 && data[6] === 'R'.charCodeAt(0) && data[9] === 'G'.charCodeAt(0);
      ofLuminance = (count === 1 || count === 3) && !isRgb ? (data[8] ?? null) : null;
    }
  }
  const table = ofLuminance === null ? undefined : tables.get(ofLuminance);
  return table ?? null;
}

function* tablesOf(data: Buffer): Iterable<[id: number, table: number[]]> {
  for (let at = 0; at < data.length;) {
    const [precision, id] = [(data[at] ?? 0) >> 4, (data[at] ?? 0) & 15];
    const bytes = precision === 0 ? 1 : 2;
    const end = at + 1 + coefficients * bytes;
    if (end > data.length) return;
    const table = Array.from({ length: coefficients }, () => 1);
    for (const [index, place] of zigzag.entries()) {
      const from = at + 1 + index * bytes;
      table[place] = Math.max(1, bytes === 1 ? data.readUInt8(from) : data.readUInt16BE(from));
    }
    yield [id, table];
    at = end;
  }
}

/** The segments before the first scan. Hostile lengths end the list. */
function* segmentsOf(jpeg: Buffer): Iterable<{ kind: number; data: Buffer }> {
  if (jpeg[0] !== 0xff || jpeg[1] !== marker.start) return;
  for (let at = 2; at + 4 <= jpeg.length;) {
    if (jpeg[at] !== 0xff) return;
    const kind = jpeg[at + 1] ?? 0;
    if (kind === 0xff) {
      at += 1;
      continue;
    }
    if (kind === marker.scan) return;
    const length = jpeg.readUInt16BE(at + 2);
    if (length < 2 || at + 2 + length > jpeg.length) return;
    yield { kind, data: jpeg.subarray(at + 4, at + 2 + length) };
    at += 2 + length;
  }
}
