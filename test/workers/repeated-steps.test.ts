import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PageReader } from '../../src/domain/ports/pages/page-reader.ts';
import { createReplayDecision } from '../../src/services/steps/replay-decision.ts';
import type { VerificationRecord } from '../../src/contract/verification.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import { createPeople, type People } from '../support/people/people.ts';
import { eventually } from '../support/eventually.ts';
import type { SdkSession } from '../support/sdk-client.ts';
import { documentHandlers, emptyReader } from '../support/steps.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';
import { ownPaper } from '../support/documents/own-paper.ts';

/** The signs of the next reading. The page shows nothing, so the person may try again. */
let signals = ownPaper;
const reader: PageReader = { read: async () => ({ ...(await emptyReader.read()), signals }) };
const tampered = { ...ownPaper, portraitInsertion: { score: 0.9, area: null, evidence: 'the face was inserted' } };

let stack: Stack;
let people: People;
beforeAll(async () => {
  stack = await startStack();
  await stack.client.addFlow('two-tries', {
    maxAttemptsPerStep: 2,
    reverification: { from: ['pending', 'verified', 'reviewNeeded', 'rejected'] },
    steps: [{ id: 'document', type: 'document', config: { accept: [{ type: 'passport' }] } }],
  });
  await stack.client.addFlow('place', {
    reverification: { from: ['pending', 'verified', 'reviewNeeded', 'rejected'] },
    steps: [{ id: 'place', type: 'location', config: {} }],
  });
  people = await createPeople(stack);
  await stack.startWorkers({
    otp: true,
    qualityHandlers: noInspection,
    documentHandlers: documentHandlers(stack, reader),
  });
});
afterAll(() => stack.close());

async function attempt(session: SdkSession, seen: typeof ownPaper): Promise<void> {
  signals = seen;
  const before = (await session.state()).body.steps[0]?.status;
  expect(before).toBe('waiting');
  await session.upload(await smallPicture());
  await session.submit();
  await eventually(async () => ((await session.state()).body.steps[0]?.status !== 'processing' ? true : null));
}

async function verdictOf({ verificationId }: SdkSession): Promise<VerificationRecord> {
  const path = `/v2/verifications/${verificationId}`;
  return eventually(async () => {
    const { body } = await stack.api.get<VerificationRecord>(path, { token: stack.client.token });
    return body.decision === null ? null : body;
  });
}

const signsIn = ({ steps }: VerificationRecord) =>
  steps[0]?.checks.filter(({ id }) => id === 'tampering').map(({ code, outcome, attempt: of }) => [code, outcome, of]);

test('a sign of forgery in the first attempt is in the record after the second, which had none, and the replay finds it', async () => {
  const session = await stack.startSession('two-tries');
  await attempt(session, tampered);
  await attempt(session, ownPaper);
  const record = await verdictOf(session);
  expect(signsIn(record)).toEqual([['document.portrait_inserted', 'warning', 1]]);
  const replay = await createReplayDecision(stack.container)(session.verificationId);
  expect(replay?.differences).toEqual([]);
});

describe('a sign of forgery in a verification that was not finished', () => {
  const startAgain = async ({ identityId }: Pick<SdkSession, 'identityId'>) => {
    const session = await people.startBackend('two-tries', identityId);
    expect(session.identityId).toBe(identityId);
    return session;
  };

  test.each(['cancelled', 'expired'] as const)(
    'that was %s is in the next record of the identity, with its verdict',
    async (how) => {
      const first = await people.startBackend('two-tries');
      await attempt(first, tampered);
      if (how === 'cancelled') await first.cancel();
      else
        await stack.sql.query(`update verifications set status = 'expired', finished_at = now() where id = $1`, [
          first.verificationId,
        ]);
      const next = await startAgain(first);
      await attempt(next, ownPaper);
      await attempt(next, ownPaper);
      const record = await verdictOf(next);
      expect(record.steps[0]?.checks.filter(({ id }) => id === 'tampering')).toMatchObject([
        {
          code: 'document.portrait_inserted',
          outcome: 'warning',
          attempt: 1,
          verificationId: first.verificationId,
          data: null,
        },
      ]);
      expect(record.decision?.reasons.map(({ code }) => code)).toContain('document.portrait_inserted');
      expect((await createReplayDecision(stack.container)(next.verificationId))?.differences).toEqual([]);
      // The verdict was reached with it: the one after that starts without.
      const third = await startAgain(first);
      await attempt(third, ownPaper);
      await attempt(third, ownPaper);
      expect(signsIn(await verdictOf(third))).toEqual([]);
    },
  );

  test('that is still open is in the next record, although it has neither ended nor a verdict', async () => {
    const first = await people.startBackend('two-tries');
    await attempt(first, tampered);
    const next = await people.startDevice('two-tries', first.identityId);
    await attempt(next, ownPaper);
    await attempt(next, ownPaper);
    expect((await first.state()).body.status).toBe('pending');
    const record = await verdictOf(next);
    expect(record.steps[0]?.checks.filter(({ id }) => id === 'tampering')).toMatchObject([
      { code: 'document.portrait_inserted', outcome: 'warning', attempt: 1, verificationId: first.verificationId },
    ]);
  });

  test('waits for the next verification that has such a step: a flow without it gives a verdict without it', async () => {
    const first = await people.startBackend('two-tries');
    await attempt(first, tampered);
    await first.cancel();
    const place = await people.startBackend('place', first.identityId);
    await place.submit('place', { denied: true });
    expect(JSON.stringify(await verdictOf(place))).not.toContain('document.portrait_inserted');
    const next = await startAgain(first);
    await attempt(next, ownPaper);
    await attempt(next, ownPaper);
    expect(signsIn(await verdictOf(next))).toEqual([['document.portrait_inserted', 'warning', 1]]);
  });

  test('that anyone could have started does not follow the person', async () => {
    const person = await people.startBackend('two-tries');
    await person.cancel();
    const stranger = await startAgain(person);
    await attempt(stranger, tampered);
    await stranger.cancel();
    await stack.sql.query(`update verifications set started_by = 'sdk' where id = $1`, [stranger.verificationId]);
    const next = await startAgain(person);
    await attempt(next, ownPaper);
    await attempt(next, ownPaper);
    expect(signsIn(await verdictOf(next))).toEqual([]);
  });
});
