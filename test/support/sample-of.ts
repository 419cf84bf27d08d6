/** `npm run test:full` runs every case of a matrix, the quick suite a sample (`vitest.config.ts` sets the variable). */
export const isFullSuite = process.env.TEST_SUITE === 'full';

/** All cases in the full suite, and `count` of them in the quick one: the first case, and others at equal distances after it. */
export function sampleOf<T>(cases: readonly T[], count: number): readonly T[] {
  if (isFullSuite || cases.length <= count) return cases;
  return cases.filter(
    (_, index) => Math.ceil((index * count) / cases.length) < Math.ceil(((index + 1) * count) / cases.length),
  );
}
