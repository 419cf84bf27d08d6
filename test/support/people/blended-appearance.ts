import { appearanceSide } from '../../../src/domain/faces/same-picture.ts';
import { createRandom } from '../../../specimens/drawing/create-random.ts';

/** Patches of light and dark, as on a face at this size. */
function patches(seed: number): number[] {
  const random = createRandom(seed);
  const coarse = Array.from({ length: 17 ** 2 }, () => random.number(40, 210));
  return Array.from({ length: appearanceSide ** 2 }, (_, index) => {
    const [x, y] = [Math.floor((index % appearanceSide) / 3), Math.floor(index / appearanceSide / 3)];
    return coarse[y * 17 + x] ?? 0;
  });
}

/** A photograph that is blended with this share of another one. */
export function blended(share: number): string {
  const [one, other] = [patches(1), patches(2)];
  return Buffer.from(one.map((value, index) => value * (1 - share) + (other[index] ?? 0) * share)).toString('base64');
}
