import { unrecorded, type Effect } from '../../domain/jobs/effect.ts';
import { Problem } from '../../domain/faults/errors.ts';
import { isLanguage } from '../../domain/language.ts';
import type { OneTimeToken, TokenPurpose } from '../../domain/encryption/one-time-token.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { LiveChannel } from '../../domain/ports/live-channel.ts';
import type { Database, Repositories } from '../../domain/repositories/repositories.ts';
import { hashSecretToken } from '../../domain/encryption/secret-token.ts';
import type { Device } from '../../domain/verifications/verification.ts';
import { isAddressAdmitted } from '../starts/address-rules.ts';
import type { Flows } from '../flows/load-flow.ts';
import { appendReplacedMessage } from '../verifications/session-state.ts';
import type { StartedSession } from '../starts/start-request.ts';
import { stepRegistry } from '../../steps/registry.ts';
import { isRecordedLive } from '../../domain/verifications/challenge.ts';
import { attachDevice, createSession } from '../starts/create-session.ts';

/**
 * Takes over a session: the device that opens the link, or that takes its session back, gets a new session token. All other session tokens
 * of the verification become invalid, and their sockets get a message.
 * @throws Problem `hand_over.not_found` for a token that is unknown, used or expired; `session.ended`; `session.ip_restricted`. A refused
 * token remains usable.
 */
export function createOpenHandOver(
  {
    db,
    flows,
    clock,
    live,
  }: {
    db: Database;
    flows: Flows;
    clock: Clock;
    live: Pick<LiveChannel, 'announce'>;
  },
  purpose: Exclude<TokenPurpose, 'client'> = 'handOver',
) {
  return async function openHandOver(
    token: string,
    deviceOf: (before: Device) => Device,
    effect: Effect<StartedSession> = unrecorded,
  ): Promise<StartedSession> {
    const { started, sequence } = await db.transaction(async (tx) => {
      const redeemed = await tx.oneTimeTokens.redeem(hashSecretToken(token), purpose);
      if (redeemed === null) throw new Problem('hand_over.not_found');
      const before = await tx.verifications.lock(redeemed.verificationId);
      if (before.status !== 'pending' || (await tx.verifications.isOverdue(before.id))) {
        throw new Problem('session.ended');
      }
      const client = await tx.clients.find(before.clientId);
      if (client === null || before.device === null) throw new Problem('hand_over.not_found');
      if (client.suspended) throw new Problem('session.ended');
      const flow = await flows.getVersion(before.flowVersionId, tx);
      const device = deviceOf(before.device);
      for (const rules of [client.settings.ipRules, flow.document.ipRestriction]) {
        if (!isAddressAdmitted(device.networkAddress, rules)) throw new Problem('session.ip_restricted');
      }

      const { id: verificationId, identityId } = before;
      const metadata = { ...before.deviceMetadata, ...before.metadata };
      const language = isLanguage(before.language) ? before.language : 'en';
      const replaced = await tx.sessions.replaceAll(verificationId);
      await endPrepared(tx, purpose, redeemed);
      await endRecordings(tx, verificationId);
      const sequence = await appendReplacedMessage(tx, verificationId, replaced, clock.now());
      await attachDevice(tx, verificationId, { flow, language, deviceMetadata: null, device });
      const { sessionToken, verification } = await createSession(tx, verificationId);
      const of = { verificationId, identityId, client, flow, language, metadata };
      // The device that handed the session over is the one that returns to the host.
      const back = { returnTo: null };
      const started = { ...of, ...back, sessionToken, expiresAt: verification.expiresAt, startedAt: redeemed.at };
      await effect.record(tx, started);
      return { started, sequence };
    });
    live.announce(started.verificationId, sequence);
    return started;
  };
}

/**
 * A device that takes its session back no longer trusts those that had it since: what they have prepared must neither open the session nor
 * watch it. A link leaves the watch tokens alone, because the devices before it may take the session back.
 */
async function endPrepared(
  tx: Pick<Repositories, 'oneTimeTokens'>,
  purpose: TokenPurpose,
  { verificationId, sessionId }: OneTimeToken,
): Promise<void> {
  if (purpose === 'watch' && sessionId !== null) await tx.oneTimeTokens.endPrepared({ verificationId, sessionId });
}

/** A recording is made by one device from its first chunk to its last: what one device began, another one does not continue. */
async function endRecordings(tx: Pick<Repositories, 'challenges' | 'stepRuns'>, verificationId: string): Promise<void> {
  const runs = await tx.stepRuns.list(verificationId);
  const recorded = runs.filter(({ type }) => isRecordedLive(stepRegistry[type].schema.challenge));
  await tx.challenges.endOpen(recorded.map(({ id }) => id));
}
