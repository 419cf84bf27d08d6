import type { Clock } from '../../domain/ports/clock.ts';
import type { ContactChannel } from '../../domain/codes/contact.ts';
import { providerMissing, type MessageProviders } from '../../domain/codes/message-providers.ts';
import { unrecorded, type Effect } from '../../domain/jobs/effect.ts';
import { Problem, type ProblemCode } from '../../domain/faults/errors.ts';
import { newId } from '../../domain/id.ts';
import type { LiveChannel } from '../../domain/ports/live-channel.ts';
import type { MailDomains } from '../../domain/ports/messages/mail-domains.ts';
import type { Database, SessionOfVerification } from '../../domain/repositories/repositories.ts';
import { exceededFor, recentSendsOf, sendCountsOf, type SendLimits } from '../../domain/codes/send-limits.ts';
import type { CodeRequest } from '../../steps/code-confirmation.ts';
import type { Flows } from '../flows/load-flow.ts';
import { findStep, lockWaitingStep, requireOpen } from '../steps/step-in-session.ts';
import { appendStepMessage } from '../verifications/session-state.ts';

export interface SentCode {
  resendAt: string;
  expiresAt: string;
}

const limited: Readonly<Record<ContactChannel, ProblemCode>> = {
  sms: 'phone.send_limited',
  email: 'email.send_limited',
};

/** Handles a person's request for a code: checks the destination and the limits, and leaves the sending to the workers. */
export function createSendCode({
  db,
  flows,
  live,
  clock,
  mailDomains,
  providers,
  limits,
}: {
  db: Database;
  flows: Flows;
  live: Pick<LiveChannel, 'announce'>;
  clock: Clock;
  mailDomains: MailDomains;
  providers: MessageProviders;
  limits: SendLimits;
}) {
  async function readContact(session: SessionOfVerification, stepId: string, body: CodeRequest) {
    const client = await db.clients.find(session.clientId);
    // A message costs money, and abuse may be why the client was suspended.
    if (client?.suspended === true) throw new Problem('session.ended');
    const testMode = client?.mode === 'test';
    const verification = await db.verifications.get(session.verificationId);
    const { step, flowStep, run } = await findStep(db, flows, verification, stepId);
    if (step.code === null) throw new Problem('step.route_not_applicable');
    if (run.status !== 'waiting') throw new Problem('step.not_waiting');
    const { channel } = step.code;
    if (!testMode && !providers[channel]) throw new Problem(providerMissing[channel]);
    // DNS can be slow, so it is queried before anything is locked.
    return { channel, contact: await step.code.readContact({ config: flowStep.config, body, mailDomains, testMode }) };
  }

  return async function sendCode(
    session: SessionOfVerification,
    { stepId, body, networkAddress }: { stepId: string; body: CodeRequest; networkAddress: string },
    effect: Effect<SentCode> = unrecorded,
  ): Promise<SentCode> {
    requireOpen(session);
    const { channel, contact } = await readContact(session, stepId, body);
    const { sequence, sent } = await db.transaction(async (tx) => {
      const { verification, flow, run } = await lockWaitingStep(tx, flows, session, stepId);
      const wait = await tx.codeSends.findWait(run.id);
      if (wait !== null) throw waiting(wait.code, wait.waitSeconds);

      const id = newId('codeSend');
      const { clientId, identityId } = verification;
      const counted = await tx.codeSends.count(clientId, sendCountsOf({ channel, contact, networkAddress }));
      const exceeded = exceededFor(counted, limits);
      if (exceeded !== null) throw waiting(limited[channel], exceeded);
      const owner = { clientId, identityId, verificationId: verification.id, stepRunId: run.id };
      const recentSends = recentSendsOf((await tx.codeSends.countOfStep(run.id)) + 1, counted);
      const times = await tx.codeSends.create({ id, ...owner, channel, contact, recentSends });
      await tx.outbox.add('code.send', { codeSendId: id }, clientId);
      if (run.codes.length > 0) await tx.stepRuns.setCodes(run.id, []);
      await tx.verifications.extend(verification.id, flow.document.sessionTtlMinutes);
      const { sequence } = await appendStepMessage(tx, { verification, flow, stepRunId: run.id, at: clock.now() });
      const sent = { resendAt: times.resendAt.toISOString(), expiresAt: times.expiresAt.toISOString() };
      await effect.record(tx, sent);
      return { sequence, sent };
    });
    live.announce(session.verificationId, sequence);
    return sent;
  };
}

/** A refusal that says how long it lasts, for programs and for people. */
export function waiting(code: ProblemCode, seconds: number): Problem {
  const unit = seconds === 1 ? 'second' : 'seconds';
  return new Problem(code, { detail: `Try again in ${seconds} ${unit}.`, retryAfterSeconds: seconds });
}
