/** The squares in which JPEG works. */
const block = 8;
/** Blocks along a side of an area: 24 pixels. */
const side = 3;
/**
 * Beyond these values a sensor is saturated, or a camera's processing crushes its shadows: such areas have no noise in honest pictures
 * either.
 */
const saturated = { dark: 24, bright: 250 };

export interface FlatAreas {
  /** Areas of 24 pixels, not saturated, that could be examined. */
  areas: number;
  /** The share of them in which every pixel has the same value. */
  flatShare: number;
  /** The share of all areas that are pure white. */
  blankShare: number;
}

/**
 * How much of a picture has exactly one value over 24 pixels and more. A sensor's noise leaves hardly any such area, even after strong
 * compression: single blocks become flat, but seldom nine neighbours with the same value. Areas that a program fills are flat.
 */
export function measureFlatAreas(rgb: Uint8Array, widthPx: number, heightPx: number): FlatAreas {
  const columns = Math.floor(widthPx / block);
  const rows = Math.floor(heightPx / block);
  const { values, isSaturated } = readBlocks(rgb, widthPx, columns, rows);
  let [areas, flat, all, blank] = [0, 0, 0, 0];
  for (let y = 0; y + side <= rows; y += 1) {
    for (let x = 0; x + side <= columns; x += 1) {
      const at = y * columns + x;
      const value = values[at] ?? -1;
      let isFlat = value >= 0;
      for (let dy = 0; dy < side && isFlat; dy += 1) {
        for (let dx = 0; dx < side && isFlat; dx += 1) isFlat = values[at + dy * columns + dx] === value;
      }
      all += 1;
      if (isSaturated[at] === 1) {
        // Night is as black as ink, so only white areas are evidence.
        if (isFlat && value > saturated.bright) blank += 1;
      } else {
        areas += 1;
        if (isFlat) flat += 1;
      }
    }
  }
  return { areas, flatShare: areas === 0 ? 0 : flat / areas, blankShare: all === 0 ? 0 : blank / all };
}

/** The single luma value (BT.601, in 256ths) of each block, or -1 when it has several. */
function readBlocks(rgb: Uint8Array, widthPx: number, columns: number, rows: number) {
  const values = new Int16Array(columns * rows);
  const isSaturated = new Uint8Array(columns * rows);
  for (let by = 0; by < rows; by += 1) {
    for (let bx = 0; bx < columns; bx += 1) {
      let [least, most] = [255, 0];
      for (let y = by * block; y < by * block + block; y += 1) {
        let at = (y * widthPx + bx * block) * 3;
        for (let x = 0; x < block; x += 1, at += 3) {
          const luma = (77 * (rgb[at] ?? 0) + 150 * (rgb[at + 1] ?? 0) + 29 * (rgb[at + 2] ?? 0)) >> 8;
          if (luma < least) least = luma;
          if (luma > most) most = luma;
        }
      }
      values[by * columns + bx] = least === most ? least : -1;
      isSaturated[by * columns + bx] = most > saturated.bright || least < saturated.dark ? 1 : 0;
    }
  }
  return { values, isSaturated };
}
