import { inflateRawSync } from 'node:zlib';

/** The entries of a whole zip, by name, as its central directory lists them (APPNOTE 4.3.12). Throws when it was cut off. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0) throw new Error('the zip has no end');
  const entries = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const method = zip.readUInt16LE(at + 10);
    const size = zip.readUInt32LE(at + 20);
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const name = zip.toString('utf8', at + 46, at + 46 + nameBytes);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = zip.subarray(start, start + size);
    entries.set(name, method === 8 ? inflateRawSync(content) : content);
    at += 46 + nameBytes + extraBytes + commentBytes;
  }
  return entries;
}
