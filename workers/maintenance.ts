import { createSmtpMessageSender } from '../src/adapters/smtp-message-sender.ts';
import type { Container } from '../src/container.ts';
import { describeFault } from '../src/domain/faults/describe-fault.ts';
import { newId } from '../src/domain/id.ts';
import type { Message } from '../src/domain/ports/messages/message-sender.ts';
import { createRollUpAnalytics } from '../src/services/analytics/roll-up.ts';
import { createAnchorAudit } from '../src/services/audit/anchor-audit.ts';
import { createCheckpointAudit } from '../src/services/audit/checkpoint-audit.ts';
import { createChainReads } from '../src/services/audit/chain-reads.ts';
import { chainerRanges, createLinkNotes, hasWaitingNotes } from '../src/services/audit/link-notes.ts';
import { createMailSetUpLink } from '../src/services/operators/mail-set-up-link.ts';
import { createExpireVerifications } from '../src/services/verifications/end-verification.ts';
import { createSealVerifications } from '../src/services/verifications/seal-verifications.ts';
import { createErasePerson } from '../src/services/erasure/erase-identity.ts';
import { createEraseAttempt } from '../src/services/erasure/erase-verification.ts';
import { createReconcileOutbox } from '../src/services/jobs/reconcile-outbox.ts';
import { createRelayOutbox } from '../src/services/jobs/relay-outbox.ts';
import { createRemoveObjects } from '../src/services/objects/remove-objects.ts';
import { createPurgeExpired } from '../src/services/retention/purge-expired.ts';
import { createEventUseCases } from '../src/services/webhooks/events.ts';
import { createKeepPartitions } from '../src/services/retention/keep-partitions.ts';
import { startLoop, type RunningWorker } from './runtime.ts';

interface CronJob {
  name: string;
  everyMs: number;
  task: () => Promise<unknown>;
  /** Asked before the lock is taken, so that a frequent job with nothing to do makes one query instead of three. */
  isDue?: () => Promise<boolean>;
}

/**
 * A read of personal data waits for three jobs, each at most this long: the API's flush (`note-reads.ts`), `chain-audit-reads` and a
 * chainer. Together that keeps the promise that every line is in the chain within a second.
 */
const chainEveryMs = 300;

/**
 * The cron jobs. Any number of processes may run them: the relay divides the rows among them, and every other job runs in one process at a
 * time.
 */
export function startMaintenance(container: Container): RunningWorker[] {
  const relayOutbox = createRelayOutbox(container);
  const erasures = { erasePerson: createErasePerson(container), eraseAttempt: createEraseAttempt(container) };
  const events = createEventUseCases(container);
  const cronJobs: CronJob[] = [
    { name: 'reconcile-outbox', everyMs: 10_000, task: createReconcileOutbox(container) },
    { name: 'expire-verifications', everyMs: 15_000, task: createExpireVerifications(container) },
    {
      name: 'chain-audit-reads',
      everyMs: chainEveryMs,
      isDue: () => container.db.audit.hasReads(),
      task: createChainReads(container),
    },
    ...Array.from({ length: chainerRanges }, (_, range) => ({
      name: `link-audit-notes-${range}`,
      everyMs: chainEveryMs,
      isDue: () => hasWaitingNotes(container, range),
      task: createLinkNotes(container, range),
    })),
    { name: 'roll-up-analytics', everyMs: 15_000, task: createRollUpAnalytics(container) },
    { name: 'checkpoint-audit', everyMs: 10_000, task: createCheckpointAudit(container) },
    { name: 'anchor-audit', everyMs: 60_000, task: createAnchorAudit(container) },
    { name: 'remove-objects', everyMs: 10_000, task: createRemoveObjects(container) },
    { name: 'delete-old-counts', everyMs: 600_000, task: () => container.db.codeSends.deleteOldCounts(10_000) },
    { name: 'delete-ended-sign-ins', everyMs: 600_000, task: () => container.db.operatorSessions.deleteEnded(10_000) },
    {
      name: 'delete-ended-challenges',
      everyMs: 600_000,
      task: () => container.db.passkeys.deleteEndedChallenges(10_000),
    },
    {
      name: 'delete-ended-provider-sign-ins',
      everyMs: 600_000,
      task: () => container.db.providerSignIns.deleteEnded(10_000),
    },
    { name: 'delete-ended-sign-in-tries', everyMs: 600_000, task: () => container.db.signInTries.deleteEnded(10_000) },
    {
      name: 'delete-expired-idempotency-keys',
      everyMs: 60_000,
      task: () => container.db.idempotencyKeys.deleteExpired(10_000),
    },
    { name: 'seal-verifications', everyMs: 2_000, task: createSealVerifications(container) },
    { name: 'purge-expired', everyMs: 3_600_000, task: createPurgeExpired({ ...container, ...erasures }) },
    { name: 'delete-old-events', everyMs: 600_000, task: () => events.deleteOldEvents() },
    { name: 'keep-partitions', everyMs: 600_000, task: createKeepPartitions(container) },
    ...mailingOfSetUpLink(container),
  ];
  const onFailure = (name: string) => (error: unknown) =>
    container.log.warn({ cronJob: name, fault: describeFault(error) }, 'cron job failed');
  return [
    startLoop({ everyMs: 500, task: relayOutbox, onFailure: onFailure('relay-outbox') }),
    ...cronJobs.map(({ name, everyMs, task, isDue }) =>
      startLoop({
        everyMs,
        async task() {
          if (isDue !== undefined && !(await isDue())) return;
          await container.db.exclusively(name, async () => {
            await task();
          });
        },
        onFailure: onFailure(name),
      }),
    ),
  ];
}

/** Only if the settings name the recipient of the link, a mail server, and the public address. */
function mailingOfSetUpLink({ db, config: { email, ownerEmail, http } }: Container) {
  const { publicUrl } = http;
  if (ownerEmail === null || email === null || publicUrl === null) return [];
  const send = async (message: Message) => {
    const sender = createSmtpMessageSender(email);
    try {
      await sender.send({ ...message, codeSendId: newId('codeSend'), code: '' });
    } finally {
      sender.close();
    }
  };
  return [
    { name: 'mail-set-up-link', everyMs: 30_000, task: createMailSetUpLink({ db, send, ownerEmail, publicUrl }) },
  ];
}
