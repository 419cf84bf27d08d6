import type { SealedPlace } from '../domain/encryption.ts';
import { MoveRefused, type StepRunRepository } from '../domain/repositories/repositories.ts';
import type { StepAttempt, StepOutcome, StepRun } from '../domain/step-run.ts';
import { stepRunMoves, stepRunStatuses, type StepRunStatus } from '../domain/step-run-status.ts';
import { stepTypes } from '../domain/step-type.ts';
import type { Connection } from './connection.ts';
import type { StepRunModel } from './generated/models.ts';
import type { DataKeys } from './keys.ts';
import { openedJson, sealedJson } from './sealed.ts';
import { word } from './word.ts';

interface Owner {
  clientId: string;
  identityId: string;
}

export function createStepRunRepository(connection: Connection, keys: DataKeys): StepRunRepository {
  const ownerOf = async (verificationId: string): Promise<Owner> =>
    connection.verification.findUniqueOrThrow({
      where: { id: verificationId },
      select: { clientId: true, identityId: true },
    });

  function toStepRun(row: StepRunModel, owner: Owner, key: Buffer | null): StepRun {
    const { outcomeSealed, seenSealed, ...rest } = row;
    const outcome = key && (openedJson(key, outcomeSealed, outcomePlace(owner, row.id)) as StepOutcome | null);
    const seen = key && openedJson(key, seenSealed, seenPlace(owner, row.id));
    return { ...rest, type: word(stepTypes, row.type), status: word(stepRunStatuses, row.status), outcome, seen };
  }

  /** The key that opens these rows; null when none of them holds anything. */
  async function keyOf(rows: readonly StepRunModel[], owner: Owner): Promise<Buffer | null> {
    return rows.some((row) => row.outcomeSealed !== null) ? keys.get(owner.clientId, owner.identityId) : null;
  }

  /** The guarded update behind every move. */
  async function move(
    from: StepRun,
    to: StepRunStatus,
    data: { attempt?: number; codes?: string[]; outcomeSealed?: Uint8Array<ArrayBuffer>; finishedAt?: Date } = {},
  ): Promise<void> {
    if (!stepRunMoves[from.status].includes(to)) throw new MoveRefused(`step (${from.status} → ${to})`);
    const { count } = await connection.stepRun.updateMany({
      where: { id: from.id, status: from.status, version: from.version },
      data: { ...data, status: to, version: { increment: 1 } },
    });
    if (count !== 1) throw new MoveRefused('step');
  }

  async function endAttempt(from: StepRun, owner: Owner, result: unknown, codes: string[]): Promise<void> {
    const key = await keys.get(owner.clientId, owner.identityId);
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
      await connection.stepRun.createMany({ data: stepRuns });
    },

    async list(verificationId) {
      const owner = await ownerOf(verificationId);
      const rows = await connection.stepRun.findMany({ where: { verificationId }, orderBy: { position: 'asc' } });
      const key = await keyOf(rows, owner);
      return rows.map((row) => toStepRun(row, owner, key));
    },

    async get(stepRunId) {
      const row = await connection.stepRun.findUniqueOrThrow({ where: { id: stepRunId } });
      const owner = await ownerOf(row.verificationId);
      return toStepRun(row, owner, await keyOf([row], owner));
    },

    async submit(from, input) {
      await move(from, 'processing', { codes: [] });
      const owner = await ownerOf(from.verificationId);
      const key = await keys.get(owner.clientId, owner.identityId);
      const inputSealed = sealedJson(key, input, inputPlace(owner, from.id, from.attempt));
      await connection.stepAttempt.create({
        data: { stepRunId: from.id, attempt: from.attempt, inputSealed, codes: [] },
      });
    },

    async returnForRetake(from, result, codes) {
      await move(from, 'waiting', { attempt: from.attempt + 1, codes });
      await endAttempt(from, await ownerOf(from.verificationId), result, codes);
    },

    async skip(from, outcome, at) {
      const owner = await ownerOf(from.verificationId);
      const key = await keys.get(owner.clientId, owner.identityId);
      const outcomeSealed = sealedJson(key, outcome, outcomePlace(owner, from.id));
      await move(from, 'skipped', { codes: [], outcomeSealed, finishedAt: at });
    },

    async setCodes(stepRunId, codes) {
      const { count } = await connection.stepRun.updateMany({
        where: { id: stepRunId, status: 'waiting' },
        data: { codes },
      });
      return count === 1;
    },

    async finish(from, result, outcome, at) {
      const owner = await ownerOf(from.verificationId);
      const key = await keys.get(owner.clientId, owner.identityId);
      const outcomeSealed = sealedJson(key, outcome, outcomePlace(owner, from.id));
      await move(from, 'finished', { outcomeSealed, finishedAt: at });
      await endAttempt(from, owner, result, []);
    },

    async conclude(run, seen, outcome) {
      const owner = await ownerOf(run.verificationId);
      const key = await keys.get(owner.clientId, owner.identityId);
      const { count } = await connection.stepRun.updateMany({
        where: { id: run.id, status: 'finished', version: run.version },
        data: {
          outcomeSealed: sealedJson(key, outcome, outcomePlace(owner, run.id)),
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
      const owner = await ownerOf(row.stepRun.verificationId);
      const key = await keys.get(owner.clientId, owner.identityId);
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

const outcomePlace = (owner: Owner, id: string): SealedPlace => ({
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
const inputPlace = (owner: Owner, id: string, attempt: number): SealedPlace => ({
  clientId: owner.clientId,
  object: 'stepAttempt',
  id: `${id}#${attempt}`,
  field: 'input',
});
const resultPlace = (owner: Owner, id: string, attempt: number): SealedPlace => ({
  clientId: owner.clientId,
  object: 'stepAttempt',
  id: `${id}#${attempt}`,
  field: 'result',
});
