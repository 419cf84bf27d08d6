const headerBytes = 54;
const paletteBytes = 1024;

/** Luminance (0..255, row by row) as an uncompressed 8-bit BMP, for engines that accept pictures as files only. */
export function encodeBitmap(grey: Float32Array, widthPx: number, heightPx: number): Buffer {
  const stride = (widthPx + 3) & ~3;
  const bitmap = Buffer.alloc(headerBytes + paletteBytes + stride * heightPx);
  bitmap.write('BM');
  bitmap.writeUInt32LE(bitmap.length, 2);
  bitmap.writeUInt32LE(headerBytes + paletteBytes, 10);
  bitmap.writeUInt32LE(40, 14);
  bitmap.writeInt32LE(widthPx, 18);
  // A negative height would put the first row on top, which not every reader of BMP understands.
  bitmap.writeInt32LE(heightPx, 22);
  bitmap.writeUInt16LE(1, 26);
  bitmap.writeUInt16LE(8, 28);
  bitmap.writeUInt32LE(stride * heightPx, 34);
  bitmap.writeUInt32LE(256, 46);
  for (let level = 0; level < 256; level++) bitmap.writeUInt32LE(level * 0x010101, headerBytes + 4 * level);
  for (let row = 0, from = 0; row < heightPx; row++) {
    let to = headerBytes + paletteBytes + (heightPx - 1 - row) * stride;
    for (let column = 0; column < widthPx; column++) bitmap[to++] = (grey[from++] ?? 0) + 0.5;
  }
  return bitmap;
}
