import type { PageArea, PageSignals, Quad } from './page-reader.ts';

/** The parts that are compared with the page: the portrait's face, if there is one, and the lines of text, in pixels of the picture. */
export interface SurfaceParts {
  face: PageArea | null;
  lines: readonly Quad[];
  /** The lines that are not part of a machine-readable zone, whose fillers repeat. */
  printed: readonly Quad[];
}

/**
 * Checks whether the portrait and each line have the same compression history as the page around them, whether a net takes the face for one
 * that was put on the page later, and whether a line is a copy of another. Each signal is null when it cannot be measured: the page was never saved as JPEG before, was later saved more coarsely, or is
 * too large; for copies, the page has no portrait (bills repeat their lines) or too few lines; for the
 * net, the face is small.
 */
export type SurfaceInspector = (
  jpeg: Buffer,
  parts: SurfaceParts,
) => Promise<Pick<PageSignals, 'portraitCompression' | 'portraitInsertion' | 'textCompression' | 'copiedLine'>>;
