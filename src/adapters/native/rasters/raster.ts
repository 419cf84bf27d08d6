/** A decoded picture: one byte of luminance per pixel, row by row. */
export interface Raster {
  data: Uint8Array;
  widthPx: number;
  heightPx: number;
}
