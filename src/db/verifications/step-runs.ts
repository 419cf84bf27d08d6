import type { SealedPlace } from '../../domain/encryption/encryption.ts';
import { origins } from '../../domain/media/media.ts';
import { MoveRefused } from '../../domain/repositories/repositories.ts';
import type { StepRunRepository } from '../../domain/repositories/verification-repositories.ts';
import type { StepAttempt, StepOutcome, StepRun } from '../../domain/verifications/step-run.ts';
import { stepRunMoves, stepRunStatuses, type StepRunStatus } from '../../domain/verifications/step-run-status.ts';
import { stepTypes } from '../../domain/verifications/step-type.ts';
import { verdicts } from '../../domain/verifications/verification-status.ts';
import type { Connection, Statements } from '../connection/connection.ts';
import type { StepRunModel } from '../generated/models.ts';
import type { DataKeys } from '../keys/keys.ts';
import { openedJson, sealedJson } from '../keys/sealed.ts';
import { oneOf } from '../connection/one-of.ts';
import { speaking } from './started-by.ts';

interface Owner {
  clientId: string;
  identityId: string;
}

interface OpenedOwner {
  owner: Owner;
  key: Buffer;
}

/** Named as in the generated model, with the verification's owner. */
const columns = `r.id, r.verification_id as "verificationId", r.step_id as "stepId", r.type, r.position, r.status, r.version,
  r.attempt, r.origin, coalesce(r.codes, '{}') as codes, r.outcome_sealed as "outcomeSealed", r.seen_sealed as "seenSealed",
  r.finished_at as "finishedAt", v.client_id as "clientId", v.identity_id as "identityId"`;

export function createStepRunRepository(
  connection: Connection,
  statements: Statements,
  keys: DataKeys,
): StepRunRepository {
  async function ownerOf(verificationId: string): Promise<Owner> {
    const { rows } = await statements.query<Owner>({
      name: 'find-owner',
      text: `select client_id as "clientId", identity_id as "identityId" from verifications where id = $1`,
      values: [verificationId],
    });
    if (rows[0] === undefined) throw new Error('the verification of the step does not exist');
    return rows[0];
  }

  async function openOwner(verificationId: string): Promise<OpenedOwner> {
    const owner = await ownerOf(verificationId);
    return { owner, key: await keys.get(owner.clientId, owner.identityId) };
  }

  function toStepRun(row: StepRunModel, owner: Owner, key: Buffer | null): StepRun {
    const { outcomeSealed, seenSealed, ...rest } = row;
    const outcome = key && (openedJson(key, outcomeSealed, stepOutcomePlace(owner, row.id)) as StepOutcome | null);
    const seen = key && openedJson(key, seenSealed, seenPlace(owner, row.id));
    return {
      ...rest,
      type: oneOf(stepTypes, row.type),
      status: oneOf(stepRunStatuses, row.status),
      origin: oneOf(origins, row.origin),
      outcome,
      seen,
    };
  }

  /** Rows of one verification. The key is read only when one of them contains encrypted data. */
  async function openAll(rows: readonly (StepRunModel & Owner)[]): Promise<StepRun[]> {
    const [first] = rows;
    if (first === undefined) return [];
    const { clientId, identityId } = first;
    const isSealed = rows.some((row) => row.outcomeSealed !== null);
    const key = isSealed ? await keys.get(clientId, identityId) : null;
    return rows.map(({ clientId: _client, identityId: _identity, ...row }) =>
      toStepRun(row, { clientId, identityId }, key),
    );
  }

  async function find(stepRunId: string): Promise<StepRun | null> {
    const { rows } = await statements.query<StepRunModel & Owner>({
      name: 'get-step-run',
      text: `select ${columns} from step_runs r join verifications v on v.id = r.verification_id where r.id = $1`,
      values: [stepRunId],
    });
    const [run] = await openAll(rows);
    return run ?? null;
  }

  /** The guarded update behind every move. */
  async function move(
    from: StepRun,
    to: StepRunStatus,
    data: {
      attempt?: number;
      codes?: string[];
      outcomeSealed?: Uint8Array<ArrayBuffer>;
      finishedAt?: Date;
    } = {},
  ): Promise<void> {
    if (!stepRunMoves[from.status].includes(to)) throw new MoveRefused(`step (${from.status} → ${to})`);
    const { count } = await connection.stepRun.updateMany({
      where: { id: from.id, status: from.status, version: from.version },
      data: { ...data, status: to, version: { increment: 1 } },
    });
    if (count !== 1) throw new MoveRefused('step');
  }

  /** Moves the step to its end. */
  async function end(
    from: StepRun,
    to: Extract<StepRunStatus, 'skipped' | 'finished'>,
    { outcome, at }: { outcome: StepOutcome; at: Date },
  ): Promise<OpenedOwner> {
    const opened = await openOwner(from.verificationId);
    const outcomeSealed = sealedJson(opened.key, outcome, stepOutcomePlace(opened.owner, from.id));
    await move(from, to, { codes: [], outcomeSealed, finishedAt: at });
    return opened;
  }

  async function endAttempt(
    from: StepRun,
    { owner, key }: OpenedOwner,
    { result, codes }: { result: unknown; codes: string[] },
  ): Promise<void> {
    await connection.stepAttempt.update({
      where: { stepRunId_attempt: { stepRunId: from.id, attempt: from.attempt } },
      data: {
        resultSealed: sealedJson(key, result, resultPlace(owner, from.id, from.attempt)),
        codes,
        finishedAt: new Date(),
      },
    });
  }

  return {
    async createAll(stepRuns) {
      // As a composed start writes it: Prisma would leave the list null.
      await connection.stepRun.createMany({ data: stepRuns.map((run) => ({ ...run, codes: [] })) });
    },

    async list(verificationId) {
      const { rows } = await statements.query<StepRunModel & Owner>({
        name: 'list-step-runs',
        text: `select ${columns} from step_runs r join verifications v on v.id = r.verification_id
                where r.verification_id = $1 order by r.position`,
        values: [verificationId],
      });
      return openAll(rows);
    },

    async listOfAll(verificationIds) {
      const { rows } = await statements.query<StepRunModel & Owner>({
        name: 'list-runs-of-all',
        text: `select ${columns} from verifications v join step_runs r on r.verification_id = v.id
                where v.id = any($1) order by r.position`,
        values: [[...verificationIds]],
      });
      const runs = new Map<string, StepRun[]>(verificationIds.map((id) => [id, []]));
      for (const run of await openAll(rows)) runs.get(run.verificationId)?.push(run);
      return runs;
    },

    async listFinished({ identityId, except, type, days, judged }, { limit, after }) {
      const { rows } = await statements.query<StepRunModel & Owner>({
        name: 'list-finished-steps',
        text: `select ${columns} from verifications v join step_runs r on r.verification_id = v.id
                where v.identity_id = $1 and v.id <> $2 and r.type = $3 and r.status = 'finished' and ${speaking}
                  and r.finished_at > now() - make_interval(days => $4) and (v.status = any($8)) = $9
                  and ($5::timestamptz is null or (r.finished_at, r.id) < ($5, $6))
                order by r.finished_at desc, r.id desc limit $7`,
        values: [
          identityId,
          except,
          type,
          days,
          after?.finishedAt ?? null,
          after?.id ?? null,
          limit,
          [...verdicts],
          judged,
        ],
      });
      return openAll(rows);
    },

    async get(stepRunId) {
      const run = await find(stepRunId);
      if (run === null) throw new Error('the step run does not exist');
      return run;
    },

    find,

    async returnForRetake(from, result, codes) {
      await move(from, 'waiting', { attempt: from.attempt + 1, codes });
      await endAttempt(from, await openOwner(from.verificationId), { result, codes });
    },

    async skip(from, outcome, at) {
      await end(from, 'skipped', { outcome, at });
    },

    async setCodes(stepRunId, codes) {
      const { count } = await connection.stepRun.updateMany({
        where: { id: stepRunId, status: 'waiting' },
        data: { codes },
      });
      return count === 1;
    },

    async finish(from, result, outcome, at) {
      await endAttempt(from, await end(from, 'finished', { outcome, at }), { result, codes: [] });
    },

    async simulate(from, outcome, at) {
      await end(from, 'finished', { outcome, at });
    },

    async conclude(run, seen, outcome) {
      const { owner, key } = await openOwner(run.verificationId);
      const { count } = await connection.stepRun.updateMany({
        where: { id: run.id, status: 'finished', version: run.version },
        data: {
          outcomeSealed: sealedJson(key, outcome, stepOutcomePlace(owner, run.id)),
          seenSealed: sealedJson(key, seen, seenPlace(owner, run.id)),
          version: { increment: 1 },
        },
      });
      if (count !== 1) throw new MoveRefused('step');
    },

    async getAttempt(stepRunId, attempt): Promise<StepAttempt> {
      const row = await connection.stepAttempt.findUniqueOrThrow({
        where: { stepRunId_attempt: { stepRunId, attempt } },
        include: { stepRun: { select: { verificationId: true } } },
      });
      const { owner, key } = await openOwner(row.stepRun.verificationId);
      return {
        stepRunId,
        attempt,
        input: openedJson(key, row.inputSealed, inputPlace(owner, stepRunId, attempt)),
        result: openedJson(key, row.resultSealed, resultPlace(owner, stepRunId, attempt)),
        codes: row.codes,
        submittedAt: row.submittedAt,
        finishedAt: row.finishedAt,
      };
    },
  };
}

export const stepOutcomePlace = (owner: Pick<Owner, 'clientId'>, id: string): SealedPlace => ({
  clientId: owner.clientId,
  object: 'stepRun',
  id,
  field: 'outcome',
});
const seenPlace = (owner: Owner, id: string): SealedPlace => ({
  clientId: owner.clientId,
  object: 'stepRun',
  id,
  field: 'seen',
});
export const stepAttemptPlace = (
  owner: Pick<Owner, 'clientId'>,
  id: string,
  attempt: number,
  field: 'input' | 'result',
): SealedPlace => ({ clientId: owner.clientId, object: 'stepAttempt', id: `${id}#${attempt}`, field });
export const inputPlace = (owner: Owner, id: string, attempt: number) => stepAttemptPlace(owner, id, attempt, 'input');
const resultPlace = (owner: Owner, id: string, attempt: number) => stepAttemptPlace(owner, id, attempt, 'result');
