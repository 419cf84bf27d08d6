import { setTimeout as pause } from 'node:timers/promises';
import { seedClient } from '../support/seed.ts';
import { pdfFlow, phoneFlow, selfieFlow } from './flows.ts';
import { blankPicture } from '../support/documents/pictures.ts';
import { cropFace, samplePicture } from '../support/people/face-pictures.ts';
import { openFaceAnalyser } from '../support/test-models.ts';
import { drawPassport } from '../../specimens/documents/draw-passport.ts';
import { createArrivals } from './arrivals.ts';
import { judge } from './invariants.ts';
import { Ledger } from './ledger.ts';
import { watchMachine } from './machine-load.ts';
import { watchMemory } from './memory.ts';
import { People, type ChaosClient } from './people.ts';
import { SeededRandom } from './random.ts';
import type { Scenario } from './scenario.ts';
import { startChaosService, type ChaosService } from './service.ts';
import { startSignedReceiver, type SignedReceiver } from './signed-receiver.ts';

export interface ChaosResult {
  violations: readonly string[];
  figures: readonly (readonly [string, string | number])[];
}

/** One run: a separate service, people who come and go until the time is over, the scenario's faults, and the judgement. */
export async function runChaos(options: {
  minutes: number;
  seed: number;
  abreast: number;
  /** At most this many people a minute. A flood adds as many at once, and half as many again. */
  rate: number;
  /** Workers of each group. */
  each: number;
  scenario: Scenario;
  say: (line: string) => void;
}): Promise<ChaosResult> {
  const { minutes, seed, abreast, rate, each, scenario, say } = options;
  const ledger = new Ledger();
  const receiver = await startSignedReceiver();
  const around = (await scenario.open?.()) ?? null;
  const service = await startChaosService({ ...scenario.env, ...around?.env }, scenario.workers, each);
  try {
    const [loud, quiet] = [await addClient(service, receiver, 'loud'), await addClient(service, receiver, 'quiet')];
    // People and faults draw separately: the speed of people must not change which faults come.
    const people = new People({
      urls: service.urls,
      ledger,
      random: new SeededRandom(seed ^ 0x5eed),
      picture: await blankPicture(400, 300),
      ...(service.groups.includes('document') ? { page: (await drawPassport({ seed })).jpeg } : {}),
      ...(service.groups.includes('liveness') ? { selfie: await aSelfie() } : {}),
    });
    const arrive = createArrivals(rate);
    const machine = watchMachine();
    const memory = watchMemory([...service.apis, ...service.workers], say);
    const begunAt = Date.now();
    const endsAtMs = begunAt + minutes * 60_000;
    const faultsSeen: string[] = [];
    let over = false;
    const places = Array.from({ length: abreast }, async (_, place) => {
      while (!over) {
        await arrive();
        await people.comeAndGo(place === 0 ? quiet : loud);
      }
    });
    const play = around?.play ?? scenario.play;
    if (play === undefined) throw new Error('the scenario does nothing');
    await play({
      service,
      receiver,
      people,
      ledger,
      crowd: Math.round(rate * 1.5),
      loud,
      random: new SeededRandom(seed),
      endsAtMs,
      noteFault(what) {
        faultsSeen.push(what);
        say(`${String(Math.round((Date.now() - begunAt) / 1000)).padStart(5)} s  ${what}`);
      },
      violate: (line) => ledger.violate(line),
    });
    over = true;
    people.endBy(Date.now() + 60_000);
    const lastAt = Date.now() + 75_000;
    await Promise.race([Promise.all(places), pause(75_000)]);
    // Including those of a flood.
    while (ledger.waiting.size > 0 && Date.now() < lastAt) await pause(500);
    const verdict = await judge({ service, ledger, clients: [loud, quiet], receiver });
    const attempts = [...ledger.attempts.values()];
    return {
      violations: verdict.violations,
      figures: [
        ['minutes', ((Date.now() - begunAt) / 60_000).toFixed(1)],
        ...machine.stop(),
        ...memory.stop(),
        ['people a minute at most, floods apart', rate],
        ['people', ledger.people],
        ...[...ledger.kinds].map(
          ([kind, { came, through }]) => [`came with a ${kind}, got through`, `${came}, ${through}`] as const,
        ),
        ['attempts acknowledged', attempts.length],
        ['verdicts owed', attempts.filter(({ owes }) => owes === 'verified').length],
        ['pages and faces to be judged', attempts.filter(({ owes }) => owes === 'judged').length],
        ['files taken', attempts.reduce((sum, { files }) => sum + files.length, 0)],
        ['faults', faultsSeen.length],
        [
          'events stored, received, more than once',
          `${verdict.events.stored}, ${verdict.events.received}, ${verdict.events.twice}`,
        ],
        ['jobs left at the healing and each 10 s after', verdict.jobsLeft.join(', ')],
        ['settled after the last fault', `${(verdict.settledAfterMs / 1000).toFixed(1)} s`],
        ...[loud, quiet].map(
          ({ name }) =>
            [`requests of ${name}, retries included: median, p95, longest`, spread(people.tookMs(name))] as const,
        ),
        ...[...ledger.refusals].map(([what, count]) => [`refused: ${what}`, count] as const),
        ['processes that ended by themselves', service.restarts()],
        ['log', service.logFile],
        ...[...service.errorLines].map(([text, count]) => [`logged as an error: ${text}`, count] as const),
      ],
    };
  } finally {
    await service.stop();
    await around?.close();
    await receiver.close();
  }
}

async function addClient(service: ChaosService, receiver: SignedReceiver, name: string): Promise<ChaosClient> {
  const { clientId, token, addFlow, flowOf } = await seedClient(service.container.db);
  const answer = await fetch(`${service.urls[0] ?? ''}/v2/webhook-endpoints`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: receiver.url }),
  });
  const { secret } = (await answer.json()) as { secret?: string };
  if (secret === undefined) throw new Error(`no webhook endpoint: ${answer.status}`);
  receiver.trust(secret);
  return {
    name,
    clientId,
    token,
    phoneFlow: await addFlow('phone', phoneFlow),
    selfieFlow: await addFlow('selfie', selfieFlow),
    fileFlow: flowOf('document-only'),
    pdfFlow: await addFlow('pdf', pdfFlow),
  };
}

/** One face of a group picture. */
async function aSelfie(): Promise<Buffer> {
  const picture = await samplePicture('sample1');
  const [face] = (await (await openFaceAnalyser()).analyse(picture)).faces;
  if (face === undefined) throw new Error('the sample has no face');
  return cropFace(picture, face);
}

function spread(all: readonly number[]): string {
  const sorted = [...all].sort((one, other) => one - other);
  const at = (share: number) => `${sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0} ms`;
  return `${at(0.5)}, ${at(0.95)}, ${at(1)} (${sorted.length})`;
}
