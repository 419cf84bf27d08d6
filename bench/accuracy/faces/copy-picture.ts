import sharp, { type Sharp } from 'sharp';
import { pictureOfPrint } from '../../../specimens/captures/picture-of-print.ts';
import { pictureOfScreen } from '../../../specimens/captures/picture-of-screen.ts';

type Copy = (jpeg: Buffer, index: number) => Promise<Buffer>;

const saved = (picture: Sharp, quality = 90) => picture.jpeg({ quality }).toBuffer();
const grey = { background: '#808080' };
const angles = [0, 3, -6, 10, 5, -2];
const papers = [0.7, 0.8, 0.9];
const screenWidths = [900, 1100, 1280, 1000, 1500];
const turn = (values: readonly number[], index: number) => values[index % values.length] ?? 0;

const asPrint: Copy = (jpeg, index) =>
  pictureOfPrint(jpeg, {
    degrees: turn(angles, index),
    shareOfWidth: turn(papers, index),
    wall: '#8a7f70',
    margin: index % 2 === 0,
  });

/** Copies of one photograph, such as an attacker with a single photograph would submit. Prints and screens are drawn. */
export const pictureCopies: Readonly<Record<string, Copy>> = {
  mirrored: (jpeg) => saved(sharp(jpeg).flop()),
  'turned by 15°': (jpeg) => saved(sharp(jpeg).rotate(15, grey)),
  'turned by -15°': (jpeg) => saved(sharp(jpeg).rotate(-15, grey)),
  'mirrored and turned by 12°': async (jpeg) => saved(sharp(await saved(sharp(jpeg).flop())).rotate(12, grey)),
  'cropped by an eighth on each side': async (jpeg) => {
    const { width, height } = await sharp(jpeg).metadata();
    const [left, top] = [Math.round(width / 8), Math.round(height / 8)];
    return saved(sharp(jpeg).extract({ left, top, width: width - 2 * left, height: height - 2 * top }));
  },
  'small and enlarged again': async (jpeg) => {
    const { width } = await sharp(jpeg).metadata();
    return saved(sharp(await saved(sharp(jpeg).resize(Math.round(width * 0.4)), 85)).resize(width));
  },
  '200 pixels wide': (jpeg) => saved(sharp(jpeg).resize(200), 80),
  'gamma, darker': (jpeg) => saved(sharp(jpeg).gamma(1, 1.6)),
  'gamma, lighter': (jpeg) => saved(sharp(jpeg).gamma(1.6, 1)),
  'half the light': (jpeg) => saved(sharp(jpeg).linear(0.55, 0)),
  blurred: (jpeg) => saved(sharp(jpeg).blur(2.5)),
  'JPEG 20': (jpeg) => saved(sharp(jpeg), 20),
  'warm colours': (jpeg) =>
    saved(
      sharp(jpeg).recomb([
        [1.15, 0.05, 0],
        [0, 1, 0],
        [0, 0.05, 0.75],
      ]),
    ),
  'print, drawn': asPrint,
  'screen, drawn': (jpeg, index) =>
    pictureOfScreen(jpeg, { degrees: turn(angles, index), widthPx: turn(screenWidths, index), blur: 0.8 }),
  'print, drawn, in bad light': async (jpeg, index) =>
    saved(
      sharp(await asPrint(jpeg, index))
        .linear(0.6, 0)
        .blur(1.2),
      70,
    ),
};
