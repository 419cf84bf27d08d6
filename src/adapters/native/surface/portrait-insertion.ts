import type { PageArea, PageSignal } from '../../../domain/ports/pages/page-reader.ts';
import type { Model } from '../nets/model-store.ts';
import { openOwnJpeg } from '../rasters/own-jpeg.ts';

/** The net sees this many pixels per side, at the scale of the picture or smaller, so that the face is at most `faceWidthPx` wide. */
const view = { sidePx: 256, faceWidthPx: 100, stridePx: 16, cellPx: 4 };
/** On smaller faces, honest pages were doubted. */
const leastFaceWidthPx = 60;
/**
 * A single look depends on chance, such as the place of the face in JPEG's grid. So four looks from different places are averaged, two of
 * them mirrored in each direction.
 */
const looks = [
  { right: 0, down: 0, isMirrored: false, isFlipped: false },
  { right: 24, down: 16, isMirrored: true, isFlipped: false },
  { right: -24, down: -16, isMirrored: false, isFlipped: true },
  { right: 12, down: -28, isMirrored: true, isFlipped: true },
] as const;
/** The part of the face's box that contains only face, and how far around it the portrait may reach, relative to the box. */
const core = { across: 0.15, down: 0.1 };
const room = { across: 0.5, down: 0.6 };
/** If the net takes the page for inserted as well, it cannot judge the page: a drawing, or a picture that was composed on a computer. */
const mostOfPage = 0.15;
const fewestPageCells = 50;
/** The mean logit of the face from which the portrait is doubted. */
const leastLogit = 3;
const mostLogit = 9.2;

/** Runs a net that judges whether the face of a portrait was put on the page after the page was photographed. */
export type PortraitInsertionFinder = (jpeg: Buffer, face: PageArea) => Promise<PageSignal | null>;

/** Null when it cannot tell: the face is small, or the page looks no more like a photograph than the face does. */
export function createPortraitInsertionFinder(model: Pick<Model, 'run'>): PortraitInsertionFinder {
  return async (jpeg, face) => {
    const { width, height } = await openOwnJpeg(jpeg).metadata();
    const box = {
      left: face.x * width,
      top: face.y * height,
      width: face.width * width,
      height: face.height * height,
    };
    if (box.width < leastFaceWidthPx) return null;
    const scale = Math.min(1, view.faceWidthPx / box.width);
    let sum = 0;
    for (const look of looks) {
      const area = placeView(box, { width, height }, scale, look);
      const seen = await runView(model, jpeg, { area, scale, look });
      const { ofFace, ofPage } = judgeView(seen, box, { area, scale });
      if (ofFace === null || ofPage === null || ofPage > mostOfPage) return null;
      sum += ofFace;
    }
    const logit = sum / looks.length;
    return {
      score: Math.min(1, Math.max(0, 0.5 + (logit - leastLogit) / 10)),
      area: face,
      evidence: `A model that compares the face with the page around it gives a score of ${logit.toFixed(1)}; it flags from ${leastLogit}.`,
    };
  };
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}
type Look = (typeof looks)[number];

/** The examined part of the picture: around the face, inside the picture, in whole pixels. */
function placeView(face: Box, picture: { width: number; height: number }, scale: number, look: Look): Box {
  const side = view.sidePx / scale;
  const left = place(face.left + face.width / 2 + look.right / scale - side / 2, side, picture.width);
  const top = place(face.top + face.height / 2 + look.down / scale - side / 2, side, picture.height);
  return {
    left,
    top,
    width: Math.floor(Math.min(picture.width, left + side)) - left,
    height: Math.floor(Math.min(picture.height, top + side)) - top,
  };
}

function place(start: number, length: number, limit: number): number {
  return Math.floor(Math.min(Math.max(0, start), Math.max(0, limit - length)));
}

interface Cells {
  logits: Float32Array;
  columns: number;
  /** The columns and rows that show the picture; the others repeat its border. */
  width: number;
  height: number;
}

async function runView(
  model: Pick<Model, 'run'>,
  jpeg: Buffer,
  { area, scale, look }: { area: Box; scale: number; look: Look },
): Promise<Cells & Pick<Look, 'isMirrored' | 'isFlipped'>> {
  const size = { width: Math.round(area.width * scale), height: Math.round(area.height * scale) };
  const right = -size.width & (view.stridePx - 1);
  const bottom = -size.height & (view.stridePx - 1);
  const { data, info } = await openOwnJpeg(jpeg)
    .toColourspace('srgb')
    .removeAlpha()
    .extract(area)
    .resize({ ...size, fit: 'fill', kernel: 'cubic' })
    .extend({ right, bottom, extendWith: 'copy' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const input = toPlanes(data, info.width, info.height, look);
  const { data: logits } = await model.run(input, [1, 3, info.height, info.width]);
  const columns = info.width / view.cellPx;
  return { logits, columns, width: columns, height: info.height / view.cellPx, ...look };
}

function toPlanes(rgb: Uint8Array, width: number, height: number, look: Look): Float32Array {
  const pixels = width * height;
  const planes = new Float32Array(3 * pixels);
  for (let y = 0, to = 0; y < height; y++) {
    const row = look.isFlipped ? height - 1 - y : y;
    for (let x = 0; x < width; x++, to++) {
      const from = 3 * (row * width + (look.isMirrored ? width - 1 - x : x));
      planes[to] = (rgb[from] ?? 0) / 255;
      planes[to + pixels] = (rgb[from + 1] ?? 0) / 255;
      planes[to + 2 * pixels] = (rgb[from + 2] ?? 0) / 255;
    }
  }
  return planes;
}

/** The mean logit within the face, and the mean probability of the page around the portrait. */
function judgeView(
  cells: Cells & Pick<Look, 'isMirrored' | 'isFlipped'>,
  face: Box,
  { area, scale }: { area: Box; scale: number },
): { ofFace: number | null; ofPage: number | null } {
  const cell = scale / view.cellPx;
  const bounds = (across: number, down: number) => ({
    left: (face.left - area.left - across * face.width) * cell,
    right: (face.left - area.left + (1 + across) * face.width) * cell,
    top: (face.top - area.top - down * face.height) * cell,
    bottom: (face.top - area.top + (1 + down) * face.height) * cell,
  });
  const [inner, outer] = [bounds(-core.across, -core.down), bounds(room.across, room.down)];
  const sums = { face: 0, faceCells: 0, page: 0, pageCells: 0 };
  for (let row = 0; row < cells.height; row++) {
    const y = cells.isFlipped ? cells.height - 1 - row : row;
    for (let column = 0; column < cells.width; column++) {
      const x = cells.isMirrored ? cells.width - 1 - column : column;
      const logit = Math.min(mostLogit, Math.max(-mostLogit, cells.logits[row * cells.columns + column] ?? 0));
      if (x >= Math.floor(inner.left) && x < inner.right && y >= Math.floor(inner.top) && y < inner.bottom) {
        sums.face += logit;
        sums.faceCells += 1;
      } else if (x < Math.trunc(outer.left) || x >= outer.right || y < Math.trunc(outer.top) || y >= outer.bottom) {
        sums.page += 1 / (1 + Math.exp(-logit));
        sums.pageCells += 1;
      }
    }
  }
  return {
    ofFace: sums.faceCells === 0 ? null : sums.face / sums.faceCells,
    ofPage: sums.pageCells < fewestPageCells ? null : sums.page / sums.pageCells,
  };
}
