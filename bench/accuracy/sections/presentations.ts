import { parseArgs } from 'node:util';
import { createFaceAnalyser } from '../../../src/adapters/native/faces/face-analyser.ts';
import { createModelStore } from '../../../src/adapters/native/nets/model-store.ts';
import { readModelCatalogue } from '../../../src/adapters/model-catalogue.ts';
import type { Check } from '../../../src/domain/verifications/check.ts';
import type { FaceAnalyser } from '../../../src/domain/ports/faces/face-analyser.ts';
import { lookAtFace } from '../../../src/steps/faces/look-at-face.ts';
import { evaluatePassiveLiveness } from '../../../src/steps/passive-liveness/evaluate-passive-liveness.ts';
import { passiveLivenessSchema } from '../../../src/steps/passive-liveness/schema.ts';
import { openPresentations, type CloseCut } from '../faces/real-presentations.ts';
import { madeUpFile } from '../made-up-file.ts';
import { rateWithBounds, UsageFault, type AccuracySection } from '../section.ts';

interface Judged {
  kind: string;
  /** Outcome and code of each check of the step. */
  checks: Pick<Check, 'id' | 'outcome' | 'code'>[];
}

/** Passive liveness on pictures that a camera took: of living people, and of attacks. */
export const presentations: AccuracySection = {
  name: 'presentations',
  page: 'liveness',
  usage: [
    '--set DIR         a folder `live` and one for each kind of attack, with pictures in them',
    '--title TEXT      what the set is called in the results',
    '--enlarge PX      for pictures cut close to the face: their longer side becomes so long …',
    '--mirror SHARE    … and their border is extended by mirroring this share of the shorter side; 0.3 when left out',
  ],
  async measure(args, say) {
    const { set, title, cut } = readOptions(args);
    const catalogue = readModelCatalogue({ modelsDir: process.env.MODELS_DIR });
    const analyser = await createFaceAnalyser({ models: createModelStore({ catalogue, threads: 1 }) });
    const { models, missing, rule } = analyser.antiSpoofing;
    if (missing.length > 0) throw new UsageFault(`${missing.join(', ')} cannot be used: set MODELS_DIR`);
    const judged: Judged[] = [];
    for await (const { kind, jpeg } of openPresentations(set, cut)) {
      judged.push({ kind, checks: await judge(analyser, jpeg) });
      if (judged.length % 50 === 0) say(`${judged.length} pictures judged`);
    }
    const kinds = [...new Set(judged.map(({ kind }) => kind))];
    return {
      title: `Real presentations${title === null ? '' : `, ${title}`}`,
      facts: [
        `Models: ${models.map(({ name, sha256 }) => `${name} ${sha256.slice(0, 12)}`).join(', ')}; rule: ${rule}`,
        ...(cut === null
          ? []
          : [
              `The pictures are cut close to the face: enlarged to ${cut.longSidePx} pixels, border extended by mirroring ${cut.mirroredShare} of the shorter side`,
            ]),
        'One picture, one attempt: a picture that a person can take again counts as not passed. In brackets: 95 % confidence (Wilson), as if every picture were of another person',
      ],
      tables: [
        {
          title: 'The check `passive-liveness`',
          columns: ['presentation', 'passed', 'not passed, and not called an attack', 'called an attack'],
          rows: kinds.map((kind) => {
            const checks = ofKind(judged, kind).map((one) => one.checks.find(({ id }) => id === 'passive-liveness'));
            const share = (of: (check: Judged['checks'][number] | undefined) => boolean) =>
              rateWithBounds(checks.filter(of).length, checks.length);
            return [
              kind,
              share((check) => check?.outcome === 'passed'),
              share((check) => check?.outcome !== 'passed' && check?.outcome !== 'failed'),
              share((check) => check?.outcome === 'failed'),
            ];
          }),
        },
        {
          title: 'Every check and code',
          columns: ['presentation', 'check', 'outcome', 'rate'],
          rows: kinds.flatMap((kind) => tellCodes(kind, ofKind(judged, kind))),
        },
      ],
      complete: title !== null,
    };
  },
};

function ofKind(judged: readonly Judged[], kind: string): Judged[] {
  return judged.filter((one) => one.kind === kind);
}

function tellCodes(kind: string, judged: readonly Judged[]): string[][] {
  const counts = new Map<string, { id: string; outcome: string; count: number }>();
  for (const { id, outcome, code } of judged.flatMap(({ checks }) => checks)) {
    const told = `${outcome} ${code ?? ''}`.trim();
    const key = `${id} ${told}`;
    counts.set(key, { id, outcome: told, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([, { id, outcome, count }]) => [kind, id, outcome, rateWithBounds(count, judged.length)]);
}

async function judge(faceAnalyser: FaceAnalyser, jpeg: Buffer): Promise<Judged['checks']> {
  const file = madeUpFile('selfie', 'image/jpeg', jpeg);
  const readImage = () => Promise.resolve({ jpeg, media: file });
  const questions = { antiSpoofing: true, coverings: true, reproduction: true };
  const look = await lookAtFace({ faceAnalyser, readImage }, file, questions);
  return evaluatePassiveLiveness({ config: passiveLivenessSchema.config.parse({}), result: { look } }).outcome.checks;
}

function readOptions(args: readonly string[]): { set: string; title: string | null; cut: CloseCut | null } {
  const text = { type: 'string' } as const;
  try {
    const options = { set: text, title: text, enlarge: text, mirror: text };
    const { values } = parseArgs({ args: [...args], options });
    if (values.set === undefined) throw new UsageFault('--set DIR is missing');
    const cut =
      values.enlarge === undefined
        ? null
        : { longSidePx: Number(values.enlarge), mirroredShare: Number(values.mirror ?? '0.3') };
    return { set: values.set, title: values.title ?? null, cut };
  } catch (error) {
    throw new UsageFault(error instanceof Error ? error.message : 'These options are not known.');
  }
}
