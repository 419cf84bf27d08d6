/**
 * The machine-readable zones of ICAO 9303 parts 4 to 7: passports, cards of two sizes, visas of two sizes; and two that are not
 * ICAO's: the French identity card from 1988 to 2021, and the Swiss driving licence. The latter's short third line above the two
 * names the blank and says nothing of the holder, so that it is not read.
 */
export const mrzFormats = ['TD1', 'TD2', 'TD3', 'MRV-A', 'MRV-B', 'FR-ID', 'CH-DL'] as const;
export type MrzFormat = (typeof mrzFormats)[number];

/** Lines and characters a line. */
export const mrzShapes: Readonly<Record<MrzFormat, { lines: number; characters: number }>> = {
  TD1: { lines: 3, characters: 30 },
  TD2: { lines: 2, characters: 36 },
  TD3: { lines: 2, characters: 44 },
  'MRV-A': { lines: 2, characters: 44 },
  'MRV-B': { lines: 2, characters: 36 },
  'FR-ID': { lines: 2, characters: 36 },
  'CH-DL': { lines: 2, characters: 30 },
};
