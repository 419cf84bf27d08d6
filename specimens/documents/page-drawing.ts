import type { Typeface } from '../drawing/text-path.ts';

/** Text on a page; lengths in millimetres from the top left corner. */
export interface PageText {
  text: string;
  typeface: Typeface;
  /** Left end of the baseline. */
  x: number;
  y: number;
  size: number;
  fill: string;
  /** Fixed distance from character to character. */
  pitch?: number;
}

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** One side of a document before it becomes pixels or a page of a PDF. */
export interface PageDrawing {
  widthMm: number;
  heightMm: number;
  pixelsPerMm: number;
  /** Paper without print or with the fine lines of security printing. */
  background: 'plain' | 'security';
  texts: readonly PageText[];
  portrait: Area | null;
  pictures: readonly (Area & { png: Buffer })[];
}
