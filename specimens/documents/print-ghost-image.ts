import sharp from 'sharp';

/** How a second, faint print of the portrait looks. */
export interface GhostLook {
  /** The width of the whole print in parts of the page's. */
  width: number;
  /** 1: as strong as the portrait; 0: not there. */
  strength: number;
  isGrey: boolean;
  /** Whether fine lines and a date are printed over it. */
  isCrossed: boolean;
}

/** Prints a portrait a second time, small and faint, as many documents do. `at`: its upper left corner in parts of the page's sides. */
export async function printGhostImage(
  page: Buffer,
  portrait: Buffer,
  { look, at }: { look: GhostLook; at: { x: number; y: number } },
): Promise<Buffer> {
  const { width: pageWidth, height: pageHeight } = await sharp(page).metadata();
  const shrunk = sharp(portrait)
    .resize({ width: Math.round(look.width * pageWidth) })
    .modulate({ saturation: look.isGrey ? 0 : 0.8 })
    .removeAlpha()
    .toColourspace('srgb');
  const { data, info } = await shrunk.png().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const fade = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><radialGradient id="g" cx="50%" cy="50%" r="58%">
<stop offset="0.7" stop-color="#fff" stop-opacity="${look.strength}"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs>
<rect width="100%" height="100%" fill="url(#g)"/></svg>`,
  );
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  const faint = await sharp(data)
    .ensureAlpha()
    .composite([{ input: fade, blend: 'dest-in' }])
    .png()
    .toBuffer();
  const place = { left: Math.round(at.x * pageWidth), top: Math.round(at.y * pageHeight) };
  const crossed = look.isCrossed ? [{ input: linesAndDate(width, height), ...place }] : [];
  return sharp(page)
    .composite([{ input: faint, ...place }, ...crossed])
    .jpeg({ quality: 97, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

function linesAndDate(width: number, height: number): Buffer {
  const waves = Array.from({ length: 9 }, (_, index) => {
    const swing = 12 - (index % 3) * 12;
    return `<path d="M0 ${(height * index) / 9} q ${width / 4} ${swing} ${width / 2} 0 t ${width / 2} 0" stroke="#7a5a90" stroke-opacity="0.45" fill="none" stroke-width="1"/>`;
  });
  const date = `<text x="2" y="${height * 0.93}" font-size="${width / 6}" font-weight="bold" font-family="sans-serif">04 AUG 1988</text>`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${waves.join('')}${date}</svg>`,
  );
}
