/** Kinds of segments (ITU-T T.81, table B.1). */
const marker = { start: 0xd8, end: 0xd9, app0: 0xe0, steps: 0xdb, codes: 0xc4, frame: 0xc0, scan: 0xda };
const components = 3;
const frameBytes = 6 + 3 * components;
const scanBytes = 4 + 2 * components;
const longestCode = 16;

/**
 * The size of a JPEG in the only form in which the service saves pictures: JFIF, baseline, eight bits, three components in full resolution
 * in one scan, no metadata, nothing after its end. Null for every other file. The file that a process decodes may have taken over that
 * process, so a worker's decoders accept only this plainest form.
 */
export function sizeOfOwnForm(jpeg: Buffer): { widthPx: number; heightPx: number } | null {
  if (jpeg[0] !== 0xff || jpeg[1] !== marker.start) return null;
  let size: { widthPx: number; heightPx: number } | null = null;
  for (let at = 2; at + 4 <= jpeg.length;) {
    const kind = jpeg[at] === 0xff ? (jpeg[at + 1] ?? 0) : 0;
    const length = jpeg.readUInt16BE(at + 2);
    const end = at + 2 + length;
    if (length < 2 || end > jpeg.length) return null;
    const data = jpeg.subarray(at + 4, end);
    if (kind === marker.scan) return isScan(data) && endsOnce(jpeg, end) ? size : null;
    if (kind === marker.frame) {
      if (size !== null) return null;
      size = sizeOfFrame(data);
      if (size === null) return null;
    } else if (!isPlain(kind, data)) {
      return null;
    }
    at = end;
  }
  return null;
}

function isPlain(kind: number, data: Buffer): boolean {
  if (kind === marker.app0) return data.length === 14 && data.toString('latin1', 0, 5) === 'JFIF\0';
  if (kind === marker.steps) return isStepTables(data);
  return kind === marker.codes && isCodeTables(data);
}

/** Tables of 64 steps in eight bits, none of them zero. */
function isStepTables(data: Buffer): boolean {
  if (data.length === 0 || data.length % 65 !== 0) return false;
  for (let at = 0; at < data.length; at += 65) {
    if ((data[at] ?? 0) >= components || data.subarray(at + 1, at + 65).includes(0)) return false;
  }
  return true;
}

/** Code tables with no more codes than their lengths allow. */
function isCodeTables(data: Buffer): boolean {
  for (let at = 0; at < data.length;) {
    const counts = data.subarray(at + 1, at + 1 + longestCode);
    const [kind, id] = [(data[at] ?? 0) >> 4, (data[at] ?? 0) & 15];
    if (kind > 1 || id >= components || counts.length < longestCode) return false;
    let free = 1;
    for (const count of counts) {
      free = 2 * free - count;
      if (free < 0) return false;
    }
    const values = counts.reduce((sum, count) => sum + count, 0);
    if (values > 256) return false;
    at += 1 + longestCode + values;
    if (at > data.length) return false;
  }
  return data.length > 0;
}

function sizeOfFrame(data: Buffer): { widthPx: number; heightPx: number } | null {
  if (data.length !== frameBytes || data[0] !== 8 || data[5] !== components) return null;
  for (let component = 0; component < components; component++) {
    const at = 6 + 3 * component;
    if (data[at] !== component + 1 || data[at + 1] !== 0x11 || (data[at + 2] ?? 0) >= components) return null;
  }
  const [heightPx, widthPx] = [data.readUInt16BE(1), data.readUInt16BE(3)];
  return widthPx > 0 && heightPx > 0 ? { widthPx, heightPx } : null;
}

/** All components, all coefficients, no refinement. */
function isScan(data: Buffer): boolean {
  if (data.length !== scanBytes || data[0] !== components) return false;
  for (let component = 0; component < components; component++)
    if (data[1 + 2 * component] !== component + 1) return false;
  return data.readUIntBE(scanBytes - 3, 3) === 0x003f00;
}

/** Whether the rest contains no marker except the end of the picture, at its end. */
function endsOnce(jpeg: Buffer, from: number): boolean {
  const last = jpeg.length - 2;
  for (let at = jpeg.indexOf(0xff, from); at >= 0; at = jpeg.indexOf(0xff, at + 2)) {
    if (jpeg[at + 1] === 0) continue;
    return at === last && jpeg[at + 1] === marker.end;
  }
  return false;
}
