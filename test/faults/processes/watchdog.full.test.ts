import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { createWorkWatch } from '../../../workers/watchdog.ts';
import { compiledSource } from '../../support/programs/compiled-source.ts';

const watchdog = pathToFileURL(compiledSource('workers/watchdog.ts')).href;

async function endOf(script: string): Promise<{ signal: string | null; output: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return { signal, output };
}

test('a worker whose event loop is blocked ends itself and says so; one that works does not', async () => {
  const start = `import { endWhenBlocked } from '${watchdog}'; endWhenBlocked(2);`;
  const [blocked, busy] = await Promise.all([
    endOf(`${start} await new Promise((resolve) => setTimeout(resolve, 1_000)); for (;;) Math.hypot(1, 1);`),
    endOf(`${start} await new Promise((resolve) => setTimeout(resolve, 6_000)); process.exit(0);`),
  ]);
  expect(blocked.signal).toBe('SIGKILL');
  expect(JSON.parse(blocked.output)).toMatchObject({ level: 60, msg: 'the worker hangs and ends itself' });
  expect(busy.signal).toBeNull();
}, 180_000);

test('work that takes longer than allowed is reported, and work that ends is not', async () => {
  const hanging: string[] = [];
  const during = createWorkWatch({ seconds: 1, onHang: (name) => hanging.push(name) });
  await expect(during('quick', () => Promise.resolve('done'))).resolves.toBe('done');
  await expect(during('broken', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  void during('endless', () => new Promise(() => undefined));
  await expect.poll(() => hanging).toEqual(['endless']);
});
