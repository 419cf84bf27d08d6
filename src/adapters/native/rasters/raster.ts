/** A decoded picture: one byte of luminance a pixel, row by row. */
export interface Raster {
  data: Uint8Array;
  widthPx: number;
  heightPx: number;
}
