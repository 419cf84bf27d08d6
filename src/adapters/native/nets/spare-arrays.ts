/** Lends arrays of one length and reuses them: allocating and clearing a new input for a net costs half as much as filling it. */
export function createSpareArrays(length: number) {
  const spare: Float32Array[] = [];
  return {
    /** The array still holds the values of its last use. */
    async lend<Result>(use: (array: Float32Array) => Promise<Result>): Promise<Result> {
      const array = spare.pop() ?? new Float32Array(length);
      try {
        return await use(array);
      } finally {
        spare.push(array);
      }
    },
  };
}
