import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it, vi } from 'vitest';
import { startChildProcesses, type ChildGroup, type ChildSpec } from '../../src/embedded/child-processes.ts';
import { untilGone } from './support.ts';

/** On a busy machine a process takes seconds to start. */
const patience = { timeout: 60_000 };

let group: ChildGroup | undefined;

afterEach(async () => {
  await group?.stop();
});

function child(name: string, script: string, policy: ChildSpec['onUnexpectedEnd'] = 'stop-all'): ChildSpec {
  const args = ['--eval', `${script}; console.log('pid', process.pid);`];
  return { name, command: process.execPath, args, env: {}, output: 'prefix', onUnexpectedEnd: policy };
}

const waits = 'setInterval(() => undefined, 60_000);';

function start(
  specs: ChildSpec[],
  graceMs = 5_000,
): { lines: string[]; pids: (name: string) => Promise<number[]>; group: ChildGroup } {
  const lines: string[] = [];
  group = startChildProcesses(specs, { onLine: (line) => lines.push(line), graceMs, firstPauseMs: 20 });
  const pidsOf = (name: string): number[] =>
    lines.flatMap((line) => (line.startsWith(`[${name}] pid `) ? [Number(line.split(' ').at(-1))] : []));
  const pids = async (name: string): Promise<number[]> => {
    await vi.waitUntil(() => pidsOf(name).length > 0, { ...patience, interval: 10 });
    return pidsOf(name);
  };
  return { lines, pids, group };
}

it('puts the name before every line', async () => {
  const { lines } = start([child('api', `console.log('one'); console.error('two'); ${waits}`)]);
  await vi.waitFor(() => {
    expect(lines).toEqual(expect.arrayContaining(['[api] one', '[api] two']));
  }, patience);
});

it('asks all to end and waits for their last lines', async () => {
  const script = `process.on('SIGTERM', () => { console.log('bye'); process.exit(0); }); ${waits}`;
  const { group, lines, pids } = start([child('api', script), child('worker', script, 'restart')]);
  await Promise.all([pids('api'), pids('worker')]);
  expect(await group.stop()).toEqual({ reason: 'stopped' });
  await vi.waitFor(() => {
    expect(lines).toEqual(expect.arrayContaining(['[api] bye', '[worker] bye']));
  }, patience);
  expect(lines.join('\n')).not.toContain('unexpectedly');
});

it('kills a process that ignores the request, with what it started', async () => {
  const grandchild = `const { spawn } = require('node:child_process');
    const c = spawn(process.execPath, ['-e', ${JSON.stringify(waits)}]); console.log('grandchild', c.pid);`;
  const { group, lines, pids } = start(
    [child('deaf', `process.on('SIGTERM', () => undefined); ${grandchild} ${waits}`)],
    200,
  );
  const [pid = 0] = await pids('deaf');
  await vi.waitUntil(() => lines.some((line) => line.includes('grandchild')), patience);
  const left = Number(
    lines
      .find((line) => line.includes('grandchild'))
      ?.split(' ')
      .at(-1),
  );
  await group.stop();
  await untilGone(pid);
  await untilGone(left);
});

it('starts a worker again when it dies', async () => {
  const { lines, pids } = start([child('worker', waits, 'restart')]);
  const [first = 0] = await pids('worker');
  process.kill(first, 'SIGKILL');
  await vi.waitUntil(async () => (await pids('worker')).length === 2, patience);
  expect(lines).toContainEqual('worker ended unexpectedly (signal SIGKILL): starting it again in 20 ms');
});

it('waits longer before every further restart', async () => {
  const { lines } = start([child('worker', 'process.exit(3);', 'restart')]);
  await vi.waitUntil(() => lines.some((line) => line.includes('in 80 ms')), patience);
  const pauses = lines.flatMap((line) => /\(exit code 3\).* in (\d+) ms$/.exec(line)?.[1] ?? []);
  expect(pauses.slice(0, 3)).toEqual(['20', '40', '80']);
});

it('stops everything and says why when the API dies', async () => {
  const { group, pids } = start([
    child('api', `process.on('SIGTERM', () => process.exit(4)); ${waits}`),
    child('worker', waits, 'restart'),
  ]);
  const [[api = 0], [worker = 0]] = await Promise.all([pids('api'), pids('worker')]);
  process.kill(api, 'SIGTERM');
  expect(await group.finished).toMatchObject({
    reason: 'died',
    name: 'api',
    message: 'api ended unexpectedly (exit code 4): stopping everything',
  });
  await untilGone(worker);
});

it('stops everything when a program is missing', async () => {
  const { group } = start([{ ...child('api', ''), command: '/nowhere/node' }]);
  expect(await group.finished).toMatchObject({ reason: 'died', message: expect.stringContaining('ENOENT') as string });
});

it.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)('ends the children when this process gets %s', async (signal) => {
  const room = fileURLToPath(new URL('../../src/embedded/child-processes.ts', import.meta.url));
  const script = `const { startChildProcesses } = await import(process.argv[1]);
    const args = ['--eval', 'console.log(process.pid); ${waits}'];
    startChildProcesses([{ name: 'api', command: process.execPath, args, env: {}, output: 'inherit', onUnexpectedEnd: 'stop-all' }]);`;
  const flags = ['--import', 'tsx', '--input-type=module', '--eval', script, room];
  const parent = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] });
  const pid = await new Promise<number>((resolve) => {
    parent.stdout.once('data', (bytes: Buffer) => {
      resolve(Number(bytes.toString()));
    });
  });
  parent.kill(signal);
  await untilGone(pid);
  await untilGone(parent.pid ?? 0);
});
