import { expect } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { startWorkerProcess } from '../support/programs/processes.ts';
import type { Stack } from '../support/stack.ts';
import { stepJobsOf } from '../support/steps.ts';

/**
 * Submits a document and kills this many workers, one after the other, each in the middle of the job. Fails unless exactly one result is
 * stored; returns the verdict.
 */
export async function killWorkersDuringAJob(stack: Stack, picture: Buffer, kills: number): Promise<string> {
  const session = await stack.startSession();
  await session.upload(picture);
  let worker = await startWorkerProcess(stack.env, 'document');
  await session.submit();
  for (let kill = 1; kill <= kills; kill += 1) {
    const begun = async () => (await stepJobsOf(stack, session.verificationId))[0]?.attempts === kill;
    await eventually(begun, { withinMs: 60_000, everyMs: 5, what: `run ${kill} of the job` });
    await worker.kill('SIGKILL');
    expect(await stepJobsOf(stack, session.verificationId)).toHaveLength(1);
    worker = await startWorkerProcess(stack.env, 'document');
  }
  try {
    const { verificationId } = session;
    const status = await eventually(
      async () => {
        const { body } = await stack.api.get<{ status: string }>(`/v2/verifications/${verificationId}`, {
          token: stack.client.token,
        });
        return body.status === 'pending' || body.status === 'running' ? null : body.status;
      },
      { withinMs: 120_000, what: 'the verdict' },
    );
    const { rows: messages } = await stack.sql.query<{ type: string; status: string | null }>(
      `select body->>'type' as type, body->'step'->>'status' as status from session_messages
        where verification_id = $1 order by sequence`,
      [verificationId],
    );
    const said = messages.map(({ type, status: step }) => step ?? type);
    expect(said.filter((word) => word === 'verification.finished')).toHaveLength(1);
    expect(said.filter((word) => word === 'finished')).toHaveLength(1);
    const { rows: results } = await stack.sql.query(
      `select 1 from step_attempts a join step_runs r on r.id = a.step_run_id
        where r.verification_id = $1 and a.result_sealed is not null`,
      [verificationId],
    );
    expect(results).toHaveLength(1);
    expect(await stepJobsOf(stack, verificationId)).toEqual([]);
    return status;
  } finally {
    await worker.kill();
  }
}
