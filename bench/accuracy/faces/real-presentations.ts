import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { createImageNormaliser } from '../../../src/adapters/native/captures/image-normaliser.ts';
import { UsageFault } from '../section.ts';

/** One picture of a living person or of an attack. */
export interface RealPresentation {
  label: string;
  /** `live`, or the kind of attack. */
  kind: string;
  /** Upright and re-encoded, as an upload becomes. */
  jpeg: Buffer;
}

/** Pictures that were cut close to the face: enlarged to this many pixels, then extended by mirroring this share of the shorter side. */
export interface CloseCut {
  longSidePx: number;
  mirroredShare: number;
}

const normaliser = createImageNormaliser();

/**
 * The pictures of a folder with a sub-folder for each kind: `live`, and one for each attack. Opened one by one: sets are large.
 * @throws UsageFault when the folder has none
 */
export async function* openPresentations(dir: string, cut: CloseCut | null): AsyncGenerator<RealPresentation> {
  const kinds = readdirSync(dir, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  if (!kinds.some(({ name }) => name === 'live')) throw new UsageFault(`${dir} has no folder 'live'`);
  for (const { name: kind } of kinds) {
    for (const file of readdirSync(path.join(dir, kind)).sort()) {
      const given = readFileSync(path.join(dir, kind, file));
      const picture = cut === null ? given : await giveRoom(given, cut);
      const result = await normaliser.normalise(picture);
      if ('fault' in result) throw new UsageFault(`${kind}/${file}: ${result.fault}`);
      yield { label: `${kind}/${file}`, kind, jpeg: result.image.jpeg };
    }
  }
}

async function giveRoom(picture: Buffer, { longSidePx, mirroredShare }: CloseCut): Promise<Buffer> {
  const { data, info } = await sharp(picture)
    .resize(longSidePx, longSidePx, { fit: 'inside', kernel: 'cubic' })
    .toBuffer({ resolveWithObject: true });
  const room = Math.round(Math.min(info.width, info.height) * mirroredShare);
  return sharp(data)
    .extend({ top: room, bottom: room, left: room, right: room, extendWith: 'mirror' })
    .jpeg({ quality: 95 })
    .toBuffer();
}
