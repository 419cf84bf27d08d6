import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoFlows, type DemoFlowName } from '../../src/services/flows/seed-demo.ts';
import { eventually } from '../support/eventually.ts';
import { startApiProcess, type ApiProcess } from '../support/programs/processes.ts';
import { startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
let running: ApiProcess;
let dir: string;
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ quality: true, document: true, liveness: true, otp: true, maintenance: true });
  running = await startApiProcess(stack.env);
  dir = mkdtempSync(join(tmpdir(), 'verify-demo-'));
});
afterAll(async () => {
  await running.kill();
  await stack.close();
  rmSync(dir, { recursive: true, force: true });
});

/** What the demo prints when one of its calls is answered, in the order of the calls. The last process is killed with the verdict. */
const answered: Record<DemoFlowName, { lines: string[]; verdict: string }> = {
  'document-only': { lines: ['session started', 'document-front uploaded', 'submitted'], verdict: 'verified' },
  contact: {
    lines: [
      'session started',
      'code asked for',
      'the test inbox',
      'the code is right',
      'phone submitted',
      'code asked for',
      'the test inbox',
      'the code is right',
      'email submitted',
      'place submitted',
    ],
    verdict: 'verified',
  },
  full: {
    lines: [
      'session started',
      'consent to text',
      'document-front uploaded',
      'submitted',
      'selfie uploaded',
      'selfie submitted',
      'passive-liveness submitted',
      // Not during the film: the server asks for a film again if it could not follow it.
      'the video arrived in',
      'active-liveness submitted',
      'asked to say',
      'the voice arrived in',
      'voice-liveness submitted',
    ],
    // The video is made from the document's portrait.
    verdict: 'rejected',
  },
};

/** Another API replaces the dead one. The leases of its unfinished requests have expired, so nothing waits for them. */
async function killAndStartAgain(): Promise<void> {
  const port = Number(new URL(running.api.baseUrl).port);
  await running.kill('SIGKILL');
  await stack.sql.query(
    `update idempotency_claims set claimed_at = claimed_at - interval '21 seconds' where status is null`,
  );
  running = await startApiProcess(stack.env, port);
}

test.each(Object.entries(answered))(
  'the demo of the flow %s finishes although the API is killed after each of its calls',
  async (flow, { lines, verdict }) => {
    const demo = {
      baseUrl: running.api.baseUrl,
      clientId: stack.client.clientId,
      flows: { [flow]: await stack.client.addFlow(`demo ${flow}`, demoFlows[flow as DemoFlowName]) },
      apiToken: stack.client.token,
      webhookSecret: null,
    };
    writeFileSync(join(dir, 'demo.json'), JSON.stringify(demo));
    // One document that is read in full: the accuracy bench measures which of a thousand seeds are doubted.
    const seed = flow === 'contact' ? [] : ['--seed', '1'];
    const args = ['src/commands/demo.ts', '--flow', flow, ...seed];
    const child = spawn(process.execPath, ['--import', 'tsx', ...args], {
      env: { PATH: process.env.PATH, VERIFY_DIR: dir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => output.push(bytes.toString()));
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    try {
      let heard = 0;
      for (const line of lines) {
        // Making a video takes a while.
        const at = await eventually(
          () => {
            const found = output.join('').indexOf(line, heard);
            return found < 0 ? null : found + line.length;
          },
          { withinMs: 120_000, what: `the line "${line}" in:\n${output.join('')}` },
        );
        heard = at;
        await killAndStartAgain();
      }
      expect([await ended, output.join('')]).toEqual([0, expect.stringContaining(`the verdict: ${verdict}`)]);
    } finally {
      child.kill('SIGKILL');
    }
    const { rows } = await stack.sql.query<{ id: string; status: string }>(
      `select v.id, v.status from verifications v join flow_versions f on f.id = v.flow_version_id where f.flow_id = $1`,
      [demo.flows[flow]],
    );
    expect(rows.map(({ status }) => status)).toEqual([verdict]);
    // No upload was doubled.
    const { rows: media } = await stack.sql.query<{ kind: string; count: number }>(
      `select kind, count(*)::int as count from media where verification_id = $1 and kind in
       ('document-front', 'selfie', 'liveness-video', 'voice-audio') group by kind`,
      [rows[0]?.id],
    );
    expect(media.every(({ count }) => count === 1)).toBe(true);
  },
  400_000,
);
