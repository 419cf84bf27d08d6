import { parseArgs } from 'node:util';
import { createFaceAnalyser } from '../../../src/adapters/native/faces/face-analyser.ts';
import { createModelStore } from '../../../src/adapters/native/nets/model-store.ts';
import { readModelCatalogue } from '../../../src/adapters/model-catalogue.ts';
import type { FaceTemplate } from '../../../src/domain/traits.ts';
import { judgeFacematch } from '../../../src/steps/faces/judge-facematch.ts';
import { pictureCopies } from '../faces/copy-picture.ts';
import { readPeople } from '../faces/person-folders.ts';
import { spread } from '../faces/references.ts';
import { rateWithBounds, UsageFault, type AccuracySection } from '../section.ts';

interface SeenFace {
  person: string;
  sitting: string | null;
  template: FaceTemplate;
  jpeg: Buffer;
}

/** How many selfies that are copies of the document's own picture are found, and how many honest selfies are taken for copies. */
export const copies: AccuracySection = {
  name: 'copies',
  page: 'faces',
  usage: [
    '--set DIR         a folder of people: person/sitting/picture',
    '--title TEXT      what the set is called in the results',
    '--each N          of so many pictures of each person copies are made; 4 when left out',
  ],
  async measure(args, say) {
    const { set, title, each } = readOptions(args);
    const catalogue = readModelCatalogue({ modelsDir: process.env.MODELS_DIR });
    const analyser = await createFaceAnalyser({ models: createModelStore({ catalogue, threads: 1 }) });
    const describe = async (jpeg: Buffer) =>
      (await analyser.analyse(jpeg, { template: true })).faces[0]?.template ?? null;
    const faces: SeenFace[] = [];
    for await (const { person, sitting, jpeg } of readPeople(set)) {
      const template = await describe(jpeg);
      if (template !== null) faces.push({ person, sitting, template, jpeg });
    }
    say(`${faces.length} faces`);
    const honest = pairsOfOnePerson(faces).map(([a, b]) => judge(a.template, b.template));
    const rows = [['other sittings of one person', ...shares(honest)]];
    const originals = [...new Set(faces.map(({ person }) => person))].flatMap((person) =>
      spread(
        faces.filter((face) => face.person === person),
        each,
      ),
    );
    const everyCopy: Judged[] = [];
    for (const [kind, make] of Object.entries(pictureCopies)) {
      const judged: Judged[] = [];
      for (const [index, { jpeg, template }] of originals.entries()) {
        const copy = await describe(await make(jpeg, index));
        judged.push(copy === null ? { code: null, isFace: false } : judge(copy, template));
      }
      rows.push([kind, ...shares(judged)]);
      everyCopy.push(...judged);
      say(kind);
    }
    rows.push(['all copies', ...shares(everyCopy)]);
    return {
      title: `Copies of one picture${title === null ? '' : `, ${title}`}`,
      facts: [
        `${faces.length} pictures of ${new Set(faces.map(({ person }) => person)).size} people; copies of ${originals.length} of them`,
        `Judged as the check \`facematch\` judges a selfie and a document's portrait, by ${analyser.templateModel.name} ${analyser.templateModel.sha256.slice(0, 12)}`,
        'Prints and screens are drawn. In brackets: 95 % confidence (Wilson), as if every picture were of another person',
      ],
      tables: [
        {
          title: 'Found to be the same picture',
          columns: [
            'second picture',
            'found by either',
            '`selfie.same_as_document`',
            '`facematch.too_alike`',
            'no face',
          ],
          rows,
        },
      ],
      complete: title !== null,
    };
  },
};

interface Judged {
  code: string | null;
  isFace: boolean;
}

function judge(face: FaceTemplate, other: FaceTemplate): Judged {
  const portrait = { ...other, source: 'document' } as const;
  const others = [{ stepId: 'document', type: 'document' as const, config: {}, traits: { portrait } }];
  const rules = { match: 'document', people: [], threshold: null, calibrations: [] };
  return { code: judgeFacematch({ traits: { face }, others }, rules)[0]?.code ?? null, isFace: true };
}

function shares(judged: readonly Judged[]): string[] {
  const seen = judged.filter(({ isFace }) => isFace);
  const count = (...codes: string[]) => seen.filter(({ code }) => code !== null && codes.includes(code)).length;
  return [
    rateWithBounds(count('selfie.same_as_document', 'facematch.too_alike'), seen.length),
    String(count('selfie.same_as_document')),
    String(count('facematch.too_alike')),
    String(judged.length - seen.length),
  ];
}

function pairsOfOnePerson(faces: readonly SeenFace[]): [SeenFace, SeenFace][] {
  return faces.flatMap((a, index) =>
    faces
      .slice(index + 1)
      .filter((b) => a.person === b.person && a.sitting !== null && b.sitting !== null && a.sitting !== b.sitting)
      .map((b): [SeenFace, SeenFace] => [a, b]),
  );
}

function readOptions(args: readonly string[]): { set: string; title: string | null; each: number } {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({ args: [...args], options: { set: text, title: text, each: text } });
    if (values.set === undefined) throw new UsageFault('--set DIR is missing');
    return { set: values.set, title: values.title ?? null, each: Number(values.each ?? '4') };
  } catch (error) {
    throw new UsageFault(error instanceof Error ? error.message : 'These options are not known.');
  }
}
