/** A part of a HEIF or AVIF file that is no picture: its EXIF data, or text (XMP). */
export interface HeifItem {
  type: 'Exif' | 'mime';
  bytes: Buffer;
}

interface Box {
  type: string;
  start: number;
  end: number;
}

/** Hostile files name more. */
const mostItems = 2_000;
const mostExtents = 32;

/**
 * The metadata of a HEIF file (ISO/IEC 14496-12, 8.11). Null: the file is not built as its standard says, so nobody knows what it contains.
 * @throws RangeError when it ends too early
 */
export function readHeifItems(file: Buffer): HeifItem[] | null {
  const meta = boxesIn(file, 0, file.length).find(({ type }) => type === 'meta');
  if (meta === undefined) return null;
  // The version and flags of the box come before its content.
  const boxes = boxesIn(file, meta.start + 4, meta.end);
  const [info, places] = ['iinf', 'iloc'].map((name) => boxes.find(({ type }) => type === name));
  if (info === undefined || places === undefined) return null;
  const types = readTypes(file, info);
  const wanted = new Map([...types].filter(([, type]) => type === 'Exif' || type === 'mime'));
  const data = boxes.find(({ type }) => type === 'idat');
  return readPlaces(file, places).flatMap(({ id, method, extents }) => {
    const type = wanted.get(id);
    if (type !== 'Exif' && type !== 'mime') return [];
    const from = method === 1 ? (data?.start ?? file.length) : 0;
    const parts = extents.map(({ offset, length }) => file.subarray(from + offset, from + offset + length));
    return [{ type, bytes: Buffer.concat(parts) }];
  });
}

function boxesIn(file: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= to && boxes.length < mostItems;) {
    const size = file.readUInt32BE(at);
    const isLong = size === 1;
    const length = size === 0 ? to - at : isLong ? Number(file.readBigUInt64BE(at + 8)) : size;
    if (length < 8 || at + length > to) break;
    boxes.push({ type: file.toString('latin1', at + 4, at + 8), start: at + (isLong ? 16 : 8), end: at + length });
    at += length;
  }
  return boxes;
}

/** The type of each item by its number. */
function readTypes(file: Buffer, { start, end }: Box): Map<number, string> {
  const isShort = file.readUInt8(start) === 0;
  const types = new Map<number, string>();
  for (const entry of boxesIn(file, start + (isShort ? 6 : 8), end)) {
    const version = file.readUInt8(entry.start);
    if (entry.type !== 'infe' || version < 2) continue;
    const id = version === 2 ? file.readUInt16BE(entry.start + 4) : file.readUInt32BE(entry.start + 4);
    const at = entry.start + (version === 2 ? 8 : 10);
    types.set(id, file.toString('latin1', at, at + 4));
  }
  return types;
}

/** Where the parts of each item are; `method` 0: in the file, 1: in the box of data. */
function readPlaces(file: Buffer, { start }: Box) {
  const version = file.readUInt8(start);
  const sizes = file.readUInt16BE(start + 4);
  const [offsetSize, lengthSize, baseSize, indexSize] = [12, 8, 4, 0].map((shift) => (sizes >> shift) & 15);
  let at = start + 6;
  const number = (bytes = 0): number => {
    at += bytes;
    if (bytes === 8) return Number(file.readBigUInt64BE(at - bytes));
    return bytes === 0 ? 0 : file.readUIntBE(at - bytes, Math.min(bytes, 6));
  };
  const count = number(version < 2 ? 2 : 4);
  return Array.from({ length: Math.min(count, mostItems) }, () => {
    const id = number(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : number(2) & 15;
    number(2);
    const base = number(baseSize);
    const extents = Array.from({ length: Math.min(number(2), mostExtents) }, () => {
      if (version > 0) number(indexSize);
      return { offset: base + number(offsetSize), length: number(lengthSize) };
    });
    return { id, method, extents };
  });
}
