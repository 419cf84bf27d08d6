import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PageReader } from '../../src/domain/ports/pages/page-reader.ts';
import type { VerificationRecord } from '../../src/contract/verification.ts';
import { readingOf } from '../support/documents/evaluated-page.ts';
import { ownPaper } from '../support/documents/own-paper.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import { eventually } from '../support/eventually.ts';
import type { SdkSession } from '../support/sdk-client.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';
import { documentHandlers, emptyReader } from '../support/steps.ts';

const tampered = { ...ownPaper, portraitInsertion: { score: 0.9, area: null, evidence: 'the face was inserted' } };
type Seen = { signals: typeof ownPaper; isEmpty?: boolean };
let seen: Seen = { signals: ownPaper };
const reader: PageReader = {
  read: async () => ({ ...(seen.isEmpty === true ? await emptyReader.read() : readingOf({})), signals: seen.signals }),
};

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  await stack.client.addFlow('passport-and-place', {
    maxAttemptsPerStep: 3,
    steps: [
      { id: 'document', type: 'document', config: { accept: [{ type: 'passport' }] } },
      { id: 'place', type: 'location', config: {} },
    ],
  });
  await stack.startWorkers({
    otp: true,
    qualityHandlers: noInspection,
    documentHandlers: documentHandlers(stack, reader),
  });
});
afterAll(() => stack.close());

async function show(session: SdkSession, what: Seen): Promise<void> {
  seen = what;
  await session.upload(await smallPicture());
  await session.submit();
  await eventually(async () => ((await session.state()).body.steps[0]?.status !== 'processing' ? true : null));
}

/** The reasons for the verdict on a new identity that shows the passport, whose pictures have no sign. */
async function reasonsOfNext(): Promise<(string | undefined)[]> {
  const session = await stack.startSession('passport-and-place');
  await show(session, { signals: ownPaper });
  await session.submit('place', { denied: true });
  const path = `/v2/verifications/${session.verificationId}`;
  const { decision } = await eventually(async () => {
    const { body } = await stack.api.get<VerificationRecord>(path, { token: stack.client.token });
    return body.decision === null ? null : body;
  });
  await stack.api.delete(`/v2/identities/${session.identityId}`, { token: stack.client.token });
  return (decision?.reasons ?? []).map(({ code }) => code);
}

test('a document with a sign of forgery in an attempt that was left is found under the next identity', async () => {
  expect(await reasonsOfNext()).not.toContain('document.duplicate');
  const honest = await stack.startSession('passport-and-place');
  await show(honest, { signals: ownPaper });
  await honest.cancel();
  expect(await reasonsOfNext()).not.toContain('document.duplicate');

  const forger = await stack.startSession('passport-and-place');
  await show(forger, { signals: tampered });
  await forger.cancel();
  expect(await reasonsOfNext()).toContain('document.duplicate');
  await stack.api.delete(`/v2/identities/${forger.identityId}`, { token: stack.client.token });
  expect(await reasonsOfNext()).not.toContain('document.duplicate');
});

test('so is one whose sign was in an earlier try at the step', async () => {
  const forger = await stack.startSession('passport-and-place');
  await show(forger, { signals: tampered, isEmpty: true });
  await show(forger, { signals: ownPaper });
  await forger.cancel();
  expect(await reasonsOfNext()).toContain('document.duplicate');
});
