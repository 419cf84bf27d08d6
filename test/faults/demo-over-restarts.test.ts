import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { startApiProcess, type ApiProcess } from '../support/processes.ts';
import { startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
let running: ApiProcess;
let dir: string;
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ quality: true, document: true, maintenance: true });
  running = await startApiProcess(stack.env);
  dir = mkdtempSync(join(tmpdir(), 'verify-demo-'));
});
afterAll(async () => {
  await running.kill();
  await stack.close();
  rmSync(dir, { recursive: true, force: true });
});

/** What the demo says when a call of it was answered, in the order of its calls. The last one is killed with the verdict. */
const answered = ['session started', 'uploaded:', 'handed in'];

/** Another API takes the dead one's place. Its unfinished requests are two minutes old, so that nobody has to wait for them. */
async function killAndStartAgain(): Promise<void> {
  const port = Number(new URL(running.api.baseUrl).port);
  await running.kill('SIGKILL');
  await stack.sql.query(
    `update idempotency_keys set claimed_at = claimed_at - interval '121 seconds' where status is null`,
  );
  running = await startApiProcess(stack.env, port);
}

test('the demo finishes although the API is killed after each of its calls', async () => {
  const demo = {
    baseUrl: running.api.baseUrl,
    clientId: stack.client.clientId,
    flows: { 'document-only': stack.client.flowOf('document-only') },
    apiToken: stack.client.token,
    webhookSecret: null,
  };
  writeFileSync(join(dir, 'demo.json'), JSON.stringify(demo));
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/commands/demo.ts', '--flow', 'document-only'], {
    env: { PATH: process.env.PATH, VERIFY_DIR: dir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => output.push(bytes.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  try {
    for (const line of answered) {
      await eventually(() => output.join('').includes(line), { withinMs: 60_000, what: `the line "${line}"` });
      await killAndStartAgain();
    }
    expect([await ended, output.join('')]).toEqual([0, expect.stringContaining('the verdict: verified')]);
  } finally {
    child.kill('SIGKILL');
  }
  const { rows } = await stack.sql.query('select status from verifications');
  expect(rows).toEqual([{ status: 'verified' }]);
  const { rows: media } = await stack.sql.query(`select 1 from media where kind not like '%portrait%'`);
  expect(media).toHaveLength(1);
}, 150_000);
