/** Draws that depend on the seed only. */
export interface Random {
  /** A whole number from `least` to `most`, both included. */
  integer(least: number, most: number): number;
  /** A number in [least, most). */
  number(least: number, most: number): number;
  pick<T>(choices: readonly [T, ...T[]]): T;
  /** So many characters of the alphabet. */
  text(alphabet: string, length: number): string;
}

/** The generator mulberry32 (Tommy Ettinger, public domain): 32 bits of state, good enough to draw pictures with. */
export function createRandom(seed: number): Random {
  // Signed: V8 keeps such a number in place, and would make an object of each larger one. Films draw millions.
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    integer,
    number: (least, most) => least + next() * (most - least),
    pick: (choices) => choices[integer(0, choices.length - 1)] ?? choices[0],
    text: (alphabet, length) => Array.from({ length }, () => alphabet.charAt(integer(0, alphabet.length - 1))).join(''),
  };
}
