/** A decoded picture: one byte of luminance per pixel, row by row. */
export interface Raster {
  data: Uint8Array;
  /** The lightest of the three colours of each pixel, if it was asked for: lines in colour are lighter in it than black print. */
  lightest?: Uint8Array;
  widthPx: number;
  heightPx: number;
}
