import type { PageSignal } from './page-reader.ts';

/** The box of a face on the picture of a page, in pixels. */
export interface PortraitPlace {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * Looks around a portrait for the edges of a pasted one. `leanDegrees`: by how much the page's text leans from the rows or
 * columns of pixels, whichever are nearer. Null where nothing can be told.
 */
export type PortraitEdgeFinder = (jpeg: Buffer, face: PortraitPlace, leanDegrees: number) => Promise<PageSignal | null>;
