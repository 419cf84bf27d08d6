import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isAlive } from '../../src/embedded/process-identity.ts';
import { eventually } from '../support/eventually.ts';

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));

test('a script ends when the npm that runs it through a shell was killed', async () => {
  const script = `"${process.execPath}" --import tsx "${fixture('started-by-npm.ts')}"`;
  const npm = spawn(process.execPath, [fixture('npm/npm-cli.mjs'), script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const output = await new Promise<string>((resolve) =>
    npm.stdout.once('data', (bytes: Buffer) => resolve(String(bytes))),
  );
  const pid = Number(output.replace('started ', ''));
  try {
    expect(isAlive(pid)).toBe(true);
    npm.kill('SIGKILL');
    await eventually(() => !isAlive(pid), { withinMs: 60_000, what: 'the end of the script' });
  } finally {
    if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  }
});
