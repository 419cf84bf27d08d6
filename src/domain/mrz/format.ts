/**
 * The machine-readable zones of ICAO 9303 parts 4 to 7 (passports, cards of two sizes, visas of two sizes), and two others: the French
 * identity card from 1988 to 2021, and the Swiss driving licence. The Swiss licence has a short line above the two, which names the blank
 * card and not the holder, so the service does not read it.
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
