import type { AnalysedFace, FaceCoverings } from '../../../domain/ports/faces/face-analyser.ts';
import {
  colourDistance,
  createColourPicker,
  medianColour,
  skinPoints,
  type ColourPicker,
} from '../face-geometry/face-colours.ts';
import { cropSquare } from '../face-geometry/face-crop.ts';
import type { MeshPoint3 } from '../face-geometry/face-mesh.ts';
import type { FacePicture } from '../face-geometry/face-picture.ts';
import { mouthSignsOf } from './mouth-signs.ts';

/** Too small, too dark or turned too far away: colours reveal nothing. */
const leastEyeDistancePx = 40;
const leastLight = 0.12;
const mostYaw = 40;

/** Skin that no mask covers. */
const upperSkin = [...skinPoints.forehead, 101, 330, 118, 347, 119, 348, 6, 197];
const lowerSkin = [...skinPoints.lowerCheeks, ...skinPoints.upperLip, ...skinPoints.chin];
const lips = [0, 17, 37, 267, 84, 314, 40, 270, 91, 321];
/** Around each eye, where skin is visible and a lens would be. */
const sockets = {
  right: [228, 229, 230, 231, 23, 24, 110, 226],
  left: [448, 449, 450, 451, 253, 254, 339, 446],
} as const;
const eyeCorners = { right: [33, 133], left: [362, 263] } as const;
const cheeks = [50, 280, 205, 425, 36, 266, 101, 330];

/** npm offers no model for these, so they are derived from colours at points of the mesh. Null when they cannot be judged. */
export function faceCoverings(
  picture: FacePicture,
  mesh: readonly MeshPoint3[],
  { pose, quality, eyes }: Pick<AnalysedFace, 'pose' | 'quality' | 'eyes'>,
): FaceCoverings {
  const picker = createColourPicker(picture, mesh);
  const readable =
    quality.eyeDistancePx >= leastEyeDistancePx && quality.light >= leastLight && Math.abs(pose.yaw) <= mostYaw;
  if (!readable) return { mask: null, sunglasses: null, reflections: null, eyesVisible: null };
  const looks = (['right', 'left'] as const).map((side) => lookAtEye(picture, mesh, eyeCorners[side]));
  return {
    mask: maskScore(picker, mesh),
    sunglasses: sunglassesScore(picker),
    // Of 60 webcam pictures of two people with spectacles, 26 have a window's reflection in one lens, and none in both: one eye stays
    // visible.
    reflections: ramp(Math.min(...looks.map(({ glaring }) => glaring)), 0.06, 0.3),
    eyesVisible: Math.min(
      ramp(Math.max(...looks.map(({ contrast }) => contrast)), 0.25, 0.45),
      ramp(Math.max(eyes.left, eyes.right), 0.1, 0.2),
    ),
  };
}

/**
 * Reports a mask when no lips stand out where they should be, or the lower half of the face has another colour than the upper half. A
 * visible mouth excuses both, because odd light and a beard change colours as well. Bare lips differ from the skin around them by 0.13 and
 * more; most masks differ within themselves by 0.12 and less. The limits of the mouth were set on every other one of 26 faces and masks of
 * six kinds drawn over them: of 142 pictures with a mask, 20 had redder lips than 0.014, one had a seam above 0.19 and none had both; of 59
 * without (changed copies among them), 42 had both. Of the other half, 2 of 150 and 61 of 65 had both. A seam alone may be a fold of cloth,
 * so it only raises a doubt.
 */
function maskScore(picker: ColourPicker, mesh: readonly MeshPoint3[]): number | null {
  const upper = medianColour(picker.of(upperSkin));
  const lower = picker.of(lowerSkin);
  const lowerMedian = medianColour(lower);
  const lipMedian = medianColour(picker.of(lips));
  if (upper === null || lowerMedian === null || lipMedian === null) return null;
  const unlike = lower.filter((colour) => colourDistance(colour, upper) > 0.55).length / lower.length;
  const otherColour = ramp(unlike, 0.35, 0.85);
  const lipsHidden = 1 - ramp(colourDistance(lipMedian, lowerMedian), 0.08, 0.13);
  const mouth = mouthSignsOf(picker, mesh);
  const seam = mouth === null ? 0 : ramp(mouth.seam, 0.19, 0.28);
  const mouthSeen = mouth === null ? 0 : Math.min(seam, ramp(mouth.redness, 0.014, 0.028));
  const hidden = lipsHidden * (0.6 * (1 - 0.3 * seam) + 0.4 * otherColour);
  return Math.max(hidden, 0.45 * otherColour) * (1 - mouthSeen);
}

/** Whether both eyes are behind something much darker than the cheeks. */
function sunglassesScore(picker: ColourPicker): number | null {
  const skin = medianColour(picker.of(cheeks));
  if (skin === null) return null;
  const darkness = Object.values(sockets).map((points) => {
    const socket = medianColour(picker.of(points));
    return socket === null ? 0 : ramp(1 - socket.luminance / (skin.luminance + 1), 0.3, 0.7);
  });
  return Math.min(...darkness);
}

const eyePx = 32;

/** One rectified eye: the share of it that glares, and the contrast between its light and dark parts, relative to its own brightness. */
function lookAtEye(picture: FacePicture, mesh: readonly MeshPoint3[], [from, to]: readonly [number, number]) {
  const [a, b] = [mesh[from] ?? [0, 0, 0], mesh[to] ?? [0, 0, 0]];
  const square = {
    centre: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] as const,
    sidePx: Math.max(1, Math.hypot(b[0] - a[0], b[1] - a[1]) * 1.3),
    angle: Math.atan2(b[1] - a[1], b[0] - a[0]),
  };
  const crop = cropSquare(picture, square, eyePx);
  const values: number[] = [];
  let glaring = 0;
  for (let row = eyePx / 4; row < (eyePx * 3) / 4; row++) {
    for (let column = 0; column < eyePx; column++) {
      const at = (row * eyePx + column) * 3;
      const [r, g, blue] = [crop[at] ?? 0, crop[at + 1] ?? 0, crop[at + 2] ?? 0];
      if (Math.min(r, g, blue) > 235) glaring += 1;
      values.push(0.299 * r + 0.587 * g + 0.114 * blue);
    }
  }
  values.sort((x, y) => x - y);
  const at = (share: number) => values[Math.floor(share * (values.length - 1))] ?? 0;
  return { glaring: glaring / values.length, contrast: (at(0.95) - at(0.05)) / (at(0.95) + 8) };
}

/** 0 up to `from`, 1 from `to` on. */
function ramp(value: number, from: number, to: number): number {
  return Math.max(0, Math.min(1, (value - from) / (to - from)));
}
