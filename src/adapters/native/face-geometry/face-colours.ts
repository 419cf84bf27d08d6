import type { Point } from '../../../domain/ports/pages/page-reader.ts';
import type { MeshPoint3 } from './face-mesh.ts';
import type { FacePicture } from './face-picture.ts';

/** A colour in the form in which skin is compared: brightness, and hue and saturation independent of brightness. */
export interface SkinColour {
  /** 0..255, ITU-R BT.601. */
  luminance: number;
  /** Shares of red and green in the sum of the channels. */
  red: number;
  green: number;
}

/** The distance of the eyes, in pixels, on the level of the picture from which colours are taken. */
const eyeDistancePx = 48;

/** The colour around points of one face, each the mean of a small patch; null outside the picture. */
export function createColourPicker(picture: FacePicture, mesh: readonly MeshPoint3[]) {
  const [from, to] = [mesh[33] ?? [0, 0], mesh[263] ?? [0, 0]];
  const apart = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const { rgb, widthPx, heightPx } = picture.level(Math.max(0, Math.floor(Math.log2(apart / eyeDistancePx))));
  const shrink = widthPx / picture.widthPx;
  const radius = Math.max(0, Math.round(apart * shrink * 0.025));

  function at([x, y]: Point): SkinColour | null {
    const centreX = Math.round(x * shrink - 0.5);
    const centreY = Math.round(y * shrink - 0.5);
    if (centreX < 0 || centreY < 0 || centreX >= widthPx || centreY >= heightPx) return null;
    let [r, g, b, count] = [0, 0, 0, 0];
    for (let row = Math.max(0, centreY - radius); row <= Math.min(heightPx - 1, centreY + radius); row++) {
      for (let column = Math.max(0, centreX - radius); column <= Math.min(widthPx - 1, centreX + radius); column++) {
        const index = (row * widthPx + column) * 3;
        r += rgb[index] ?? 0;
        g += rgb[index + 1] ?? 0;
        b += rgb[index + 2] ?? 0;
        count += 1;
      }
    }
    const sum = r + g + b + count;
    return { luminance: (0.299 * r + 0.587 * g + 0.114 * b) / count, red: r / sum, green: g / sum };
  }

  return {
    at,
    /** Those of the mesh's points that are inside the picture. */
    of(indexes: readonly number[]): SkinColour[] {
      return indexes.flatMap((index) => {
        const [x, y] = mesh[index] ?? [-1, -1];
        return at([x, y]) ?? [];
      });
    },
  };
}

export type ColourPicker = ReturnType<typeof createColourPicker>;

/** Points at which a bare face shows skin: no eyes, brows or lips. The forehead's edge is left out, because hair may cover it. */
export const skinPoints = {
  forehead: [151, 9, 108, 337, 69, 299, 107, 336],
  cheeks: [50, 280, 101, 330, 118, 347, 119, 348, 205, 425, 36, 266, 117, 346, 123, 352],
  nose: [6, 197, 195, 5, 4, 1, 45, 275],
  lowerCheeks: [187, 411, 207, 427, 216, 436, 214, 434, 192, 416],
  upperLip: [164, 167, 393, 165, 391],
  chin: [199, 200, 18, 83, 313, 201, 421, 208, 428, 175],
} as const;

export function medianColour(colours: readonly SkinColour[]): SkinColour | null {
  if (colours.length === 0) return null;
  const median = (pick: (colour: SkinColour) => number) =>
    colours.map(pick).sort((a, b) => a - b)[colours.length >> 1] ?? 0;
  return {
    luminance: median(({ luminance }) => luminance),
    red: median(({ red }) => red),
    green: median(({ green }) => green),
  };
}

/** The difference of two colours: 0 for equal ones, about 1 when they can hardly both be skin of one face. Shadows count little. */
export function colourDistance(a: SkinColour, b: SkinColour): number {
  const hue = Math.hypot(a.red - b.red, a.green - b.green) / 0.08;
  const brightness = Math.abs(Math.log((a.luminance + 8) / (b.luminance + 8))) / 1.4;
  return Math.hypot(hue, brightness);
}
