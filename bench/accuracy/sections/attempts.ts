import { parseArgs } from 'node:util';
import { createRandom } from '../../../specimens/drawing/create-random.ts';
import {
  honestOver,
  timelyAttacks,
  untimelyAttempts,
  type MakeAttempt,
} from '../../../specimens/faces/make-attempt.ts';
import { evaluateActiveLiveness } from '../../../src/steps/active-liveness/evaluate-active-liveness.ts';
import { activeLivenessSchema } from '../../../src/steps/active-liveness/schema.ts';
import { rateWithBounds, UsageFault, type AccuracySection } from '../section.ts';

const networks = {
  '10 Mbit/s, 40 ms each way': { bitsPerSecond: 10_000_000, latencyMs: 40 },
  '400 kbit/s, 400 ms each way': { bitsPerSecond: 400_000, latencyMs: 400 },
  '400 kbit/s, 600 ms each way': { bitsPerSecond: 400_000, latencyMs: 600 },
  '300 kbit/s, 800 ms each way': { bitsPerSecond: 300_000, latencyMs: 800 },
};
/** Guesses are rarely right, so more of them are made. */
const guessesOfCount = [3, 4, 5] as const;
const timesMoreGuesses = 40;
const firstSeed = 1;

/** Active liveness against the clock: attempts whose pictures are beyond doubt, with simulated clocks of device, network and server. */
export const attempts: AccuracySection = {
  name: 'attempts',
  page: 'liveness',
  usage: ['--count N         attempts of each kind; 100 when left out'],
  measure(args, say) {
    const count = readCount(args);
    const judged = (make: MakeAttempt, times: number, promptCount?: number) => {
      const answers = Array.from({ length: times }, (_, index) => judge(make, firstSeed + index, promptCount));
      return {
        accepted: rateWithBounds(answers.filter(({ accepted }) => accepted).length, times),
        acceptedCount: answers.filter(({ accepted }) => accepted).length,
        refused: answers.filter(({ refused }) => refused).length,
        review: answers.filter(({ accepted, refused }) => !accepted && !refused).length,
      };
    };
    const untimely = Object.entries(untimelyAttempts).map(([name, make]) => {
      say(name);
      return { name, ...judged(make, count) };
    });
    const [[guessed, guess] = ['', honestOver(networks['10 Mbit/s, 40 ms each way'])], ...timely] =
      Object.entries(timelyAttacks);
    const honest = Object.entries(networks).map(([name, network]) => {
      say(`people, ${name}`);
      return { name, ...judged(honestOver(network), count) };
    });
    const rowOf = ({ name, accepted, review, refused }: { name: string } & ReturnType<typeof judged>) => [
      name,
      accepted,
      String(review),
      String(refused),
    ];
    const acceptedCount = untimely.reduce((sum, one) => sum + one.acceptedCount, 0);
    return Promise.resolve({
      title: 'Active liveness against the clock, simulated',
      facts: [
        '**A simulation of clocks**: no video is made. In every attempt the face, the models, the cuts and the signs of a screen are beyond doubt, and movements are as large as those of projected faces, so that only the prompts and the times can stop an attack. The prompts are drawn and every attempt is judged by the service’s own functions',
        `${count} attempts of each kind, seeds ${firstSeed} to ${firstSeed + count - 1}; three prompts and four seconds each, as in the default settings; pieces of 0.4 s, sent as the SDK sends them, at 250 kbit/s of video`,
        `Made, replayed or edited at another time: accepted ${rateWithBounds(acceptedCount, untimely.length * count)}; the bar is 0 of 200`,
        'A challenge can be drawn three times in an attempt, and a new session draws again: a video of guessed prompts passes after some 130 draws. More prompts make it rarer',
        'Chunks that come out of order or differ from their first sending never become a recording (`challenge.chunk_missing`, `challenge.chunk_differs`), so they are not among these attempts',
      ],
      tables: [
        {
          title: 'Made, replayed or edited at another time',
          columns: ['attempt', 'accepted', 'to review or again', 'refused'],
          rows: untimely.map(rowOf),
        },
        {
          title: 'What the times do not stop',
          columns: ['attempt', 'accepted', 'to review or again', 'refused'],
          rows: [
            ...guessesOfCount.map((promptCount) => {
              say(`guesses of ${promptCount} prompts`);
              const name = `${guessed}, ${promptCount} prompts`;
              return rowOf({ name, ...judged(guess, count * timesMoreGuesses, promptCount) });
            }),
            ...timely.map(([name, make]) => rowOf({ name, ...judged(make, count) })),
          ],
        },
        {
          title: 'People who follow the prompts, by network',
          columns: ['network', 'accepted', 'to review or again', 'refused'],
          rows: honest.map(rowOf),
        },
      ],
      complete: true,
    });
  },
};

/** Accepted: every check passed. Refused: at least one failed. */
function judge(make: MakeAttempt, seed: number, promptCount?: number): { accepted: boolean; refused: boolean } {
  const config = activeLivenessSchema.config.parse(promptCount === undefined ? {} : { promptCount });
  const { checks } = evaluateActiveLiveness({ config, result: make(config, createRandom(seed)) }).outcome;
  return {
    accepted: checks.every(({ outcome }) => outcome === 'passed'),
    refused: checks.some(({ outcome }) => outcome === 'failed'),
  };
}

function readCount(args: readonly string[]): number {
  try {
    const { values } = parseArgs({ args: [...args], options: { count: { type: 'string' } } });
    const count = Number(values.count ?? '100');
    if (Number.isInteger(count) && count > 0) return count;
  } catch (error) {
    throw new UsageFault(error instanceof Error ? error.message : 'These options are not known.');
  }
  throw new UsageFault('--count takes a whole number from 1 on');
}
