import type { ReproductionSigns, RgbPicture } from '../../domain/ports/face-analyser.ts';
import type { MeshPoint3 } from './face-mesh.ts';
import type { FacePicture } from './face-picture.ts';
import { frameSignsOf } from './frame-signs.ts';
import type { Raster } from './raster.ts';
import { waveContrast } from './screen-score.ts';

/** Frames are looked for in a copy that is no longer than this: their edges stay, texture goes. */
const frameRasterPx = 320;
/**
 * Of 32 live pictures of faces the strongest wave has 4.4; of simulated screens those whose pixels survived the camera begin at 7. The
 * scale is steeper than that of documents, which have printed rasters of their own.
 */
const waves = { none: 5, sure: 8 };

/** Signs that the picture was taken of a screen or a print, around and over the largest face. */
export function reproductionSignsOf(picture: FacePicture, mesh: readonly MeshPoint3[]): ReproductionSigns {
  const contrast = waveContrast(luminanceOf(picture.level(0)));
  const small = smallLevelOf(picture);
  const scale = small.widthPx / picture.widthPx;
  const xs = mesh.map(([x]) => x * scale);
  const ys = mesh.map(([, y]) => y * scale);
  const face = { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
  return {
    ...frameSignsOf(luminanceOf(small), face),
    moire: Math.min(1, Math.max(0, (contrast - waves.none) / (waves.sure - waves.none))),
  };
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
