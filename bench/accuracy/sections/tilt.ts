import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { drawLargeCard } from '../../../specimens/documents/draw-card.ts';
import type { RgbPicture } from '../../../src/domain/ports/faces/face-analyser.ts';
import { tiltAnswers } from '../../../src/steps/document/presence/judge-tilt.ts';
import { UsageFault, rateWithBounds, type AccuracySection } from '../section.ts';
import { judgeMadeFilm, type MadeFilm, type MadeFilmAnswer } from '../tilt/judge-made-film.ts';

/** What is filmed, and the fault of the film. `photos`: the names of the presentations, by the card of the photo. */
const films: readonly { film: Pick<MadeFilm, 'thing' | 'fault'>; photos: { same: string; other?: string } }[] = [
  {
    film: { thing: 'laminated', fault: null },
    photos: { same: 'a laminated card', other: 'the same video next to the photo of another card of the same kind' },
  },
  {
    film: { thing: 'paper', fault: null },
    photos: { same: 'a card printed on paper without gloss (also: a printed copy)' },
  },
  {
    film: { thing: 'screen', fault: null },
    photos: { same: 'a screen that shows a photograph of a card on a table' },
  },
  { film: { thing: 'full-screen', fault: null }, photos: { same: 'a screen that is filled by the card' } },
  {
    film: { thing: 'laminated', fault: 'replayed' },
    photos: { same: 'a video of earlier prompts, replayed where it fills the view' },
  },
  { film: { thing: 'laminated', fault: 'still' }, photos: { same: 'a laminated card that lies still' } },
];
const names = films.flatMap(({ photos: { same, other } }) => (other === undefined ? [same] : [same, other]));

/** Limits were set on seeds below this one. */
const firstSeed = 201;

/** How the product's own functions judge made-up films of documents that are tilted as asked. */
export const tilt: AccuracySection = {
  name: 'tilt',
  page: 'liveness',
  usage: ['--count N         videos of each kind; 40 when left out'],
  async measure(args, say) {
    const count = readCount(args);
    const judged = new Map<string, MadeFilmAnswer[]>();
    for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
      const [card, other] = [await drawCard(seed), await drawCard(seed + 10_000)];
      for (const { film, photos } of films) {
        const isOtherToo = photos.other !== undefined;
        const answers = await judgeMadeFilm({ ...film, seed, card }, isOtherToo ? [card, other] : [card]);
        [photos.same, photos.other ?? ''].forEach((name, index) => {
          const answer = answers[index];
          if (answer === undefined) return;
          judged.set(name, [...(judged.get(name) ?? []), answer]);
          say(`${name}, seed ${seed}: ${answer.answer}`);
        });
      }
    }
    return {
      title: 'Documents that are tilted as asked (synthetic material)',
      facts: [
        '**Synthetic videos from a model of the world.** We had no video of a document, a hand or a screen: how often honest people and real attacks pass was never measured',
        `${count} drawn cards (TD2), seeds ${firstSeed} to ${firstSeed + count - 1}, one video of each presentation: planes in 3-D, 320 × 240 pixels, eight pictures a second, and 640 × 480 for letters; three prompts, each followed by 24 degrees after 300 to 700 ms, with a trembling hand, one lamp and the noise of a sensor, without a codec. The lamp is near the phone; if no direction brings its reflection onto the card, the check cannot judge`,
        'The service’s own functions find the outline, follow the card, compare it with the photo and judge. Limits were set on seeds 101 to 112; a card of the other photo has the same layout and silhouette, and other values',
        'A screen that shows only the card is as flat and as glossy as a laminated card, and passes as the card does. A replay passes if its three directions are the requested ones, one time in 36',
      ],
      tables: [
        {
          title: 'Answers',
          columns: ['what is filmed', ...tiltAnswers],
          rows: names.map((name) => {
            const all = judged.get(name) ?? [];
            return [
              name,
              ...tiltAnswers.map((wanted) =>
                rateWithBounds(all.filter(({ answer }) => answer === wanted).length, all.length),
              ),
            ];
          }),
        },
        {
          title: 'What was measured, lowest, median and highest of each',
          columns: [
            'what is filmed',
            'lost',
            'like the photo',
            'parallax',
            'reflection',
            'path of the reflection',
            'flicker',
            'pattern of a screen',
          ],
          rows: names.map((name) => {
            const all = judged.get(name) ?? [];
            const range = (valueOf: (answer: MadeFilmAnswer) => number | null, digits: number) => {
              const sorted = all.flatMap((answer) => valueOf(answer) ?? []).sort((a, b) => a - b);
              return [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)]
                .map((value) => value?.toFixed(digits) ?? '–')
                .join(' / ');
            };
            return [
              name,
              range(({ lostShare }) => lostShare, 2),
              range(({ alikePicture }) => alikePicture, 2),
              range(({ parallax }) => parallax, 2),
              range(({ reflection }) => reflection, 0),
              range(({ reflectionTravel }) => reflectionTravel, 2),
              range(({ flicker }) => flicker, 1),
              range(({ screenPattern }) => screenPattern, 2),
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
  const { data, info } = await sharp(jpeg).resize(1280).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { rgb: new Uint8Array(data), widthPx: info.width, heightPx: info.height };
}

function readCount(args: readonly string[]): number {
  try {
    const { values } = parseArgs({ args: [...args], options: { count: { type: 'string' } } });
    const count = Number(values.count ?? '40');
    if (Number.isInteger(count) && count > 0) return count;
  } catch (error) {
    throw new UsageFault(error instanceof Error ? error.message : 'These options are not known.');
  }
  throw new UsageFault('--count takes a whole number from 1 on');
}
