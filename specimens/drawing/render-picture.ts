import sharp from 'sharp';
import type { Random } from './create-random.ts';
import { drawBackground } from '../documents/draw-background.ts';
import { drawSilhouette } from '../documents/draw-silhouette.ts';
import type { Area, PageDrawing } from '../documents/page-drawing.ts';
import { textPath } from './text-path.ts';

export interface RenderedPicture {
  jpeg: Buffer;
  widthPx: number;
  heightPx: number;
}

/** The page as a camera or a scanner sees it. `portrait`: a picture to print in place of the silhouette. */
export async function renderPicture(page: PageDrawing, random: Random, portrait?: Buffer): Promise<RenderedPicture> {
  const scale = page.pixelsPerMm;
  const widthPx = Math.round(page.widthMm * scale);
  const heightPx = Math.round(page.heightMm * scale);
  const parts = [
    page.background === 'security'
      ? drawBackground(random, widthPx, heightPx)
      : `<rect width="${widthPx}" height="${heightPx}" fill="hsl(${random.integer(30, 60)},20%,97%)"/>`,
    ...page.texts.map(({ x, y, size, pitch, ...text }) =>
      textPath({
        ...text,
        x: x * scale,
        y: y * scale,
        size: size * scale,
        ...(pitch !== undefined && { pitch: pitch * scale }),
      }),
    ),
  ];
  const place = page.portrait;
  if (place !== null && portrait === undefined) {
    parts.push(drawSilhouette(place.x * scale, place.y * scale, place.width * scale, place.height * scale));
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}">${parts.join('\n')}</svg>`;

  // The product blocks the SVG loader in its processes; here the drawing itself is SVG.
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  const overlays = await Promise.all(page.pictures.map(({ png, ...area }) => fit(png, area, scale, 'fill')));
  if (place !== null && portrait !== undefined) overlays.push(await fit(portrait, place, scale, 'cover'));
  const jpeg = await sharp(Buffer.from(svg)).flatten().composite(overlays).jpeg({ quality: 92 }).toBuffer();
  return { jpeg, widthPx, heightPx };
}

async function fit(picture: Buffer, area: Area, scale: number, how: 'fill' | 'cover') {
  const [width, height] = [Math.round(area.width * scale), Math.round(area.height * scale)];
  const input = await sharp(picture)
    .autoOrient()
    .resize({ width, height, fit: how, position: 'top' })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return { input, left: Math.round(area.x * scale), top: Math.round(area.y * scale) };
}
