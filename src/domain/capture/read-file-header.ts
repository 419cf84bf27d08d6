import { readHeifItems, type HeifItem } from './heif-items.ts';

/** A picture file's metadata about its maker, read without decoding a pixel. */
export interface FileHeader {
  /** `heif`: HEIC and AVIF. `other`: the metadata could not be read, so that it names no program means nothing. */
  format: 'jpeg' | 'png' | 'webp' | 'tiff' | 'heif' | 'other';
  progressive: boolean;
  /** The quantisation table of a JPEG's luminance, in file order (zigzag); null when there is none. */
  luminanceTable: number[] | null;
  /** Programs that the file names. */
  programs: string[];
  /** Words that identify a generator or a screenshot. */
  remarks: string[];
  /** Whether the metadata names a camera's make or model. */
  namesCamera: boolean;
}

const nothing: FileHeader = {
  format: 'other',
  progressive: false,
  luminanceTable: null,
  programs: [],
  remarks: [],
  namesCamera: false,
};
/** The name of the box in which HEIF files have a manifest of the Content Authenticity standard (C2PA). */
const contentManifest = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex');
/** Longer texts are hostile or useless here. */
const mostText = 200_000;

/** Never throws: truncated or invalid parts are ignored. */
export function readFileHeader(file: Buffer): FileHeader {
  const header: FileHeader = { ...nothing, programs: [], remarks: [] };
  if (file.length > 4 && file.readUInt16BE(0) === 0xffd8) readJpeg(file, header);
  else if (file.subarray(1, 4).toString('latin1') === 'PNG') readPng(file, header);
  else if (file.subarray(8, 12).toString('latin1') === 'WEBP') readWebp(file, header);
  else if (['II*\0', 'MM\0*'].includes(file.toString('latin1', 0, 4))) readTiff(file, header);
  else if (file.subarray(4, 8).toString('latin1') === 'ftyp') readHeif(file, header);
  return header;
}

/** A TIFF file is what EXIF data is: directories of tags. */
function readTiff(file: Buffer, header: FileHeader): void {
  header.format = 'tiff';
  readExif(file, header);
}

function readHeif(file: Buffer, header: FileHeader): void {
  const items = heifItemsOf(file);
  if (items === null) return;
  header.format = 'heif';
  for (const { type, bytes } of items) {
    if (type === 'mime') readXmp(textOf(bytes), header);
    // Four bytes say where the directories begin, behind a name that may be missing.
    else if (bytes.length > 8) readExif(bytes.subarray(4 + bytes.readUInt32BE(0)), header);
  }
  const manifest = file.indexOf(contentManifest);
  if (manifest >= 0) readManifest(file.subarray(manifest, manifest + mostText), header);
}

function heifItemsOf(file: Buffer): HeifItem[] | null {
  try {
    return readHeifItems(file);
  } catch {
    return null;
  }
}

function readJpeg(file: Buffer, header: FileHeader): void {
  header.format = 'jpeg';
  let at = 2;
  while (at + 4 <= file.length && file[at] === 0xff) {
    const marker = file[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    // The pixels begin; nothing after them is needed.
    if (marker === 0xda || marker === 0xd9) return;
    const length = file.readUInt16BE(at + 2);
    if (length < 2) return;
    const body = file.subarray(at + 4, Math.min(file.length, at + 2 + length));
    if (marker === 0xdb) readTables(body, header);
    else if (marker === 0xc2 || marker === 0xc6 || marker === 0xca) header.progressive = true;
    else if (marker === 0xfe) header.programs.push(textOf(body));
    else if (marker >= 0xe0 && marker <= 0xef) readApplication(marker, body, header);
    at += 2 + length;
  }
}

function readTables(body: Buffer, header: FileHeader): void {
  let at = 0;
  while (at < body.length) {
    const info = body[at] ?? 0;
    const wide = info >> 4 !== 0;
    const values = Array.from({ length: 64 }, (_, index) =>
      wide ? ((body[at + 1 + index * 2] ?? 0) << 8) | (body[at + 2 + index * 2] ?? 0) : (body[at + 1 + index] ?? 0),
    );
    if ((info & 15) === 0) header.luminanceTable ??= values;
    at += 1 + (wide ? 128 : 64);
  }
}

function readApplication(marker: number, body: Buffer, header: FileHeader): void {
  const name = body.subarray(0, 32).toString('latin1');
  if (marker === 0xe1 && name.startsWith('Exif\0\0')) readExif(body.subarray(6), header);
  else if (marker === 0xe1 && name.startsWith('http://ns.adobe.com/x')) readXmp(textOf(body), header);
  // Only Photoshop's "save for web" writes this segment.
  else if (marker === 0xec && name.startsWith('Ducky')) header.programs.push('Adobe Photoshop');
  else if (marker === 0xeb) readManifest(body, header);
  else if (marker === 0xed) readXmp(textOf(body), header);
}

function readPng(file: Buffer, header: FileHeader): void {
  header.format = 'png';
  let at = 8;
  while (at + 12 <= file.length) {
    const length = file.readUInt32BE(at);
    const type = file.subarray(at + 4, at + 8).toString('latin1');
    const body = file.subarray(at + 8, Math.min(file.length, at + 8 + length));
    if (type === 'IEND') return;
    if (type === 'tEXt' || type === 'iTXt' || type === 'zTXt') readPngText(body, header);
    else if (type === 'eXIf') readExif(body, header);
    else if (type === 'caBX') readManifest(body, header);
    at += 12 + length;
  }
}

function readPngText(body: Buffer, header: FileHeader): void {
  const end = body.indexOf(0);
  const keyword = body.subarray(0, Math.max(0, end)).toString('latin1');
  const text = textOf(body.subarray(end + 1));
  if (keyword === 'Software' || keyword === 'Creator') header.programs.push(text);
  // Where image generators store their prompts.
  else if (['parameters', 'prompt', 'workflow', 'Dream'].includes(keyword)) header.remarks.push('generator parameters');
  else if (keyword.startsWith('XML:com.adobe.xmp')) readXmp(text, header);
  else if (keyword === 'Description' || keyword === 'Comment') header.remarks.push(text.slice(0, 200));
}

function readWebp(file: Buffer, header: FileHeader): void {
  header.format = 'webp';
  let at = 12;
  while (at + 8 <= file.length) {
    const type = file.subarray(at, at + 4).toString('latin1');
    const length = file.readUInt32LE(at + 4);
    const body = file.subarray(at + 8, Math.min(file.length, at + 8 + length));
    if (type === 'EXIF') readExif(body.subarray(body.toString('latin1', 0, 6) === 'Exif\0\0' ? 6 : 0), header);
    else if (type === 'XMP ') readXmp(textOf(body), header);
    else if (type === 'C2PA') readManifest(body, header);
    at += 8 + length + (length % 2);
  }
}

/** The tags of a TIFF structure that name the picture's author or program. A comment begins with the name of its character set. */
function readExif(tiff: Buffer, header: FileHeader): void {
  if (tiff.length < 8) return;
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const u16 = (at: number) => (at + 2 > tiff.length ? 0 : little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const u32 = (at: number) => (at + 4 > tiff.length ? 0 : little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const read = (directory: number, depth: number) => {
    const entries = Math.min(u16(directory), 200);
    for (let index = 0; index < entries; index += 1) {
      const at = directory + 2 + index * 12;
      const [tag, count] = [u16(at), u32(at + 4)];
      const value = count <= 4 ? at + 8 : u32(at + 8);
      const text = () => textOf(tiff.subarray(value, Math.min(tiff.length, value + Math.min(count, 1_000))));
      if (tag === 0x010f || tag === 0x0110) header.namesCamera ||= text().trim() !== '';
      else if (tag === 0x0131) header.programs.push(text());
      else if (tag === 0x9286) header.remarks.push(text().replace(/^(?:ASCII|UNICODE|JIS)/, ''));
      else if (tag === 0x02bc) readXmp(textOf(tiff.subarray(value, value + count)), header);
      else if (tag === 0x8769 && depth === 0) read(u32(at + 8), 1);
    }
  };
  read(u32(4), 0);
}

function readXmp(text: string, header: FileHeader): void {
  for (const [, program] of text.matchAll(/(?:CreatorTool|softwareAgent)(?:="|>)([^"<]{1,100})/g)) {
    if (program !== undefined) header.programs.push(program);
  }
  const [source] = /(?:composite|trained|virtual)?[a-z]*AlgorithmicMedia|compositeSynthetic/i.exec(text) ?? [];
  if (source !== undefined) header.remarks.push(source);
  if (/UserComment[\s\S]{0,200}?Screenshot/.test(text)) header.remarks.push('Screenshot');
}

/** A manifest of the Content Authenticity standard. Cameras write them, too: only statements about a generator count. */
function readManifest(body: Buffer, header: FileHeader): void {
  const text = textOf(body);
  const [source] = /[a-z]*AlgorithmicMedia|compositeSynthetic/i.exec(text) ?? [];
  if (source !== undefined) header.remarks.push(source);
}

function textOf(bytes: Buffer): string {
  return bytes.subarray(0, mostText).toString('latin1').replaceAll('\0', '');
}
