import { parseArgs } from 'node:util';
import { createFaceAnalyser } from '../../../src/adapters/native/faces/face-analyser.ts';
import { createModelStore } from '../../../src/adapters/native/nets/model-store.ts';
import { readModelCatalogue } from '../../../src/adapters/model-catalogue.ts';
import { ghostImageSignal } from '../../../src/domain/faces/ghost-image-signal.ts';
import type { ClearFace } from '../../../src/domain/ports/pages/page-reader.ts';
import type { FaceTemplate } from '../../../src/domain/traits.ts';
import { portraitOf } from '../../../src/services/media/find-portrait.ts';
import { drawPassport } from '../../../specimens/documents/draw-passport.ts';
import { printGhostImage } from '../../../specimens/documents/print-ghost-image.ts';
import { throughCamera } from '../../../specimens/captures/through-camera.ts';
import { createRandom } from '../../../specimens/drawing/create-random.ts';
import { readPeople, type PersonPicture } from '../faces/person-folders.ts';
import { inCondition, printablePortrait, spread } from '../faces/references.ts';
import { rate, UsageFault, type AccuracySection } from '../section.ts';

/** Widths of the ghost image in parts of the page's. */
const widths = [0.07, 0.1, 0.13, 0.16] as const;
const strengths = [0.3, 0.45, 0.6, 0.8] as const;
const doubtfulFrom = 0.5;

interface Page {
  person: string;
  look: { width: number; strength: number };
  portrait: FaceTemplate | null;
  ghosts: ClearFace[];
}

/** How often a page whose portrait was replaced is found by its ghost image, and how often an honest one is doubted. */
export const ghostImages: AccuracySection = {
  name: 'ghost-images',
  page: 'tampering',
  usage: [
    '--set DIR         a folder of people: person/picture or person/sitting/picture',
    '--title TEXT      what the set is called in the results',
    '--each N          so many pictures of each person become pages; 32 when left out',
    '--seed N          where the ghost images are, and how they look; 1 when left out',
  ],
  async measure(args, say) {
    const { set, title, each, seed } = readOptions(args);
    const catalogue = readModelCatalogue({ modelsDir: process.env.MODELS_DIR });
    const analyser = await createFaceAnalyser({ models: createModelStore({ catalogue, threads: 1 }) });
    const people = new Map<string, PersonPicture[]>();
    for await (const picture of readPeople(set)) {
      people.set(picture.person, [...(people.get(picture.person) ?? []), picture]);
    }
    const pages: Page[] = [];
    const random = createRandom(seed);
    for (const picture of [...people.values()].flatMap((pictures) => spread(pictures, each))) {
      const index = pages.length;
      const look = {
        width: random.pick(widths),
        strength: random.pick(strengths),
        isGrey: random.number(0, 1) < 0.6,
        isCrossed: random.number(0, 1) < 0.5,
      };
      const portrait = await printablePortrait(picture.jpeg);
      const drawn = await drawPassport({ seed: seed * 1_000 + index, portrait });
      const at = { x: random.number(0.55, 0.97 - look.width), y: random.number(0.08, 0.5) };
      const page = await throughCamera(await printGhostImage(drawn.jpeg, portrait, { look, at }), index);
      const jpeg = await inCondition(page, index);
      const seen = await analyser.analyse(jpeg, {
        template: true,
        small: true,
        everyone: true,
        clearFacesIn: { area: { x: 0, y: 0, width: 1, height: 1 }, isFace: () => true },
      });
      const own = portraitOf(seen);
      const ghosts = seen.clearFaces.filter(({ template }) => template.embedding !== own?.embedding);
      pages.push({ person: picture.person, look, portrait: own, ghosts });
      if (pages.length % 20 === 0) say(`${pages.length} pages`);
    }
    return {
      title: `Ghost images${title === null ? '' : `, ${title}`}`,
      facts: [
        `${pages.length} drawn passports with photographs of ${people.size} people and ghost images of the same photographs, seed ${seed}; seven conditions in turn`,
        'The ghost images are drawn: grey or coloured, half of them below lines and a date. They prove that the signal works, not how real print is judged',
        'Forged: the same pages, compared with the portraits on the pages of every other person',
        `Compared by ${analyser.templateModel.name} ${analyser.templateModel.sha256.slice(0, 12)}`,
      ],
      tables: [
        {
          title: 'By the width of the ghost image, in parts of the page’s',
          columns: [
            'width',
            'ghost image compared',
            'honest pages doubted',
            'honest, undecided',
            'forged pages doubted',
          ],
          rows: [
            ...widths.map((width) => tell(String(width), pages, (page) => page.look.width === width)),
            tell('all', pages, () => true),
          ],
        },
        {
          title: 'By its strength; the portrait has 1',
          columns: [
            'strength',
            'ghost image compared',
            'honest pages doubted',
            'honest, undecided',
            'forged pages doubted',
          ],
          rows: strengths.map((strength) => tell(String(strength), pages, (page) => page.look.strength === strength)),
        },
      ],
      complete: title !== null,
    };
  },
};

function tell(name: string, all: readonly Page[], isMeant: (page: Page) => boolean): string[] {
  const pages = all.filter((page) => page.portrait !== null && isMeant(page));
  const compared = pages.filter(({ ghosts }) => ghosts.length > 0);
  const scores = compared.flatMap(({ portrait, ghosts }) => scoreOf(portrait, ghosts));
  const forged = compared.flatMap(({ person, ghosts }) =>
    all
      .filter((other) => other.person !== person && other.portrait !== null)
      .flatMap(({ portrait }) => scoreOf(portrait, ghosts)),
  );
  const doubted = (scored: readonly number[]) => scored.filter((score) => score >= doubtfulFrom).length;
  const undecided = scores.filter((score) => score > 0 && score < doubtfulFrom).length;
  return [
    name,
    rate(compared.length, pages.length),
    rate(doubted(scores), scores.length),
    rate(undecided, scores.length),
    rate(doubted(forged), forged.length),
  ];
}

function scoreOf(portrait: FaceTemplate | null, ghosts: readonly ClearFace[]): number[] {
  const signal = portrait === null ? null : ghostImageSignal(portrait, ghosts);
  return signal === null ? [] : [signal.score];
}

function readOptions(args: readonly string[]): { set: string; title: string | null; each: number; seed: number } {
  const text = { type: 'string' } as const;
  try {
    const options = { set: text, title: text, each: text, seed: text };
    const { values } = parseArgs({ args: [...args], options });
    if (values.set === undefined) throw new UsageFault('--set DIR is missing');
    return {
      set: values.set,
      title: values.title ?? null,
      each: Number(values.each ?? '32'),
      seed: Number(values.seed ?? '1'),
    };
  } catch (error) {
    throw new UsageFault(error instanceof Error ? error.message : 'These options are not known.');
  }
}
