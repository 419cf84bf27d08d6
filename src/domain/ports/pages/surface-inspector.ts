import type { PageArea, PageSignals, Quad } from './page-reader.ts';

/** What is held against the page: the face of its portrait, if it has one, and its lines of text in pixels of the picture. */
export interface SurfaceParts {
  face: PageArea | null;
  lines: readonly Quad[];
}

/**
 * Asks of the portrait and of each line whether they went through the same compression as the page around them. Each signal is
 * null where that cannot be told: the page was never saved as JPEG before, was saved more coarsely afterwards, or is too large.
 */
export type SurfaceInspector = (
  jpeg: Buffer,
  parts: SurfaceParts,
) => Promise<Pick<PageSignals, 'portraitCompression' | 'textCompression'>>;
