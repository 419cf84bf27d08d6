import type { ReproductionSigns, RgbPicture } from '../../../domain/ports/faces/face-analyser.ts';
import type { MeshPoint3 } from '../face-geometry/face-mesh.ts';
import type { FacePicture } from '../face-geometry/face-picture.ts';
import { frameSignsOf } from './frame-signs.ts';
import { windowPx } from '../waves/power-spectrum.ts';
import type { Raster } from '../rasters/raster.ts';
import { waveContrasts } from '../waves/screen-score.ts';

/** Frames are searched for in a copy with at most this length: edges stay, texture disappears. */
const frameRasterPx = 320;
/**
 * Of 32 live pictures of faces, the strongest wave has 4.4; simulated screens whose pixels survived the camera begin at 7. The scale is
 * steeper than that of documents, which have their own printed rasters.
 */
const waves = { none: 5, sure: 8 };

/** Upright and level waves: of 20 moving pictures of faces, the strongest has 3.2; of as many on simulated screens, the weakest has 4.9. */
const axisWaves = { none: 4, sure: 7 };

/** Signs that the picture was taken of a screen or a print, around and on the largest face. */
export function reproductionSignsOf(picture: FacePicture, mesh: readonly MeshPoint3[]): ReproductionSigns {
  const { free, onAxes } = waveContrasts(mirroredTo(windowPx, luminanceOf(picture.level(0))));
  const small = smallLevelOf(picture);
  const scale = small.widthPx / picture.widthPx;
  const xs = mesh.map(([x]) => x * scale);
  const ys = mesh.map(([, y]) => y * scale);
  const face = { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
  return {
    ...frameSignsOf(luminanceOf(small), face),
    moire: Math.max(ramp(free, waves), ramp(onAxes, axisWaves)),
  };
}

/**
 * A picture that is smaller than the window of the wave analysis is mirrored at its far edges, so that a small picture cannot hide a
 * screen.
 */
function mirroredTo(leastPx: number, raster: Raster): Raster {
  const { data, widthPx: width, heightPx: height } = raster;
  if (width >= leastPx && height >= leastPx) return raster;
  const [widthPx, heightPx] = [Math.max(leastPx, width), Math.max(leastPx, height)];
  const mirrored = (index: number, length: number) => {
    const within = index % (2 * length);
    return within < length ? within : 2 * length - 1 - within;
  };
  const larger = new Uint8Array(widthPx * heightPx);
  for (let y = 0; y < heightPx; y++) {
    const row = mirrored(y, height) * width;
    for (let x = 0; x < widthPx; x++) larger[y * widthPx + x] = data[row + mirrored(x, width)] ?? 0;
  }
  return { data: larger, widthPx, heightPx };
}

function ramp(value: number, { none, sure }: { none: number; sure: number }): number {
  return Math.min(1, Math.max(0, (value - none) / (sure - none)));
}

function smallLevelOf(picture: FacePicture): RgbPicture {
  for (let index = 0; ; index++) {
    const level = picture.level(index);
    if (Math.max(level.widthPx, level.heightPx) <= frameRasterPx || level === picture.level(index + 1)) return level;
  }
}

function luminanceOf({ rgb, widthPx, heightPx }: RgbPicture): Raster {
  const data = new Uint8Array(widthPx * heightPx);
  for (let i = 0, from = 0; i < data.length; i++, from += 3) {
    data[i] = (77 * (rgb[from] ?? 0) + 150 * (rgb[from + 1] ?? 0) + 29 * (rgb[from + 2] ?? 0)) >> 8;
  }
  return { data, widthPx, heightPx };
}
