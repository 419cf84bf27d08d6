import { createImageNormaliser } from '../../../src/adapters/native/captures/image-normaliser.ts';
import { findPortraitEdges } from '../../../src/adapters/native/captures/portrait-edge-finder.ts';
import { findRecompression } from '../../../src/adapters/native/captures/recompression-finder.ts';
import { mapQuad } from '../../../src/adapters/native/rasters/quad.ts';
import type { PageSignal, PageSignals } from '../../../src/domain/ports/pages/page-reader.ts';
import type { SurfaceInspector } from '../../../src/domain/ports/pages/surface-inspector.ts';
import type { ForgedSample } from './forged-set.ts';

/** From this value on the check `tampering` doubts. */
const doubtfulFrom = 0.5;

export const judgedSignals = [
  'portraitCompression',
  'portraitInsertion',
  'textCompression',
  'copiedLine',
  'portraitEdges',
  'recompression',
] as const;
type JudgedSignal = (typeof judgedSignals)[number];

export interface JudgedSample {
  isDrawn: boolean;
  isForSetting: boolean;
  label: string;
  forgery: ForgedSample['forgery'];
  save: string;
  /** For each signal, whether it doubts; null when it cannot tell. */
  doubts: Readonly<Record<JudgedSignal, boolean | null>>;
  surfaceMs: number;
}

const normaliser = createImageNormaliser();

/** Examines a sample as the service does once it knows the places of face and lines. @throws when the picture cannot be read */
export async function judgeSample(
  { page, forgery, save, picture }: ForgedSample,
  inspectSurface: SurfaceInspector,
): Promise<JudgedSample> {
  const normalised = await normaliser.normalise(picture);
  if ('fault' in normalised) throw new Error(`${page.label}, ${save}: ${normalised.fault}`);
  const { jpeg, widthPx, heightPx } = normalised.image;
  const scale = widthPx / page.widthPx;
  const { left, top, width, height } = page.face.box;
  const box = { left: left * scale, top: top * scale, width: width * scale, height: height * scale };
  const face = {
    x: box.left / widthPx,
    y: box.top / heightPx,
    width: box.width / widthPx,
    height: box.height / heightPx,
  };
  const lines = page.lines.map((line) => mapQuad(line, ([x, y]) => [x * scale, y * scale]));
  const startedAt = performance.now();
  const surface = await inspectSurface(jpeg, { face, lines, printed: lines });
  const surfaceMs = performance.now() - startedAt;
  const lean = page.face.rollDegrees - 90 * Math.round(page.face.rollDegrees / 90);
  const found: Pick<PageSignals, JudgedSignal> = {
    ...surface,
    portraitEdges: await findPortraitEdges(jpeg, box, lean),
    recompression: await findRecompression(jpeg),
  };
  const doubtOf = (signal: PageSignal | null) => (signal === null ? null : signal.score >= doubtfulFrom);
  return {
    isDrawn: page.isDrawn,
    isForSetting: page.isForSetting,
    label: page.label,
    forgery,
    save,
    doubts: {
      portraitCompression: doubtOf(found.portraitCompression),
      portraitInsertion: doubtOf(found.portraitInsertion),
      textCompression: doubtOf(found.textCompression),
      copiedLine: doubtOf(found.copiedLine),
      portraitEdges: doubtOf(found.portraitEdges),
      recompression: doubtOf(found.recompression),
    },
    surfaceMs,
  };
}
