import type { PageArea, PageSignals, Quad } from './page-reader.ts';

/** What is held against the page: the face of its portrait, if it has one, and its lines of text in pixels of the picture. */
export interface SurfaceParts {
  face: PageArea | null;
  lines: readonly Quad[];
  /** Those of the lines that are no part of a machine-readable zone, whose fillers repeat. */
  printed: readonly Quad[];
}

/**
 * Asks of the portrait and of each line whether they went through the same compression as the page around them, and whether a line is a
 * copy of another. Each signal is null where that cannot be told: the page was never saved as JPEG before, was saved more coarsely
 * afterwards, or is too large; for copies, it has no portrait (bills repeat their lines) or too few lines.
 */
export type SurfaceInspector = (
  jpeg: Buffer,
  parts: SurfaceParts,
) => Promise<Pick<PageSignals, 'portraitCompression' | 'textCompression' | 'copiedLine'>>;
