import type { Clock } from '../../domain/ports/clock.ts';
import type { ContactChannel } from '../../domain/codes/contact.ts';
import type { ReasonCode } from '../../domain/faults/reason-codes.ts';
import type { StoredMessage } from '../../domain/ports/live-channel.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import type { Flows } from '../flows/load-flow.ts';
import { appendStepMessage } from '../verifications/session-state.ts';

const codeOf: Readonly<Record<ContactChannel, ReasonCode>> = {
  sms: 'phone.undeliverable',
  email: 'email.undeliverable',
};

/**
 * The provider rejected the message for good: the person learns so and may correct the number or address immediately. Returns the message
 * to announce after the commit; null when the step no longer waits for this code.
 */
export async function noteUndeliverable(
  tx: Repositories,
  { codeSendId, flows, clock }: { codeSendId: string; flows: Flows; clock: Clock },
): Promise<StoredMessage | null> {
  const send = await tx.codeSends.find(codeSendId);
  if (send === null) return null;
  const verification = await tx.verifications.lock(send.verificationId);
  if (!(await tx.codeSends.setState(codeSendId, 'undeliverable'))) return null;
  const newest = await tx.codeSends.findNewest(send.stepRunId);
  if (verification.status !== 'pending' || newest?.id !== send.id || newest.confirmedAt !== null) return null;
  if (!(await tx.stepRuns.setCodes(send.stepRunId, [codeOf[send.channel]]))) return null;
  const flow = await flows.getVersion(verification.flowVersionId, tx);
  const { sequence } = await appendStepMessage(tx, { verification, flow, stepRunId: send.stepRunId, at: clock.now() });
  return { verificationId: verification.id, sequence };
}
