import type { FaceAnalyser } from '../../../src/domain/ports/faces/face-analyser.ts';
import { pictureOfPrint } from '../../../specimens/captures/picture-of-print.ts';
import { maskKinds, wearMask } from '../../../specimens/captures/wear-mask.ts';
import { pictureOfScreen } from '../../../specimens/captures/picture-of-screen.ts';
import { lookAtFace } from '../../../src/steps/faces/look-at-face.ts';
import { evaluatePassiveLiveness } from '../../../src/steps/passive-liveness/evaluate-passive-liveness.ts';
import { judgeFaceMask } from '../../../src/steps/passive-liveness/judge-coverings.ts';
import { passiveLivenessSchema } from '../../../src/steps/passive-liveness/schema.ts';
import { madeUpFile } from '../made-up-file.ts';
import { rate, type ResultTable } from '../section.ts';
import { pictureChanges } from './change-picture.ts';
import type { FacePicture } from './face-set.ts';

/** How the made-up attacks are held and photographed, in turn. */
const angles = [0, 3, -6, 10, 5, -2];
const walls = ['#8a7f70', '#c9c4bb', '#404850'];
const papers = [0.7, 0.8, 0.9];
const screenWidths = [900, 1100, 1280, 1000, 1500];
const blurs = [0.5, 0.8, 1];

const turn = <T>(values: readonly [T, ...T[]] | readonly T[], index: number): T => {
  const value = values[index % values.length];
  if (value === undefined) throw new Error('nothing to choose from');
  return value;
};

/** Made from every live picture: a print of it in front of a wall, and the picture on a screen. */
const attacks: Readonly<Record<string, (jpeg: Buffer, index: number) => Promise<Buffer>>> = {
  'print, made up': (jpeg, index) =>
    pictureOfPrint(jpeg, {
      degrees: turn(angles, index),
      shareOfWidth: turn(papers, index),
      wall: turn(walls, index),
      margin: index % 2 === 0,
    }),
  'screen, made up': (jpeg, index) =>
    pictureOfScreen(jpeg, {
      degrees: turn(angles, index),
      widthPx: turn(screenWidths, index),
      blur: turn(blurs, index),
    }),
};

interface Shown {
  passed: boolean;
  refused: boolean;
  /** What the anti-spoofing model alone would have let through. */
  modelPassed: boolean;
  signs: Readonly<Record<string, number>>;
  /** Outcomes of `face-mask` and `lens`. */
  coverings: Readonly<Record<(typeof coveringChecks)[number], string>>;
}

const coveringChecks = ['face-mask', 'lens'] as const;

/**
 * The outcomes of the whole check `passive-liveness` for every presentation, how many each sign caught, and the outcomes for bare faces.
 */
export async function tabulatePresentations(
  analyser: FaceAnalyser,
  pictures: readonly FacePicture[],
  say: (line: string) => void,
): Promise<ResultTable[]> {
  const shown = new Map<string, Shown[]>();
  const note = async (kind: string, jpeg: Buffer) => {
    shown.set(kind, [...(shown.get(kind) ?? []), await present(analyser, jpeg)]);
  };
  for (const [index, { presentation, jpeg, label }] of pictures.entries()) {
    if (presentation === null) continue;
    await note(presentation, jpeg);
    if (presentation !== 'live') continue;
    for (const [kind, make] of Object.entries(attacks)) await note(kind, await make(jpeg, index));
    say(`${label}: as a print and on a screen`);
  }
  const presentations: ResultTable = {
    title: 'Passive liveness as a whole: the model, and the signs of screens, prints and grids',
    columns: [
      'presentation',
      'passed',
      'to review',
      'refused',
      'the model alone passed',
      'screen',
      'print edge',
      'moiré',
    ],
    rows: [...shown].map(([kind, all]) => {
      const share = (of: (one: Shown) => boolean) => rate(all.filter(of).length, all.length);
      const sign = (name: string) => share(({ signs }) => (signs[name] ?? 0) >= 0.7);
      return [
        kind,
        share(({ passed }) => passed),
        share(({ passed, refused }) => !passed && !refused),
        share(({ refused }) => refused),
        share(({ modelPassed }) => modelPassed),
        sign('screen'),
        sign('printEdge'),
        sign('moire'),
      ];
    }),
  };
  return [presentations, tabulateCoverings(shown.get('live') ?? []), await tabulateMasks(analyser, pictures, say)];
}

/** Nobody in the live pictures wears a mask or sunglasses, so anything that does not pass here is a false alarm. Some wear spectacles. */
function tabulateCoverings(live: readonly Shown[]): ResultTable {
  const share = (check: (typeof coveringChecks)[number], outcomes: readonly string[]) =>
    rate(live.filter(({ coverings }) => outcomes.includes(coverings[check])).length, live.length);
  return {
    title: 'Masks and lenses: false alarms on live pictures without masks or tinted lenses',
    columns: ['check', 'passed', 'to review', 'asked to take it again'],
    rows: coveringChecks.map((check) => [
      check,
      share(check, ['passed']),
      share(check, ['warning', 'error', 'skipped']),
      share(check, ['failed']),
    ]),
  };
}

/** Bare faces, changed copies of them, and masks drawn over them: separately for the pictures on which limits were set, and the others. */
export async function tabulateMasks(
  analyser: FaceAnalyser,
  pictures: readonly FacePicture[],
  say: (line: string) => void,
): Promise<ResultTable> {
  const outcomes = new Map<string, string[]>();
  const note = async (kind: string, jpeg: Buffer) => {
    outcomes.set(kind, [...(outcomes.get(kind) ?? []), await maskOutcome(analyser, jpeg)]);
  };
  const live = pictures.filter(({ presentation }) => presentation === 'live');
  for (const [index, { jpeg, label }] of live.entries()) {
    const half = index % 2 === 0 ? 'limits set on these' : 'held out';
    await note(`bare, ${half}`, jpeg);
    for (const change of Object.values(pictureChanges)) await note(`bare, changed copies, ${half}`, await change(jpeg));
    const [face] = (await analyser.analyse(jpeg)).faces;
    if (face === undefined) continue;
    for (const kind of maskKinds) await note(`${kind} mask, ${half}`, await wearMask(jpeg, face.mesh, kind));
    say(`${label}: with masks`);
  }
  const rows = [...outcomes].sort(([a], [b]) => a.localeCompare(b));
  return {
    title: 'Masks, drawn over the live pictures: one that passes is missed',
    columns: ['picture', 'passed', 'to review', 'asked to take it again'],
    rows: rows.map(([kind, all]) => {
      const share = (...wanted: readonly string[]) =>
        rate(all.filter((outcome) => wanted.includes(outcome)).length, all.length);
      return [kind, share('passed'), share('warning', 'error', 'skipped'), share('failed')];
    }),
  };
}

/** Runs `face-mask` alone: the other measurements of a picture take three times as long. */
async function maskOutcome(faceAnalyser: FaceAnalyser, jpeg: Buffer): Promise<string> {
  const file = madeUpFile('selfie', 'image/jpeg', jpeg);
  const readImage = () => Promise.resolve({ jpeg, media: file });
  const look = await lookAtFace({ faceAnalyser, readImage }, file, { coverings: true });
  return judgeFaceMask(passiveLivenessSchema.config.parse({}), look).outcome;
}

async function present(faceAnalyser: FaceAnalyser, jpeg: Buffer): Promise<Shown> {
  const questions = { template: true, antiSpoofing: true, coverings: true, reproduction: true };
  const file = madeUpFile('selfie', 'image/jpeg', jpeg);
  const readImage = () => Promise.resolve({ jpeg, media: file });
  const look = await lookAtFace({ faceAnalyser, readImage }, file, questions);
  const config = passiveLivenessSchema.config.parse({});
  const outcomeOf = (seen: typeof look, check = 'passive-liveness') =>
    evaluatePassiveLiveness({ config, result: { look: seen } }).outcome.checks.find(({ id }) => id === check)?.outcome;
  const unsigned = { ...look, reproduction: { screen: 0, printEdge: 0, moire: 0 } };
  return {
    passed: outcomeOf(look) === 'passed',
    refused: outcomeOf(look) === 'failed',
    modelPassed: outcomeOf(unsigned) === 'passed',
    signs: look.reproduction ?? {},
    coverings: { 'face-mask': outcomeOf(look, 'face-mask') ?? 'error', lens: outcomeOf(look, 'lens') ?? 'error' },
  };
}
