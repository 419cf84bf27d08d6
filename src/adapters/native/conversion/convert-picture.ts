import { imageFaults, type ImageFault } from '../../../domain/ports/pages/image-normaliser.ts';
import { runConfined, type Confinement } from '../processes/run-confined.ts';
import type { ForeignPicture } from './foreign-picture.ts';

const script = new URL('./conversion-process.ts', import.meta.url);
/** As HEIC, 12 megapixels took 2 s and 350 MB; 48 megapixels took 7 s and 1.04 GB, because libheif keeps three copies (two busy cores). */
const confinement: Confinement = { timeoutMs: 20_000, maxMemoryBytes: 1_200_000_000, maxOutputBytes: 100_000_000 };

/** Converts a picture to a JPEG in a process that is killed afterwards. The JPEG is as untrusted as the picture. `limits`: for tests. */
export async function convertPicture(
  picture: Buffer,
  format: ForeignPicture,
  limits: Partial<Confinement> = {},
): Promise<{ jpeg: Buffer } | { fault: ImageFault }> {
  const parts: Buffer[] = [];
  const kept = await runConfined(script, format, picture, { ...confinement, ...limits }, (part) => parts.push(part));
  const output = Buffer.concat(parts);
  if (kept && output.subarray(0, 2).toString('hex') === 'ffd8') return { jpeg: output };
  const word = output.subarray(0, 100).toString('latin1');
  return { fault: imageFaults.find((fault) => kept && fault === word) ?? 'file.unreadable_image' };
}
