import sharp from 'sharp';
import { createImageNormaliser } from '../../src/adapters/native/captures/image-normaliser.ts';
import { createPictureDecoder } from '../../src/adapters/native/decoding/picture-decoder.ts';
import { restrictSharp } from '../../src/adapters/native/rasters/restrict-sharp.ts';
import { saveOptionsOf } from '../../src/adapters/native/rasters/save-options.ts';
import { drawPassport } from '../../specimens/documents/draw-passport.ts';
import { runningCpuMs } from '../cpu-time.ts';
import { findChild, peakMb } from '../resident-memory.ts';
import { quantile, type Row, type Section } from '../section.ts';

const mostExtraMs = 15;
/** As the browser SDK's camera takes them, as a phone's camera does, and as the largest phones do. */
const pictures = [
  { name: '2 megapixels', width: 1920, height: 1080, times: 60 },
  { name: '12 megapixels', width: 4000, height: 3000, times: 30 },
  { name: '48 megapixels', width: 8000, height: 6000, times: 6 },
];

/** The cost of the confined process: an upload made safe through it, against the same decoding and saving in one process. */
export const pictureDecoding: Section = {
  name: 'picture-decoding',
  title: 'Picture decoding',
  async measure(_stack, say) {
    const { jpeg } = await drawPassport({ seed: 1 });
    const drawn = await Promise.all(
      pictures.map(({ width, height }) => {
        return sharp(jpeg).resize({ width, height, fit: 'fill' }).jpeg({ quality: 80 }).toBuffer();
      }),
    );
    restrictSharp(['jpeg']);
    const decoder = createPictureDecoder();
    const normaliser = createImageNormaliser(decoder);
    const rows: Row[] = [];
    for (const [index, { name, width, height, times }] of pictures.entries()) {
      const original = drawn[index] ?? Buffer.alloc(0);
      const through: Cost[] = [];
      const within: Cost[] = [];
      const timed = async (work: () => Promise<unknown>): Promise<Cost> => {
        const [startedAt, cpuBefore] = [performance.now(), runningCpuMs(process.pid)];
        await work();
        return { ms: performance.now() - startedAt, cpuMs: runningCpuMs(process.pid) - cpuBefore };
      };
      const normalise = async () => {
        if ('fault' in (await normaliser.normalise(original))) throw new Error('the picture is one');
      };
      await normalise();
      for (let time = 0; time < times; time++) {
        // In turn, so that neither benefits from a warmer processor.
        if (time % 2 === 0) through.push(await timed(normalise));
        within.push(await timed(() => decodeWithin(original, width * height)));
        if (time % 2 === 1) through.push(await timed(normalise));
      }
      const extra = through.map(({ ms }, time) => ms - (within[time]?.ms ?? 0));
      say(`${name}: ${median(extra).toFixed(1)} ms more`);
      rows.push(
        {
          what: `JPEG of ${name} made safe`,
          measured: `p50 ${median(through.map(({ ms }) => ms)).toFixed(1)} ms`,
          against: `p50 ${median(within.map(({ ms }) => ms)).toFixed(1)} ms in one process`,
          ratio: `${median(extra).toFixed(1)} ms more (median of the pairs)`,
          bar: `≤ ${mostExtraMs} ms`,
          met: median(extra) <= mostExtraMs,
          samples: `${times} + ${times} pictures, in pairs`,
        },
        cpuRow(through, within),
      );
    }
    rows.push(memoryRow());
    decoder.close();
    return rows;
  },
};

function memoryRow(): Row {
  const peak = peakMb(findChild('picture-decoder-process', process.pid));
  return {
    what: 'the decoder, highest resident memory (VmHWM)',
    measured: `${peak.toFixed(0)} MB`,
    against: '–',
    ratio: '–',
    bar: '–',
    met: true,
    samples: `${pictures.reduce((sum, { times }) => sum + times, 1)} pictures, up to 48 megapixels`,
  };
}

interface Cost {
  ms: number;
  cpuMs: number;
}

const median = (values: readonly number[]) => quantile(values, 0.5);

/** A busy machine makes two processes wait for each other; their processor time does not change by it. */
function cpuRow(through: readonly Cost[], within: readonly Cost[]): Row {
  const mean = (costs: readonly Cost[]) => costs.reduce((sum, cost) => sum + cost.cpuMs, 0) / costs.length;
  const extra = mean(through) - mean(within);
  return {
    what: 'the same by processor time of both processes',
    measured: `mean ${mean(through).toFixed(1)} ms`,
    against: `mean ${mean(within).toFixed(1)} ms`,
    ratio: `${extra.toFixed(1)} ms more`,
    bar: `≤ ${mostExtraMs} ms`,
    met: extra <= mostExtraMs,
    samples: `${through.length} + ${within.length} pictures`,
  };
}

/** As a worker did before the decoder had its own process. */
async function decodeWithin(original: Buffer, pixels: number): Promise<Buffer> {
  await sharp(original, { limitInputPixels: false }).metadata();
  return sharp(original, { failOn: 'error', pages: 1 })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg(saveOptionsOf(pixels))
    .toBuffer();
}
