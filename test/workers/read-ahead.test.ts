import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findKinds } from '../../src/domain/document-kinds/find-kinds.ts';
import { drawDocument } from '../../specimens/documents/draw-document.ts';
import { passportPicture } from '../support/documents/pictures.ts';
import { sharedPageReader } from '../support/documents/shared-page-reader.ts';
import { eventually } from '../support/eventually.ts';
import { sharedModels } from '../support/shared-models.ts';
import { startStack, type Stack } from '../support/stack.ts';

/**
 * A worker that reads pictures before the submit, next to one that does not, on the real models: both store the same result, and the first
 * one's job reads nothing again.
 */

type Reader = Awaited<ReturnType<typeof sharedPageReader>>;
interface Given {
  flow: string;
  files: [kind: 'document-front' | 'document-back', picture: Buffer][];
  input: Record<string, string>;
  /** Named with each upload. */
  country?: string;
}

let reader: Reader;
/** The first stack's worker reads ahead. */
let ahead: Stack;
let plain: Stack;
const reads = new Map<Stack, { begun: number; ended: number }>();
const readsOf = (stack: Stack) => reads.get(stack) ?? { begun: 0, ended: 0 };

beforeAll(async () => {
  reader = await sharedPageReader(sharedModels());
  // A reading is in the memory of one worker.
  [ahead, plain] = [await startStack({ apis: 1 }), await startStack({ apis: 1 })];
  for (const stack of [ahead, plain]) {
    await stack.client.addFlow('german-card', {
      steps: [{ id: 'document', type: 'document', config: { accept: [{ type: 'national-id', countries: ['DE'] }] } }],
    });
    await stack.client.addFlow('any-card', {
      steps: [{ id: 'document', type: 'document', config: { accept: [{ type: 'national-id' }] } }],
    });
    const count = { begun: 0, ended: 0 };
    reads.set(stack, count);
    const counting: Reader = {
      ...reader,
      async read(...asked) {
        count.begun += 1;
        const reading = await reader.read(...asked);
        count.ended += 1;
        return reading;
      },
    };
    const openPageReader = () => Promise.resolve(counting);
    await stack.startWorkers({ quality: true, document: true, readsAhead: stack === ahead, openPageReader });
  }
}, 180_000);
afterAll(() => Promise.all([ahead.close(), plain.close()]));

/** The stored result without what no two runs share: ids and times. */
async function verify(stack: Stack, { flow, files, input, country }: Given) {
  const before = readsOf(stack).ended;
  const session = await stack.startSession(flow);
  for (const [index, [kind, picture]] of files.entries()) {
    expect((await session.upload(picture, { kind, country })).status).toBe(201);
    // While the person looks at the picture.
    if (stack === ahead) await eventually(() => readsOf(stack).ended === before + index + 1);
  }
  expect((await session.submit('document', input)).status).toBe(202);
  const { db } = stack.container;
  const run = await eventually(async () => {
    const [found] = await db.stepRuns.list(session.verificationId);
    return found !== undefined && (found.status === 'finished' || found.attempt > 1) && found;
  });
  const { result } = await db.stepRuns.getAttempt(run.id, 1);
  const text = JSON.stringify(result, (key, value: unknown) =>
    ['totalMs', 'recogniserMs', 'durationMs', 'mediaId'].includes(key) ? undefined : value,
  );
  return { result: JSON.parse(text) as unknown, reads: readsOf(stack).ended - before };
}

async function passport(claimed: { country?: string } = {}): Promise<Given> {
  const { jpeg } = await passportPicture();
  return { flow: 'document-only', files: [['document-front', jpeg]], input: { documentType: 'passport', ...claimed } };
}

async function card(more: Partial<Given> = {}): Promise<Given> {
  const [kind] = findKinds({ type: 'national-id', country: 'DE' });
  if (kind === undefined) throw new Error('no German card');
  const { sides } = await drawDocument(kind, { seed: 5 });
  return {
    flow: 'german-card',
    files: sides.map(({ side, jpeg }) => [side === 'back' ? 'document-back' : 'document-front', jpeg]),
    input: { documentType: 'national-id', country: 'DE' },
    ...more,
  };
}

describe('pictures that a worker read before the submit', () => {
  test.each([
    ['a card with two sides', () => card(), 2],
    [
      'a card in a flow of several languages, of which the device named one',
      () => card({ flow: 'any-card', country: 'DE' }),
      2,
    ],
    ['a card in a flow of several languages, whose front has no zone', () => card({ flow: 'any-card' }), 3],
    ['a passport', passport, 1],
    // Its issuer is no country, so that the claimed one determines the languages.
    ['a passport that is claimed to be of a country with other languages', () => passport({ country: 'PT' }), 2],
  ])(
    'have the result of a worker that reads them after it, and are read again only in other languages: %s',
    async (_, draw, count) => {
      const given = await draw();
      const [known, alone] = [await verify(ahead, given), await verify(plain, given)];
      expect(known.result).toEqual(alone.result);
      expect([known.reads, alone.reads]).toEqual([count, given.files.length]);
    },
    180_000,
  );

  test('and that the person then replaced are of no use', async () => {
    const { files, ...given } = await card();
    const [front, back] = files;
    if (front === undefined || back === undefined) throw new Error('a card has two sides');
    const session = await ahead.startSession(given.flow);
    const before = readsOf(ahead).ended;
    // The wrong side, and then the right one.
    await session.upload(back[1]);
    await eventually(() => readsOf(ahead).ended === before + 1);
    await session.upload(front[1]);
    await eventually(() => readsOf(ahead).ended === before + 2);
    await session.upload(back[1], { kind: 'document-back' });
    await eventually(() => readsOf(ahead).ended === before + 3);
    await session.submit('document', given.input);
    const { db } = ahead.container;
    const run = await eventually(async () => {
      const [found] = await db.stepRuns.list(session.verificationId);
      return found?.status === 'finished' && found;
    });
    expect(readsOf(ahead).ended).toBe(before + 3);
    const { result } = await db.stepRuns.getAttempt(run.id, 1);
    const media = await db.media.listOfAttempt(run.id, 1);
    const pages = (result as { result: { pages: { mediaId: string; reading: { mrz: object | null } }[] } }).result
      .pages;
    expect(pages.map(({ mediaId }) => mediaId).sort()).toEqual(media.map(({ id }) => id).sort());
    expect(pages.map(({ reading }) => reading.mrz === null)).toEqual([true, false]);
  }, 180_000);
});
