import type { Media } from '../../domain/media/media.ts';
import type { ReasonCode } from '../../domain/faults/reason-codes.ts';
import type { PrepareMedia } from './prepare-media.ts';

interface Luma {
  grey: Float32Array;
  widthPx: number;
  heightPx: number;
}

/** The brightness of a submitted picture, for a comparison with the pictures of a film. */
export function createReadLuma({
  prepareMedia,
  decode,
}: {
  prepareMedia: PrepareMedia;
  decode: (jpeg: Buffer) => Promise<{ raster: { data: Uint8Array; widthPx: number; heightPx: number } }>;
}) {
  return async function readLuma(media: Media): Promise<Luma | { fault: ReasonCode }> {
    const prepared = await prepareMedia(media);
    if ('fault' in prepared) return prepared;
    const { data, widthPx, heightPx } = (await decode(prepared.jpeg)).raster;
    return { grey: Float32Array.from(data), widthPx, heightPx };
  };
}
