/** The machine-readable zones of ICAO 9303 parts 4 to 7: passports, cards of two sizes, visas of two sizes. */
export const mrzFormats = ['TD1', 'TD2', 'TD3', 'MRV-A', 'MRV-B'] as const;
export type MrzFormat = (typeof mrzFormats)[number];

/** Lines and characters a line. */
export const mrzShapes: Readonly<Record<MrzFormat, { lines: number; characters: number }>> = {
  TD1: { lines: 3, characters: 30 },
  TD2: { lines: 2, characters: 36 },
  TD3: { lines: 2, characters: 44 },
  'MRV-A': { lines: 2, characters: 44 },
  'MRV-B': { lines: 2, characters: 36 },
};
