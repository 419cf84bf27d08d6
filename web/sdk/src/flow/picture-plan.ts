export interface PictureTry {
  width: number;
  height: number;
  quality: number;
}

const qualities = [0.92, 0.85, 0.75, 0.6] as const;
/** The size to which a noisy picture is shrunk: noise shrinks with the pixels, text stays. 1,500 are 300 dpi of a passport's page. */
const smallerSides = [2200, 1800, 1500] as const;

/**
 * How a picture is encoded, best first: the first version that is small enough is sent, so that text keeps its edges. Where no quality is
 * below the limit, resolution is reduced before edges are. Never larger than the original.
 */
export function* picturesToTry(
  { width, height }: { width: number; height: number },
  longestSide: number,
): Generator<PictureTry> {
  const longer = Math.max(width, height);
  const sides = [longestSide, ...smallerSides.filter((side) => side < Math.min(longestSide, longer))];
  for (const side of sides) {
    const scale = Math.min(1, side / longer);
    for (const quality of qualities) {
      yield { width: Math.round(width * scale), height: Math.round(height * scale), quality };
    }
  }
}

/** Whether a file starts as HEIC, AVIF or TIFF does: the server opens these even where the browser cannot. */
export function isForServer(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(0, 12));
  if (text.startsWith('II*\0') || text.startsWith('MM\0*')) return true;
  return text.slice(4, 8) === 'ftyp' && ['heic', 'heix', 'heim', 'heis', 'mif1', 'avif'].includes(text.slice(8));
}
