import type { FacePicture } from '../face-geometry/face-picture.ts';

/** A rectangle that holds a face, in pixels of the picture's largest level. */
export interface FaceBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface BoxCropForm {
  /** Each value times `factor`. */
  factor: number;
  /** One plane a colour, in this order of channels. */
  planes: readonly [number, number, number];
  into: Float32Array;
  at: number;
}

/**
 * Squeezes the surroundings of a face into `size` x `size` pixels as MiniFASNet was trained: the box grows by `scale` in its own
 * shape, shrinks until the picture can hold it, moves until it lies within the picture, and is sampled bilinearly without
 * smoothing. Smoothing or mirroring the border would give the net pictures that it never saw.
 * Source: minivision-ai/Silent-Face-Anti-Spoofing, `CropImage`, and OpenCV's `resize` with INTER_LINEAR.
 */
export function cropFaceBox(picture: FacePicture, box: FaceBox, scale: number, size: number, form: BoxCropForm): void {
  const { rgb, widthPx, heightPx } = picture.level(0);
  const area = placeInside(box, scale, widthPx, heightPx);
  const { factor, planes, into, at } = form;
  const pixels = size * size;
  const places = [0, 1, 2].map((channel) => at + planes.indexOf(channel) * pixels);
  const columns = samplesAlong(area.left, area.width, size);
  const rows = samplesAlong(area.top, area.height, size);
  for (const [row, { first: y0, second: y1, share: fy }] of rows.entries()) {
    for (const [column, { first: x0, second: x1, share: fx }] of columns.entries()) {
      const a = (y0 * widthPx + x0) * 3;
      const b = (y0 * widthPx + x1) * 3;
      const c = (y1 * widthPx + x0) * 3;
      const d = (y1 * widthPx + x1) * 3;
      const to = row * size + column;
      for (let channel = 0; channel < 3; channel += 1) {
        const upper = (rgb[a + channel] ?? 0) * (1 - fx) + (rgb[b + channel] ?? 0) * fx;
        const lower = (rgb[c + channel] ?? 0) * (1 - fx) + (rgb[d + channel] ?? 0) * fx;
        into[(places[channel] ?? 0) + to] = (upper * (1 - fy) + lower * fy) * factor;
      }
    }
  }
}

function placeInside(
  { left, top, right, bottom }: FaceBox,
  wanted: number,
  widthPx: number,
  heightPx: number,
): { left: number; top: number; width: number; height: number } {
  const [boxWidth, boxHeight] = [Math.max(1, right - left), Math.max(1, bottom - top)];
  const scale = Math.min((heightPx - 1) / boxHeight, (widthPx - 1) / boxWidth, wanted);
  const [width, height] = [boxWidth * scale, boxHeight * scale];
  const from = Math.round(moveInside((left + right) / 2 - width / 2, width, widthPx));
  const down = Math.round(moveInside((top + bottom) / 2 - height / 2, height, heightPx));
  return {
    left: from,
    top: down,
    width: Math.max(1, Math.min(widthPx - from, Math.round(width))),
    height: Math.max(1, Math.min(heightPx - down, Math.round(height))),
  };
}

function moveInside(start: number, length: number, limit: number): number {
  return Math.max(0, Math.min(start, limit - length - 1));
}

/** The two neighbours of each sample along one side, and how far it lies from the first towards the second. */
function samplesAlong(start: number, length: number, count: number) {
  return Array.from({ length: count }, (_, index) => {
    const place = Math.min(length - 1, Math.max(0, ((index + 0.5) * length) / count - 0.5));
    const first = Math.floor(place);
    return { first: start + first, second: start + Math.min(length - 1, first + 1), share: place - first };
  });
}
