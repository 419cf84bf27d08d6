import sharp from 'sharp';

/**
 * Leaves sharp with the loaders of JPEG, PNG and WebP, without a cache and with one thread a picture, for the whole
 * process: uploads are untrusted, and parallel jobs shall not fight for cores.
 */
export function restrictSharp(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
  sharp.cache(false);
  sharp.concurrency(1);
}
