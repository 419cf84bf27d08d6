/**
 * Points of the mesh that hardly move with the expression, and their positions on the mean face: index on the person's right, index on the
 * left (equal on the middle line), then x, y, z of the first (the second mirrors it), in distances between the outer corners of the eyes. x
 * to the picture's right, y down, z away from the camera; the top of the forehead is above the chin. Measured by us: the mean of 27 meshes
 * and their mirror images after generalised Procrustes analysis.
 */
export const rigidFacePoints: readonly (readonly [right: number, left: number, x: number, y: number, z: number])[] = [
  [109, 338, -0.207, -0.592, -0.069],
  [67, 297, -0.384, -0.553, -0.001],
  [103, 332, -0.545, -0.472, 0.114],
  [54, 284, -0.65, -0.357, 0.24],
  [21, 251, -0.715, -0.217, 0.359],
  [162, 389, -0.747, -0.066, 0.482],
  [127, 356, -0.751, 0.111, 0.577],
  [234, 454, -0.739, 0.27, 0.614],
  [33, 263, -0.5, 0, 0.051],
  [133, 362, -0.193, 0.014, -0.018],
  [116, 345, -0.682, 0.198, 0.175],
  [117, 346, -0.57, 0.184, 0.037],
  [98, 327, -0.184, 0.454, -0.208],
  [64, 294, -0.205, 0.406, -0.25],
  [122, 351, -0.063, 0.034, -0.222],
  [193, 417, -0.085, -0.057, -0.144],
  [10, 10, 0, -0.599, -0.088],
  [151, 151, 0, -0.429, -0.144],
  [9, 9, 0, -0.257, -0.184],
  [8, 8, 0, -0.16, -0.18],
  [168, 168, 0, -0.073, -0.187],
  [6, 6, 0, 0.014, -0.245],
  [197, 197, 0, 0.087, -0.308],
  [195, 195, 0, 0.151, -0.372],
  [5, 5, 0, 0.219, -0.439],
  [4, 4, 0, 0.308, -0.476],
  [1, 1, 0, 0.381, -0.462],
  [2, 2, 0, 0.472, -0.298],
];
