/** A point of a face in the picture's pixels; z grows away from the camera. */
export type Vertex = readonly [x: number, y: number, z: number];

/** A picture of a face that looks into the camera, with its mesh of 468 points in the picture's pixels. */
export interface ProjectedFace {
  rgb: Uint8Array;
  widthPx: number;
  heightPx: number;
  mesh: readonly Vertex[];
}
