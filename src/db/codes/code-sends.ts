import { randomBytes } from 'node:crypto';
import { clientModes } from '../../domain/operators/client.ts';
import { codeRules, codeSeedBytes, oneTimeCodeOf } from '../../domain/codes/one-time-code.ts';
import {
  codeSendStates,
  contactChannels,
  type CodeSend,
  type ConfirmedContact,
  type Contact,
} from '../../domain/codes/contact.ts';
import type { SealedPlace } from '../../domain/encryption/encryption.ts';
import type { CodeSendRepository, CodeState } from '../../domain/repositories/code-send-repository.ts';
import type { Connection } from '../connection/connection.ts';
import { Prisma } from '../generated/client.ts';
import type { BatchedSends } from './batched-sends.ts';
import type { DataKeys } from '../keys/keys.ts';
import { openedJson, sealedJson } from '../keys/sealed.ts';
import { createSendCounts } from './send-counts.ts';
import { oneOf } from '../connection/one-of.ts';

interface Row {
  id: string;
  client_id: string;
  identity_id: string;
  verification_id: string;
  step_run_id: string;
  channel: string;
  contact_sealed: Uint8Array;
  seed: Uint8Array;
  state: string;
  tries: number;
  recent_sends: number;
  created_at: Date;
  expires_at: Date;
  confirmed_at: Date | null;
  wrapped_data_key: Uint8Array | null;
}

/** The database reads its clock when the statement runs: a transaction may have waited for a lock. */
const now = Prisma.sql`clock_timestamp()`;
const withKey = Prisma.sql`select c.*, i.wrapped_data_key from code_sends c join identities i on i.id = c.identity_id`;
const newestFirst = Prisma.sql`order by c.created_at desc, c.id desc`;

export function createCodeSendRepository(
  connection: Connection,
  keys: DataKeys,
  batched: BatchedSends,
): CodeSendRepository {
  /** Null once the identity is erased: nobody may be contacted any more. */
  async function toCodeSend(row: Row | undefined): Promise<CodeSend | null> {
    if (row?.wrapped_data_key == null) return null;
    const { id, client_id: clientId, identity_id: identityId } = row;
    const [clientKey, dataKey] = await Promise.all([
      keys.clientKey(clientId),
      keys.unwrap(clientId, identityId, row.wrapped_data_key),
    ]);
    return {
      id,
      clientId,
      identityId,
      verificationId: row.verification_id,
      stepRunId: row.step_run_id,
      channel: oneOf(contactChannels, row.channel),
      contact: openedJson(dataKey, row.contact_sealed, codeContactPlace(clientId, id)) as Contact,
      code: oneTimeCodeOf(clientKey, { id, seed: row.seed }),
      state: oneOf(codeSendStates, row.state),
      tries: row.tries,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      resendAt: resendAtOf(row),
      confirmedAt: row.confirmed_at,
    };
  }

  return {
    async create({ id, contact, ...send }) {
      const key = await keys.get(send.clientId, send.identityId);
      const [row] = await connection.$queryRaw<{ created_at: Date; expires_at: Date; state: string }[]>`
        insert into code_sends (id, client_id, identity_id, verification_id, step_run_id, channel, contact_sealed, seed,
                                recent_sends, created_at, expires_at)
        values (${id}, ${send.clientId}, ${send.identityId}, ${send.verificationId}, ${send.stepRunId}, ${send.channel},
                ${sealedJson(key, contact, codeContactPlace(send.clientId, id))}, ${Uint8Array.from(randomBytes(codeSeedBytes))},
                ${send.recentSends}, ${now}, ${now} + make_interval(secs => ${codeRules.livesSeconds}::int))
        returning created_at, expires_at, state`;
      if (row === undefined) throw new Error('the press was not stored');
      return { resendAt: resendAtOf(row), expiresAt: row.expires_at };
    },

    async findWait(stepRunId) {
      const { resendAfterSeconds, sends, sendsWithinSeconds } = codeRules;
      // The person may correct what the provider has refused immediately; it still counts as a request.
      const [row] = await connection.$queryRaw<{ resend: number | null; count: number; free: number | null }[]>`
        select extract(epoch from max(created_at) filter (where state <> 'undeliverable') - ${now})::float8
                 + ${resendAfterSeconds}::int as resend,
               count(*)::int as count,
               extract(epoch from min(created_at) - ${now})::float8 + ${sendsWithinSeconds}::int as free
          from code_sends
         where step_run_id = ${stepRunId} and created_at > ${now} - make_interval(secs => ${sendsWithinSeconds}::int)`;
      if (row === undefined) return null;
      if (row.count >= sends)
        return { code: 'code.too_many_sends', waitSeconds: Math.max(1, Math.ceil(row.free ?? 0)) };
      if ((row.resend ?? 0) <= 0) return null;
      return { code: 'code.resend_too_early', waitSeconds: Math.ceil(row.resend ?? 0) };
    },

    countOfStep: (stepRunId) => connection.codeSend.count({ where: { stepRunId } }),

    async find(codeSendId) {
      const [row] = await connection.$queryRaw<Row[]>`${withKey} where c.id = ${codeSendId}`;
      return toCodeSend(row);
    },

    async findForSending(codeSendId) {
      const row = await batched.findDue(codeSendId);
      const send = await toCodeSend(row ?? undefined);
      if (row === null || send === null) return null;
      const { name: clientName, language, pointless } = row;
      return { send, clientName, clientMode: oneOf(clientModes, row.mode), language, pointless };
    },

    async findProviderId(codeSendId) {
      const select = { channel: true, state: true, providerId: true } as const;
      const row = await connection.codeSend.findUnique({ where: { id: codeSendId }, select });
      if (row === null) return null;
      const { channel, state, providerId } = row;
      return { channel: oneOf(contactChannels, channel), state: oneOf(codeSendStates, state), providerId };
    },

    async findNewest(stepRunId) {
      const [row] = await connection.$queryRaw<(Row & { expired: boolean; age_seconds: number })[]>`
        select newest.*, newest.expires_at <= ${now} as expired,
               extract(epoch from ${now} - newest.created_at)::float8 as age_seconds
          from (${withKey} where c.step_run_id = ${stepRunId} ${newestFirst} limit 1) newest`;
      const send = await toCodeSend(row);
      if (row === undefined || send === null) return null;
      const resendInSeconds = Math.max(0, Math.ceil(codeRules.resendAfterSeconds - row.age_seconds));
      return { ...send, expired: row.expired, resendInSeconds };
    },

    async listSuperseded(stepRunId, newestId) {
      const rows = await connection.$queryRaw<Row[]>`
        ${withKey} where c.step_run_id = ${stepRunId} and c.id <> ${newestId} ${newestFirst} limit 50`;
      const sends = await Promise.all(rows.map(toCodeSend));
      return sends.filter((send) => send !== null);
    },

    async countTry(stepRunId) {
      const [counted] = await connection.$queryRaw<{ id: string; tries: number }[]>`
        update code_sends set tries = tries + 1
         where id = (select c.id from code_sends c where c.step_run_id = ${stepRunId} ${newestFirst} limit 1)
           and tries < ${codeRules.tries} and confirmed_at is null and expires_at > ${now}
        returning id, tries`;
      if (counted === undefined) return null;
      const [row] = await connection.$queryRaw<Row[]>`${withKey} where c.id = ${counted.id}`;
      const send = await toCodeSend(row);
      return send && { send, triesLeft: codeRules.tries - counted.tries };
    },

    async confirm(codeSendId) {
      const count = await connection.$executeRaw`
        update code_sends set confirmed_at = ${now} where id = ${codeSendId} and confirmed_at is null`;
      return count === 1;
    },

    async findConfirmed(stepRunId): Promise<ConfirmedContact | null> {
      const rows = await connection.$queryRaw<Row[]>`${withKey} where c.step_run_id = ${stepRunId} ${newestFirst}`;
      const send = await toCodeSend(rows[0]);
      if (send?.confirmedAt == null) return null;
      return {
        ...send.contact,
        channel: send.channel,
        confirmedAt: send.confirmedAt,
        sendCount: rows.length,
        // The right code was a guess like any other.
        wrongCodeCount: rows.reduce((sum, { tries }) => sum + tries, 0) - 1,
        recentSends: rows[0]?.recent_sends ?? 0,
      };
    },

    async listStates(verificationId): Promise<CodeState[]> {
      const rows = await connection.$queryRaw<Row[]>`
        select distinct on (c.step_run_id) c.* from code_sends c where c.verification_id = ${verificationId}
         order by c.step_run_id, c.created_at desc, c.id desc`;
      return rows.map((row) => ({
        stepRunId: row.step_run_id,
        resendAt: resendAtOf(row),
        expiresAt: row.expires_at,
        triesLeft: codeRules.tries - row.tries,
        verified: row.confirmed_at !== null,
      }));
    },

    async setState(codeSendId, state) {
      const where = { id: codeSendId, state: { in: ['waiting', 'sent'], not: state } };
      const { count } = await connection.codeSend.updateMany({ where, data: { state } });
      return count === 1;
    },

    storeSentAndComplete: (codeSendId, providerId, run) => batched.recordSent({ codeSendId, providerId, run }),

    ...createSendCounts(connection, keys),
  };
}

function resendAtOf({ created_at, state }: Pick<Row, 'created_at' | 'state'>): Date {
  const seconds = state === 'undeliverable' ? 0 : codeRules.resendAfterSeconds;
  return new Date(created_at.getTime() + seconds * 1000);
}

export const codeContactPlace = (clientId: string, id: string): SealedPlace => ({
  clientId,
  object: 'codeSend',
  id,
  field: 'contact',
});
