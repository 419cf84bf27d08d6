import sharp from 'sharp';

/** Loaders of libvips, by the format that each opens. */
const loaders = {
  jpeg: 'VipsForeignLoadJpeg',
  png: 'VipsForeignLoadPng',
  webp: 'VipsForeignLoadWebp',
  avif: 'VipsForeignLoadHeif',
  tiff: 'VipsForeignLoadTiff',
} as const;
export type LoadedFormat = keyof typeof loaders;

/**
 * Restricts sharp in the whole process to the loaders of some formats, without a cache and with one thread per picture, because parallel
 * jobs must not compete for cores. A worker opens only JPEGs that it made itself; a process that decodes uploads opens their formats.
 */
export function restrictSharp(formats: readonly LoadedFormat[]): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: formats.map((format) => loaders[format]) });
  sharp.cache(false);
  sharp.concurrency(1);
}
