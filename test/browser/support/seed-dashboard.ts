import type { FlowDocumentInput } from '../../../src/contract/flows/flow-document.ts';
import type { PageReader } from '../../../src/domain/ports/pages/page-reader.ts';
import { testCodes } from '../../../src/domain/codes/test-values.ts';
import { emailOnly } from '../../support/contact.ts';
import { eventually } from '../../support/eventually.ts';
import { smallPicture } from '../../support/documents/pictures.ts';
import type { SdkSession, SessionStart } from '../../support/sdk-client.ts';
import type { Stack } from '../../support/stack.ts';
import { documentHandlers, emptyReader, handRunner, stepJobsOf } from '../../support/steps.ts';

/** The specimen of ICAO 9303: a fictitious passport that expired long ago. */
const specimen = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'];
const box: [number, number][] = [
  [40, 700],
  [1160, 700],
  [1160, 760],
  [40, 760],
];
const candidateOf = (lines: string[]) => ({ lines, confidences: lines.map((line) => Array.from(line, () => 0.99)) });

/** A reader that sees the specimen’s machine-readable zone; the second reader sees `second`. */
export function specimenReader(second: string[] | null = specimen) {
  return {
    read: async () => ({
      ...(await emptyReader.read()),
      mrz: { format: 'TD3' as const, first: candidateOf(specimen), second: second && candidateOf(second), box },
    }),
  } as unknown as PageReader;
}

export interface SeededCases {
  verified: SdkSession;
  /** In review, with the specimen’s name. */
  doubtful: SdkSession;
  rejected: SdkSession;
  cancelled: SdkSession;
  pending: SdkSession;
  running: SdkSession;
  expired: SdkSession;
  /** Its identity is erased. */
  erased: SdkSession;
}

/** Verifications of a test client in every status. */
export async function seedDashboard(stack: Stack): Promise<SeededCases> {
  await stack.client.addFlow('email', emailOnly());
  // One attempt: a retake is judged as it is.
  const passport = (requireUnexpired: boolean): FlowDocumentInput => ({
    steps: [{ id: 'document', type: 'document', config: { accept: [{ type: 'passport' }], requireUnexpired } }],
    maxAttemptsPerStep: 1,
  });
  await stack.client.addFlow('passport', passport(false));
  await stack.client.addFlow('unexpired', passport(true));
  const metadata = { order: { number: 4711 }, shop: 'Lisboa' };
  const verified = await stack.startSession('email', { metadata });
  await finishEmail(stack, verified);
  const doubtful = await startDocument(stack, 'passport', specimenReader(null), { metadata });
  const rejected = await startDocument(stack, 'unexpired', specimenReader());
  const cancelled = await stack.startSession();
  await stack.api.post('/v2/sdk/session/cancel', { token: cancelled.token });
  const erased = await stack.startSession('email');
  await finishEmail(stack, erased);
  await stack.api.delete(`/v2/identities/${erased.identityId}`, { token: stack.client.token });
  const expired = await stack.startSession();
  await stack.api.post(`/v2/verifications/${expired.verificationId}/simulate`, {
    token: stack.client.token,
    json: { status: 'expired' },
  });
  // No worker reads its document.
  const running = await stack.startSession('passport', { metadata });
  await running.upload(await smallPicture());
  await running.submit();
  const pending = await stack.startSession();
  return { verified, doubtful, rejected, cancelled, pending, running, expired, erased };
}

async function finishEmail(stack: Stack, session: SdkSession): Promise<void> {
  await session.sendCode('email', { email: 'anna@example.com' });
  await session.checkCode('email', testCodes.right);
  await session.submit('email', {});
  await waitForVerdict(stack, session);
}

export async function startDocument(stack: Stack, flow: string, reader: PageReader, more: Partial<SessionStart> = {}) {
  const session = await stack.startSession(flow, more);
  await session.upload(await smallPicture());
  await session.submit();
  const run = handRunner(stack, documentHandlers(stack, reader));
  for (const job of await stepJobsOf(stack, session.verificationId)) await run(job);
  await waitForVerdict(stack, session);
  return session;
}

async function waitForVerdict(stack: Stack, { verificationId }: SdkSession): Promise<void> {
  const path = `/v2/verifications/${verificationId}`;
  await eventually(
    async () => {
      const { status } = (await stack.api.get<{ status: string }>(path, { token: stack.client.token })).body;
      return ['verified', 'reviewNeeded', 'rejected'].includes(status) ? true : null;
    },
    { what: 'the verdict' },
  );
}
