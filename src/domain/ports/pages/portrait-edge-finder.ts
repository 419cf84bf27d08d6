import type { PageSignal } from './page-reader.ts';

/** The box of a face in the picture of a page, in pixels. */
export interface PortraitPlace {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * Searches for the edges of a pasted portrait. `leanDegrees`: the angle between the page's text and the nearer of pixel rows and columns.
 * Null when it cannot be judged.
 */
export type PortraitEdgeFinder = (jpeg: Buffer, face: PortraitPlace, leanDegrees: number) => Promise<PageSignal | null>;
