import type { Challenge, ChallengeContent, LiveRecording } from '../../domain/verifications/challenge.ts';
import type { SealedPlace } from '../../domain/encryption/encryption.ts';
import type { ChallengeRepository, ChallengeState } from '../../domain/repositories/challenge-repository.ts';
import type { Connection } from '../connection/connection.ts';
import type { ChallengeModel } from '../generated/models.ts';
import type { DataKeys } from '../keys/keys.ts';
import { openedJson, sealedJson } from '../keys/sealed.ts';

interface Owner {
  clientId: string;
  identityId: string;
}

export function createChallengeRepository(connection: Connection, keys: DataKeys): ChallengeRepository {
  async function ownerOf(stepRunId: string): Promise<Owner> {
    const { verification } = await connection.stepRun.findUniqueOrThrow({
      where: { id: stepRunId },
      select: { verification: { select: { clientId: true, identityId: true } } },
    });
    return verification;
  }

  async function toChallenge(row: ChallengeModel): Promise<Challenge> {
    const owner = await ownerOf(row.stepRunId);
    const key = await keys.get(owner.clientId, owner.identityId);
    const content = contentOf(openedJson(key, row.contentSealed, placeOf(owner, row.id)));
    const { id, stepRunId, attempt, expiresAt, createdAt, usedAt } = row;
    const recording = row.recording as LiveRecording | null; // Only `storeRecording` writes it.
    return { id, stepRunId, attempt, content, expiresAt, drawnAt: createdAt, usedAt, recording };
  }

  /** A challenge of another step, attempt or person is treated like one that was never drawn. */
  async function lookAt(id: string, { stepRunId, attempt }: { stepRunId: string; attempt: number }) {
    const [row] = await connection.$queryRaw<{ used: boolean; over: boolean }[]>`
      select used_at is not null as used, (replaced_at is not null or expires_at <= now()) as over
        from challenges where id = ${id} and step_run_id = ${stepRunId} and attempt = ${attempt}`;
    const state: ChallengeState = row === undefined ? 'notFound' : row.used ? 'used' : row.over ? 'expired' : 'open';
    return state;
  }

  return {
    async create({ id, stepRunId, attempt, content, ttlSeconds }) {
      const owner = await ownerOf(stepRunId);
      const contentSealed = sealedJson(await keys.get(owner.clientId, owner.identityId), content, placeOf(owner, id));
      await connection.$executeRaw`
        update challenges set replaced_at = now()
         where step_run_id = ${stepRunId} and attempt = ${attempt} and used_at is null and replaced_at is null`;
      const [row] = await connection.$queryRaw<{ created_at: Date; expires_at: Date }[]>`
        insert into challenges (id, step_run_id, attempt, content_sealed, expires_at)
        values (${id}, ${stepRunId}, ${attempt}, ${contentSealed}, now() + make_interval(secs => ${ttlSeconds}::int))
        returning created_at, expires_at`;
      if (row === undefined) throw new Error('the challenge was not stored');
      const { created_at: drawnAt, expires_at: expiresAt } = row;
      return { id, stepRunId, attempt, content, expiresAt, drawnAt, usedAt: null, recording: null };
    },

    async endOpen(stepRunIds) {
      await connection.$executeRaw`
        update challenges set replaced_at = now()
         where step_run_id = any(${[...stepRunIds]}::text[]) and used_at is null and replaced_at is null`;
    },

    countOfAttempt: ({ stepRunId, attempt }) => connection.challenge.count({ where: { stepRunId, attempt } }),

    async listOpen(verificationId) {
      const open = await connection.$queryRaw<{ id: string }[]>`
        select c.id from challenges c join step_runs r on r.id = c.step_run_id and r.attempt = c.attempt
         where r.verification_id = ${verificationId} and r.status = 'waiting'
           and c.used_at is null and c.replaced_at is null and c.expires_at > now()`;
      if (open.length === 0) return [];
      const rows = await connection.challenge.findMany({ where: { id: { in: open.map(({ id }) => id) } } });
      return Promise.all(rows.map(toChallenge));
    },

    look: lookAt,

    async use(id, of, { usedBy, graceSeconds }) {
      const count = await connection.$executeRaw`
        update challenges set used_at = now(), used_by = ${usedBy}
         where id = ${id} and step_run_id = ${of.stepRunId} and attempt = ${of.attempt}
           and used_at is null and replaced_at is null
           and expires_at + make_interval(secs => ${graceSeconds}::int) > now()`;
      if (count === 1) return 'open';
      const state = await lookAt(id, of);
      return state === 'open' ? 'expired' : state;
    },

    async lockRecording(id, of) {
      const [row] = await connection.$queryRaw<{ elapsed_ms: number }[]>`
        select (extract(epoch from clock_timestamp() - created_at) * 1000)::int as elapsed_ms from challenges
         where id = ${id} and step_run_id = ${of.stepRunId} and attempt = ${of.attempt}
           and used_at is null and replaced_at is null and expires_at > now()
           for update`;
      if (row === undefined) {
        const state = await lookAt(id, of);
        return { state: state === 'open' ? 'expired' : state };
      }
      const challenge = await toChallenge(await connection.challenge.findUniqueOrThrow({ where: { id } }));
      return { state: 'open', challenge, elapsedMs: Math.max(0, row.elapsed_ms) };
    },

    async storeRecording(id, recording, endsInSeconds) {
      const stored = JSON.stringify(recording);
      await connection.$executeRaw`
        update challenges
           set recording = ${stored}::jsonb,
               expires_at = case when ${endsInSeconds ?? null}::int is null then expires_at
                            else now() + make_interval(secs => ${endsInSeconds ?? 0}::int) end
         where id = ${id}`;
    },

    async findUsed({ stepRunId, attempt }, fileIds) {
      const row = await connection.challenge.findFirst({
        where: {
          stepRunId,
          attempt,
          usedAt: { not: null },
          OR: [{ usedBy: null }, { usedBy: { in: [...fileIds] } }],
        },
        orderBy: { usedAt: 'desc' },
      });
      return row && toChallenge(row);
    },
  };
}

/** From versions that drew all prompts at once and stored them as a list. */
function contentOf(stored: unknown): ChallengeContent {
  const content = stored as ChallengeContent & { prompts?: unknown[] };
  return content.kind === 'prompts' && content.prompts !== undefined
    ? { kind: 'prompts', promptCount: content.prompts.length, promptTimeoutMs: 4_000 }
    : content;
}

const placeOf = (owner: Owner, id: string): SealedPlace => ({
  clientId: owner.clientId,
  object: 'challenge',
  id,
  field: 'content',
});
