import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import { compiledPath } from '../../src/embedded/compile.ts';
import { queueNames } from '../../src/domain/jobs/job.ts';
import type { WorkerReport } from '../../src/domain/ports/worker-reports.ts';
import { adminProgram } from './prepare/prepare-programs.ts';

export const gib = 1024 ** 3;

/** Findings that the test machine may cause. */
export const supported = {
  nodeVersion: '24.11.0',
  spaceOf: () => Promise.resolve({ freeBytes: 100 * gib, allBytes: 200 * gib }),
};
export const codesOf = ({ findings }: { findings: { code: string }[] }) => findings.map(({ code }) => code).sort();

/** The report of `doctor --json`. */
export const doctorReportSchema = z.object({
  findings: z.array(
    z.object({
      code: z.string(),
      severity: z.enum(['fault', 'risk', 'advice']),
      says: z.string().min(10),
      next: z.string().min(10),
    }),
  ),
  notChecked: z.array(z.object({ about: z.string(), why: z.string() })),
  sound: z.number(),
});

/** Runs an `admin` command as an operator does, in an installation without a folder. */
export async function runCommand(
  args: readonly string[],
  { place, env }: { place: string; env: Record<string, string> },
) {
  const child = spawn(process.execPath, [compiledPath(adminProgram), ...args], {
    env: { PATH: process.env.PATH, VERIFY_DIR: join(place, 'nothing'), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out };
}

/** The report of a healthy worker. */
export const reportOf = (version: string, more: Partial<WorkerReport> = {}): WorkerReport => ({
  workerId: 'worker-1',
  version,
  queues: [...queueNames],
  models: [{ name: 'ocrb-line', sha256: 'a'.repeat(64), status: 'loaded' }],
  ...more,
});
