/** For a picture of this size, the encoder holds some 150 MB of coefficients to optimise its codes. */
const mostPixelsToOptimise = 12_000_000;

/**
 * How the service saves pictures: finely enough that a second compression costs no character, with full colour resolution, because fine
 * print may be coloured. Large pictures are saved while they are decoded, line by line: for 48 megapixels, the encoder would otherwise need
 * 540 MB and twice the time to make the file a fifth smaller.
 */
export function saveOptionsOf(pixels: number) {
  return { quality: 95, chromaSubsampling: '4:4:4', optimiseCoding: pixels <= mostPixelsToOptimise };
}
