import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** What a phone's camera reads from a screen. */
export async function qrCodeOn(screenshot: Buffer): Promise<string> {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
  await prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer }, fireImmediately: true });
  const [code] = await readBarcodes(screenshot, { formats: ['QRCode'] });
  if (code === undefined) throw new Error('There is no QR code on the screen');
  return code.text;
}
