import { FaceIndex } from '../../src/domain/faces/face-index.ts';
import { newId } from '../../src/domain/id.ts';
import { createRandom } from '../../specimens/drawing/create-random.ts';
import { quantile, type Row } from '../section.ts';

const faceCount = 100_000;
const searches = 100;
const dimensions = 128;
const barMs = 50;
/** Two people in the calibration's pictures are some 0.8 apart. */
const spread = 0.8 / Math.sqrt(2 * dimensions);

/** The index that `duplicate-face` searches, filled with made-up faces that are as far apart as real ones. */
export function benchSearch(): Row {
  const random = createRandom(1);
  // The sum of three even ones is round enough.
  const value = () => (random.number(-1, 1) + random.number(-1, 1) + random.number(-1, 1)) * spread;
  const face = () => Float32Array.from({ length: dimensions }, value);
  const index = new FaceIndex(dimensions);
  const startedAt = performance.now();
  for (let count = 0; count < faceCount; count += 1) index.put(newId('identity'), face());
  const filledMs = performance.now() - startedAt;
  const options = { within: 0.5, limit: 20, except: '' };
  const took = Array.from({ length: searches }, () => {
    const wanted = face();
    const before = performance.now();
    index.nearest(wanted, options);
    return performance.now() - before;
  });
  const median = quantile(took, 0.5);
  return {
    what: `a face searched among ${faceCount} enrolled ones`,
    measured: `median ${median.toFixed(1)} ms, p95 ${quantile(took, 0.95).toFixed(1)} ms`,
    against: `made up and filled in ${(filledMs / 1000).toFixed(1)} s`,
    ratio: `${median.toFixed(1)} ms`,
    bar: `≤ ${barMs} ms`,
    met: median <= barMs,
    samples: `${searches} searches, made-up faces`,
  };
}
