import { afterAll, beforeAll, expect, test } from 'vitest';
import { noSignals, type PageReader } from '../../src/domain/ports/pages/page-reader.ts';
import { createReplayDecision } from '../../src/services/steps/replay-decision.ts';
import type { VerificationRecord } from '../../src/contract/verification.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import { eventually } from '../support/eventually.ts';
import type { SdkSession } from '../support/sdk-client.ts';
import { documentHandlers, emptyReader } from '../support/steps.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';

/** The signs of the next reading. The page shows nothing, so the person may try again. */
let signals = noSignals;
const reader: PageReader = { read: async () => ({ ...(await emptyReader.read()), signals }) };
const tampered = { ...noSignals, portraitInsertion: { score: 0.9, area: null, evidence: 'the face was inserted' } };

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  await stack.client.addFlow('two-tries', {
    maxAttemptsPerStep: 2,
    steps: [{ id: 'document', type: 'document', config: { accept: [{ type: 'passport' }] } }],
  });
  await stack.startWorkers({ qualityHandlers: noInspection, documentHandlers: documentHandlers(stack, reader) });
});
afterAll(() => stack.close());

async function attempt(session: SdkSession, seen: typeof noSignals): Promise<void> {
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
  await attempt(session, noSignals);
  const record = await verdictOf(session);
  expect(signsIn(record)).toEqual([['document.portrait_inserted', 'warning', 1]]);
  const replay = await createReplayDecision(stack.container)(session.verificationId);
  expect(replay?.differences).toEqual([]);
});
