import { createRandom, type Random } from '../../../specimens/drawing/create-random.ts';
import {
  drawColour,
  lightStepCount,
  lightStepMs,
  type LinearColour,
  type PlacedColour,
} from '../../../src/domain/verifications/light-colours.ts';
import { judgeLight, type JudgedLight } from '../../../src/steps/active-liveness/judge-light.ts';
import { lightAnswers } from '../../../src/steps/active-liveness/light-schema.ts';
import { filmLight, measureFilm, type Subject } from '../liveness/light-world.ts';
import { recorders, throughCodec } from '../liveness/through-codec.ts';
import { rateWithBounds, UsageFault, type AccuracySection, type ResultTable } from '../section.ts';

const filmsOfCell = 5;
/** Light of the screen compared with that of the room: a phone in an evening room, by a lamp, in an office, by a window. */
const ratios = [1, 0.33, 0.2, 0.1, 0.05, 0.02];
/** Albedo in linear light, over Fitzpatrick's range; made up after published reflectances of skin. */
const skins: Readonly<Record<string, LinearColour>> = {
  light: [0.62, 0.42, 0.33],
  medium: [0.42, 0.25, 0.17],
  dark: [0.17, 0.095, 0.06],
  'very dark': [0.08, 0.045, 0.03],
};
/** The way of a colour to the person and of the film back, in milliseconds. */
const networkMs = { least: 40, most: 400 };

type Judged = JudgedLight['answer'];
type DrawSubject = (random: Random) => Subject;
const film =
  (tint: 'none' | 'frame' | 'face' | 'relit', lagMs: number): DrawSubject =>
  () => ({
    kind: 'film',
    tint,
    lagMs,
  });
const before =
  (kind: 'face' | 'mask' | 'print'): DrawSubject =>
  (random) => ({ kind, lagMs: lagOf(random) });

const attacks: Readonly<Record<string, DrawSubject>> = {
  'no answer': film('none', 0),
  'another sequence (a recording of an earlier one)': () => ({ kind: 'face', lagMs: 0 }),
  'the video on a screen, which mirrors the colours': (random) => ({
    kind: 'screen',
    film: drawLight(random),
    lagMs: lagOf(random),
  }),
  'a print held flat': before('print'),
  'the whole picture tinted, 100 ms late': film('frame', 100),
  'the face tinted evenly, 100 ms late': film('face', 100),
  'the face relit in 3-D, 50 ms late': film('relit', 50),
  'the face relit in 3-D, 300 ms late': film('relit', 300),
  'the face relit in 3-D, 1.5 s late': film('relit', 1_500),
  'a paper mask on a head, without a nose': before('mask'),
};

/** The light of the screen in a simulation: how often the check finds its answer. */
export const light: AccuracySection = {
  name: 'light',
  page: 'liveness',
  usage: ['(no options; takes some minutes)'],
  async measure(args, say) {
    if (args.length > 0) throw new UsageFault(`unknown: ${args.join(' ')}`);
    const genuine: Genuine[] = [];
    for (const recorder of ['usual', 'thrifty'] as const) {
      for (const [place, [name, skin]] of Object.entries(skins).entries()) {
        const cells: Judged[][] = [];
        for (const ratio of ratios) {
          const seed = 1_000 * place + ratio * 100;
          cells.push(await judgeMany(before('face'), { ratio, skin, seed, recorder }));
        }
        say(`faces, skin ${name}, ${recorder} recorder`);
        genuine.push({ name, recorder, cells });
      }
    }
    const attacked: { name: string; answers: Judged[] }[] = [];
    for (const [place, [name, subject]] of Object.entries(attacks).entries()) {
      const answers: Judged[] = [];
      for (const ratio of [0.33, 1]) {
        for (const [index, skin] of Object.values(skins).entries()) {
          const seed = 50_000 + 1_000 * place + index * 100 + ratio * 10;
          const other = name.startsWith('another');
          answers.push(...(await judgeMany(subject, { ratio, skin, seed, recorder: 'usual', other })));
        }
      }
      say(name);
      attacked.push({ name, answers });
    }
    const barOf = (recorder: Recorder) => {
      const enough = genuine
        .filter((one) => one.recorder === recorder)
        .flatMap(({ cells }) => cells.slice(0, 3).flat());
      return rateWithBounds(count(enough, 'answered'), enough.length);
    };
    return {
      title: 'The light of the screen, simulated',
      facts: [
        '**A simulation, no measurement**: drawn heads (an ellipsoid with a nose) in front of a wall, lit by a screen and a room, seen by a synthetic camera with exposure and white balance that follow, sway, noise and eight bits, and recorded by a real encoder (VP8 in WebM, four times as wide). No lens, no face, no person. It proves that the measuring and judging code does what it is meant to, and nothing about people',
        `The videos pass through the decoder of the service and its measuring code (\`measure-light.ts\`, \`judge-light.ts\`); ${filmsOfCell} videos a cell, seeds in the code. “Usual” and “thrifty” are the bits a pixel that the SDK asks the browser for, ${bitsOf('usual')} and ${bitsOf('thrifty')}`,
        `Faces where the screen gives a fifth of the room’s light or more: answered ${barOf('usual')} with the usual recorder and ${barOf('thrifty')} with the thrifty one; the bar is 85 %. The light never refuses: a face that does not answer goes to review if the flow requires the light`,
        'Attacks: the usual recorder, the two ratios 0.33 and 1 and the four skins together. A face relit in 3-D in real time passes as long as its delay is within the time that a network may take, and a mask on a head has a face’s shape: the light stops neither',
      ],
      tables: [genuineTable(genuine), skinTable(genuine), attackTable(attacked)],
      complete: true,
    };
  },
};

type Recorder = keyof typeof recorders;
interface Genuine {
  name: string;
  recorder: Recorder;
  cells: Judged[][];
}

const bitsOf = (recorder: Recorder) => recorders[recorder].toFixed(3);

async function judgeMany(
  subjectOf: DrawSubject,
  {
    ratio,
    skin,
    seed,
    recorder,
    other = false,
  }: { ratio: number; skin: LinearColour; seed: number; recorder: Recorder; other?: boolean },
): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (let index = 0; index < filmsOfCell; index += 1) {
    const random = createRandom(Math.round(seed * 100) + index);
    const asked = drawLight(random);
    const shown = other ? drawLight(random) : asked;
    const film = filmLight({ subject: subjectOf(random), ratio, skin, light: shown }, random);
    judged.push(judgeLight(measureFilm(await throughCodec(film, recorder)), asked).answer);
  }
  return judged;
}

function drawLight(random: Random): PlacedColour[] {
  const placed: PlacedColour[] = [];
  while (placed.length < lightStepCount) {
    const colour = drawColour((below) => random.integer(0, below - 1), placed.at(-1)?.colour);
    placed.push({ colour, atMs: 8_000 + placed.length * lightStepMs });
  }
  return placed;
}

const lagOf = (random: Random) => random.number(networkMs.least, networkMs.most);
const count = (answers: readonly Judged[], answer: Judged) => answers.filter((one) => one === answer).length;
const counts = (answers: readonly Judged[]) => lightAnswers.map((answer) => String(count(answers, answer)));

function genuineTable(genuine: readonly Genuine[]): ResultTable {
  const rows = (['usual', 'thrifty'] as const).flatMap((recorder) =>
    ratios.map((ratio, index) => {
      const answers = genuine.filter((one) => one.recorder === recorder).flatMap(({ cells }) => cells[index] ?? []);
      return [recorder, String(ratio), rateWithBounds(count(answers, 'answered'), answers.length), ...counts(answers)];
    }),
  );
  return {
    title: 'Faces, by the light of the screen over that of the room',
    columns: ['recorder', 'ratio', 'answered', ...lightAnswers],
    rows,
  };
}

function skinTable(genuine: readonly Genuine[]): ResultTable {
  const rows = genuine.map(({ name, recorder, cells }) => [
    name,
    recorder,
    ...cells.map((answers) => `${count(answers, 'answered')} of ${answers.length}`),
  ]);
  return { title: 'Faces that answer, by skin and ratio', columns: ['skin', 'recorder', ...ratios.map(String)], rows };
}

function attackTable(attacked: readonly { name: string; answers: Judged[] }[]): ResultTable {
  const rows = attacked.map(({ name, answers }) => [
    name,
    rateWithBounds(count(answers, 'answered'), answers.length),
    ...counts(answers),
  ]);
  return { title: 'Attacks', columns: ['attack', 'answered', ...lightAnswers], rows };
}
