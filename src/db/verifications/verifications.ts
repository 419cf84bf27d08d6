import type { Decision } from '../../domain/verifications/decision.ts';
import type { SealedPlace } from '../../domain/encryption/encryption.ts';
import { MoveRefused } from '../../domain/repositories/repositories.ts';
import type { VerificationRepository } from '../../domain/repositories/verification-repositories.ts';
import { silences } from '../../domain/verifications/silence.ts';
import type { Device, Metadata, Verification } from '../../domain/verifications/verification.ts';
import {
  isVerdict,
  verdicts,
  verificationMoves,
  verificationStatuses,
} from '../../domain/verifications/verification-status.ts';
import type { Connection, Statements } from '../connection/connection.ts';
import { Prisma } from '../generated/client.ts';
import type { VerificationModel } from '../generated/models.ts';
import type { DataKeys } from '../keys/keys.ts';
import { readAttempts } from './attempts.ts';
import { indexMetadata } from './metadata-indexes.ts';
import { networkDigestOf } from '../keys/network-digests.ts';
import { bytes, openedJson, sealedJson } from '../keys/sealed.ts';
import { replaceTaggings } from '../identities/taggings.ts';
import { startedByOf, startedByColumns } from './started-by.ts';
import { oneOf } from '../connection/one-of.ts';

/** Named as in the generated model. */
const columns = `id, client_id as "clientId", identity_id as "identityId", flow_version_id as "flowVersionId", status, version,
  started_by as "startedBy", by_link as "byLink", reverifies, entitled, coalesce(silences, '{}') as silences, language, metadata_sealed as "metadataSealed",
  device_metadata_sealed as "deviceMetadataSealed", device_sealed as "deviceSealed",
  decision, review_text_sealed as "reviewTextSealed", coalesce(tags, '{}') as tags, assignee_id as "assigneeId", last_sequence as "lastSequence", last_event_sequence as "lastEventSequence", expires_at as "expiresAt",
  created_at as "createdAt", inputs_completed_at as "inputsCompletedAt", finished_at as "finishedAt",
  encryption_configuration_id as "encryptionConfigurationId", sealed_at as "sealedAt", jwe`;

export function createVerificationRepository(
  connection: Connection,
  statements: Statements,
  keys: DataKeys,
): VerificationRepository {
  async function readOne(name: string, text: string, id: string): Promise<Verification> {
    const { rows } = await statements.query<VerificationModel>({ name, text, values: [id] });
    if (rows[0] === undefined) throw new Error('the verification does not exist');
    return open(rows[0]);
  }

  async function open(row: VerificationModel): Promise<Verification> {
    return toVerification(row, row.status === 'deleted' ? null : await keys.get(row.clientId, row.identityId));
  }

  /** Without a key: an erased attempt, of which nothing is left to decrypt. */
  function toVerification(row: VerificationModel, key: Buffer | null): Verification {
    const { metadataSealed, deviceMetadataSealed, deviceSealed, reviewTextSealed, networkDigest: _, ...rest } = row;
    const { startedBy, byLink } = row;
    const opened = (sealed: Uint8Array | null, field: string) =>
      key && openedJson(key, sealed, verificationPlace(row.clientId, row.id, field));
    const metadata = (opened(metadataSealed, 'metadata') ?? {}) as Metadata;
    const deviceMetadata = (opened(deviceMetadataSealed, 'deviceMetadata') ?? {}) as Metadata;
    // From before the two were separated: the metadata of a device's start was the device's own.
    const isOlder = startedBy !== 'backend' && deviceMetadataSealed === null;
    return {
      ...rest,
      status: oneOf(verificationStatuses, row.status),
      ...(isOlder ? { metadata: {}, deviceMetadata: metadata } : { metadata, deviceMetadata }),
      startedBy: startedByOf({ startedBy, byLink }),
      silences: row.silences.map((silence) => oneOf(silences, silence)),
      device: opened(deviceSealed, 'device') as Device | null,
      decision: withText(row.decision as Decision | null, opened(reviewTextSealed, 'review') as ReviewText | null),
    };
  }

  async function listWhere(
    where: Prisma.VerificationWhereInput,
    limit: number,
    orderBy: Prisma.VerificationOrderByWithRelationInput[] = [{ id: 'desc' }],
  ): Promise<Verification[]> {
    const rows = await connection.verification.findMany({ where, orderBy, take: limit });
    return Promise.all(rows.map(open));
  }

  return {
    async create({ metadata, deviceMetadata, device, ttlMinutes, startedBy, ...verification }) {
      const { id, clientId, identityId } = verification;
      const key = await keys.get(clientId, identityId);
      await connection.verification.create({
        data: {
          ...verification,
          ...startedByColumns(startedBy),
          metadataSealed: sealedJson(key, metadata, verificationPlace(clientId, id, 'metadata')),
          deviceMetadataSealed: sealedJson(key, deviceMetadata, verificationPlace(clientId, id, 'deviceMetadata')),
          networkDigest: device && bytes(await networkDigestOf(keys, clientId, device.networkAddress)),
          deviceSealed: device && sealedJson(key, device, verificationPlace(clientId, id, 'device')),
          expiresAt: new Date(0),
        },
      });
      await indexMetadata(statements, keys, verification, [metadata, deviceMetadata]);
      // Prisma would use this process's clock; the database's clock is the one that counts.
      const startedAt = await extend(connection, id, ttlMinutes);
      await connection.$executeRaw`update verifications set created_at = date_trunc('milliseconds', now()) where id = ${id}`;
      return { startedAt };
    },

    async attach(verificationId, { language, deviceMetadata, device }) {
      const { clientId, identityId } = await connection.verification.findUniqueOrThrow({
        where: { id: verificationId },
        select: { clientId: true, identityId: true },
      });
      const key = await keys.get(clientId, identityId);
      await connection.verification.update({
        where: { id: verificationId },
        data: {
          language,
          ...(deviceMetadata !== null && {
            deviceMetadataSealed: sealedJson(
              key,
              deviceMetadata,
              verificationPlace(clientId, verificationId, 'deviceMetadata'),
            ),
          }),
          networkDigest: bytes(await networkDigestOf(keys, clientId, device.networkAddress)),
          deviceSealed: sealedJson(key, device, verificationPlace(clientId, verificationId, 'device')),
        },
      });
      if (deviceMetadata === null) return;
      await indexMetadata(statements, keys, { id: verificationId, clientId, identityId }, [deviceMetadata]);
    },

    async readAttempts({ clientId, identityId }, networkAddress) {
      const network = networkAddress === null ? null : await networkDigestOf(keys, clientId, networkAddress);
      return readAttempts(connection, identityId, network);
    },

    async hasBegun(verificationId) {
      const [row] = await connection.$queryRaw<{ begun: boolean }[]>`
        select exists (select 1 from consents where verification_id = ${verificationId})
            or exists (select 1 from media where verification_id = ${verificationId})
            or exists (select 1 from code_sends where verification_id = ${verificationId})
            or exists (select 1 from step_runs where verification_id = ${verificationId}
                        and (status <> 'waiting' or attempt > 1)) as begun`;
      return row?.begun ?? false;
    },

    async find(clientId, verificationId) {
      const row = await connection.verification.findUnique({ where: { id: verificationId, clientId } });
      return row && (await open(row));
    },

    get: (verificationId) =>
      readOne('get-verification', `select ${columns} from verifications where id = $1`, verificationId),

    lock: (verificationId) =>
      readOne('lock-verification', `select ${columns} from verifications where id = $1 for update`, verificationId),

    async readClock() {
      const { rows } = await statements.query<{ now: Date }>({
        name: 'read-clock',
        text: `select clock_timestamp() as now`,
        values: [],
      });
      if (rows[0] === undefined) throw new Error('the database does not say what time it is');
      return rows[0].now;
    },

    async move(from, to, changes = {}) {
      if (!verificationMoves[from.status].includes(to)) throw new MoveRefused(`verification (${from.status} → ${to})`);
      const decision = changes.decision === undefined ? null : JSON.stringify(changes.decision);
      // Only the database's clock decides lifetimes: a process whose clock is off must not make one negative.
      const count = await connection.$executeRaw`
        update verifications
           set status = ${to}, version = version + 1, decision = coalesce(${decision}::jsonb, decision),
               inputs_completed_at = case when ${changes.inputsCompleted === true} then (
                 -- When the person gave or skipped the last step. A step that may ask for a retake keeps the attempt open until
                 -- it is judged, so the time of this statement would be the time of the verdict. Skips carry a process's clock, which may be off.
                 select least(now(), greatest(created_at, max(a.submitted_at), max(r.finished_at) filter (where r.status = 'skipped')))
                   from step_runs r left join step_attempts a on a.step_run_id = r.id
                  where r.verification_id = ${from.id}
               ) else inputs_completed_at end,
               -- The caller may have waited for the identity since this transaction began: of two attempts, the later one must have the later time.
               finished_at = case when ${changes.finished === true} then clock_timestamp() else finished_at end
         where id = ${from.id} and status = ${from.status} and version = ${from.version}`;
      if (count !== 1) throw new MoveRefused('verification');
    },

    async review(from, to, decision) {
      const { id, clientId, identityId, status, version } = from;
      const { reason, notes } = decision.manual;
      const text: ReviewText = { reason, notes };
      const stored: object = { ...decision, manual: { ...decision.manual, reason: '', notes: null } };
      const key = await keys.get(clientId, identityId);
      const { count } = await connection.verification.updateMany({
        where: { id, status, version, decision: { not: Prisma.DbNull } },
        data: {
          status: to,
          version: { increment: 1 },
          decision: stored,
          reviewTextSealed: sealedJson(key, text, verificationPlace(clientId, id, 'review')),
        },
      });
      if (count !== 1) throw new MoveRefused('verification');
    },

    async setTags({ id, clientId }, tags) {
      await connection.verification.update({ where: { id }, data: { tags: [...tags] } });
      await replaceTaggings(statements, { clientId, subjectId: id }, tags);
    },

    async extend(verificationId, ttlMinutes) {
      await extend(connection, verificationId, ttlMinutes);
    },

    listOfIdentity: (identityId, limit) => listWhere({ identityId }, limit),

    listSpeaking: (identityId, limit) => listWhere({ identityId, ...speaking }, limit),

    listSubmitted: ({ identityId, types }, { limit, after }) => {
      const touched = [{ status: { in: ['processing', 'finished'] } }, { attempt: { gt: 1 } }];
      const having = { stepRuns: { some: { type: { in: [...types] }, OR: touched } } };
      return listWhere({ identityId, ...having, AND: [speaking, endedBefore(after)] }, limit, [
        { finishedAt: { sort: 'desc', nulls: 'first' } },
        { id: 'desc' },
      ]);
    },

    async hasSealed(identityId) {
      const where = { identityId, ...speaking, sealedAt: { not: null } };
      return (await connection.verification.findFirst({ where, select: { id: true } })) !== null;
    },

    async listDecided(identityId, limit, types) {
      const having = types && { stepRuns: { some: { type: { in: [...types] } } } };
      const where = { identityId, ...speaking, status: { in: [...verdicts] }, ...having };
      const decided = await listWhere(where, limit, [{ finishedAt: 'desc' }, { id: 'desc' }]);
      return decided.flatMap((one) => (isVerdict(one.status) ? [{ ...one, status: one.status }] : []));
    },

    listSilent: (identityId, limit) => listWhere({ identityId, NOT: speaking }, limit),

    async entitle(verificationId, found) {
      const data = { entitled: found.length === 0, silences: [...found] };
      await connection.verification.update({ where: { id: verificationId }, data });
    },

    async listOverdue(limit, except) {
      const rows = await connection.$queryRaw<{ id: string }[]>`
        select v.id from verifications v where ${overdue} and v.id <> all(${[...except]}::text[])
         order by v.expires_at limit ${limit}`;
      return rows.map((row) => row.id);
    },

    async isOverdue(verificationId) {
      const rows = await connection.$queryRaw<unknown[]>`
        select 1 from verifications v where v.id = ${verificationId} and ${overdue}`;
      return rows.length > 0;
    },
  };
}

/** What a reviewer wrote. Versions before this one stored it in the decision itself. */
type ReviewText = Pick<NonNullable<Decision['manual']>, 'reason' | 'notes'>;

function withText(decision: Decision | null, text: ReviewText | null): Decision | null {
  if (decision?.manual == null || text === null) return decision;
  return { ...decision, manual: { ...decision.manual, ...text } };
}

/** `speaksForIdentity` as a condition. */
const speaking = {
  OR: [{ startedBy: 'backend' }, { reverifies: false }, { entitled: true, status: 'verified' }],
} satisfies Prisma.VerificationWhereInput;

/** Open attempts come first, then the one that ended last. */
function endedBefore(after: { id: string; finishedAt: Date | null } | null): Prisma.VerificationWhereInput {
  if (after === null) return {};
  const { id, finishedAt } = after;
  const sameTime = { finishedAt, id: { lt: id } };
  return { OR: [sameTime, finishedAt === null ? { finishedAt: { not: null } } : { finishedAt: { lt: finishedAt } }] };
}

/** An attempt whose step is being worked on is not overdue: the person is waiting for the service. */
const overdue = Prisma.sql`v.status = 'pending' and v.expires_at < now()
  and not exists (select 1 from step_runs s where s.verification_id = v.id and s.status = 'processing')`;

/** Returns the time from which the new lifetime counts. */
async function extend(connection: Connection, verificationId: string, ttlMinutes: number): Promise<Date> {
  const [row] = await connection.$queryRaw<{ at: Date }[]>`
    update verifications set expires_at = now() + make_interval(mins => ${ttlMinutes}::int)
     where id = ${verificationId} returning now() as at`;
  if (row === undefined) throw new Error('the verification to extend does not exist');
  return row.at;
}

export const verificationPlace = (clientId: string, id: string, field: string): SealedPlace => ({
  clientId,
  object: 'verification',
  id,
  field,
});
