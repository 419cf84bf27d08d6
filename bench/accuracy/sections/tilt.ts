import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { createRandom } from '../../../specimens/drawing/create-random.ts';
import { drawLargeCard } from '../../../specimens/documents/draw-card.ts';
import type { RgbPicture } from '../../../src/domain/ports/faces/face-analyser.ts';
import { UsageFault, rateWithBounds, type AccuracySection } from '../section.ts';
import { filmTilted, tiltDirections, tiltedThings, type TiltedThing } from '../tilt/film-tilted-card.ts';
import { judgeTilt, tiltVerdicts, type TiltVerdict } from '../tilt/judge-tilt.ts';
import { measureTilt, type TiltReading } from '../tilt/measure-tilt.ts';

const names: Readonly<Record<TiltedThing, string>> = {
  laminated: 'a laminated card',
  paper: 'a card printed on paper without gloss (also: a printed copy)',
  screen: 'a screen that shows a photograph of a card on a table',
  'full-screen': 'a screen whose whole face is the card',
  replayed: 'a film of another direction, replayed where it fills the view',
};

/**
 * A trial: whether a film of a document that the person tilts as asked distinguishes a document from a screen. The service has no such
 * check.
 */
export const tilt: AccuracySection = {
  name: 'tilt',
  usage: ['--count N         films of each kind; 4 when left out'],
  async measure(args, say) {
    const count = readCount(args);
    const judged = new Map<TiltedThing, { verdict: TiltVerdict; reading: TiltReading | null }[]>();
    for (let seed = 1; seed <= count; seed += 1) {
      const card = await drawCard(seed);
      for (const thing of tiltedThings) {
        const random = createRandom(seed * 10 + tiltedThings.indexOf(thing));
        const direction = () => tiltDirections[random.integer(0, tiltDirections.length - 1)] ?? 'left';
        const [asked, earlier] = [direction(), direction()];
        const reading = measureTilt(filmTilted(card, thing, asked, { seed, earlier }));
        const verdict = judgeTilt(reading, asked);
        judged.set(thing, [...(judged.get(thing) ?? []), { verdict, reading }]);
        say(`${thing}, seed ${seed}: ${verdict}`);
      }
    }
    return {
      title: 'Documents that are tilted as asked (made-up material)',
      facts: [
        '**A trial on made-up films of a model of the world; the service has no such check and no such setting.** No film of a document, a hand or a screen was at hand',
        `${count} drawn cards (ID-1), seeds 1 to ${count}: planes in 3-D, 320 × 240 pixels, eight pictures a second for 2.4 s, tilted by 24 degrees in a direction drawn from four, with a trembling hand, one lamp and the noise of a sensor. The lamp is near the phone; where no direction brings its reflection onto the card, nothing can be told`,
        'The outline of the first picture is known. A page finder would add its own errors',
        'Limits were chosen on the first films of this set: optimistic. `passed` needs all of: tilted as asked, the same page throughout, surroundings that do not move with it, and a reflection that moves over it',
        'A screen that shows nothing but the card is as flat and as glossy as a laminated card, and its pixels are too fine for such a film: it passes as the card does. A replay passes when its direction is the one that is asked for, one time in four',
      ],
      tables: [
        {
          title: 'Verdicts',
          columns: ['what is tilted', ...tiltVerdicts],
          rows: tiltedThings.map((thing) => {
            const all = judged.get(thing) ?? [];
            const share = (wanted: TiltVerdict) =>
              rateWithBounds(all.filter(({ verdict }) => verdict === wanted).length, all.length);
            return [names[thing], ...tiltVerdicts.map(share)];
          }),
        },
        {
          title: 'What was measured, lowest, median and highest of each',
          columns: ['what is tilted', 'degrees', 'likeness', 'parallax', 'reflection', 'its way', 'flicker'],
          rows: tiltedThings.map((thing) => {
            const readings = (judged.get(thing) ?? []).flatMap(({ reading }) => reading ?? []);
            const range = (valueOf: (reading: TiltReading) => number, digits: number) => {
              const sorted = readings.map(valueOf).sort((a, b) => a - b);
              return [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)]
                .map((value) => value?.toFixed(digits))
                .join(' / ');
            };
            return [
              names[thing],
              range(({ degrees }) => degrees, 0),
              range(({ leastLikeness }) => leastLikeness, 2),
              range(({ parallax }) => parallax, 2),
              range(({ glare }) => glare, 0),
              range(({ glareTravel }) => glareTravel, 2),
              range(({ flicker }) => flicker, 1),
            ];
          }),
        },
      ],
      complete: true,
    };
  },
};

async function drawCard(seed: number): Promise<RgbPicture> {
  const { jpeg } = await drawLargeCard({ seed });
  const { data, info } = await sharp(jpeg).resize(640).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { rgb: new Uint8Array(data), widthPx: info.width, heightPx: info.height };
}

function readCount(args: readonly string[]): number {
  try {
    const { values } = parseArgs({ args: [...args], options: { count: { type: 'string' } } });
    const count = Number(values.count ?? '4');
    if (Number.isInteger(count) && count > 0) return count;
  } catch (error) {
    throw new UsageFault(error instanceof Error ? error.message : 'These options are not known.');
  }
  throw new UsageFault('--count takes a whole number from 1 on');
}
