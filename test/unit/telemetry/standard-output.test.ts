import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { compiledSource } from '../../support/programs/compiled-source.ts';

const logger = pathToFileURL(compiledSource('src/adapters/telemetry/logger.ts')).href;
const program = `
  import { createLogger } from '${logger}';
  const log = createLogger({ level: 'info', process: 'api' });
  const line = (n) => log.info({ n, filler: 'x'.repeat(1000) }, 'line');
  process.on('SIGTERM', () => process.exit(0));
  process.on('message', ({ from, to }) => { for (let n = from; n < to; n++) line(n); process.send('said'); });
  setInterval(() => undefined, 1000);
  process.send('ready');
`;
const children: ChildProcess[] = [];

function start() {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  children.push(child);
  return child;
}

/** The process with this many lines of a kilobyte said, of which nobody has read one. */
async function unread(lines: number) {
  const child = start();
  await once(child, 'message');
  child.send({ from: 0, to: lines });
  await once(child, 'message');
  return child;
}

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

describe('a process whose log lines nobody reads', () => {
  it('ends when asked to', async () => {
    const child = await unread(1000);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('keeps the first lines up to four megabytes, loses those after them, and writes again for a reader that is back', async () => {
    const child = await unread(20_000);
    const { stdout } = child;
    if (stdout === null) throw new Error('the process has no output');
    const numbers: number[] = [];
    let rest = '';
    stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) numbers.push((JSON.parse(line) as { n: number }).n);
    });
    const until = async (enough: () => boolean) => {
      while (!enough()) await once(stdout, 'data');
    };
    await until(() => numbers.length >= 3000);
    child.send({ from: 20_000, to: 20_001 });
    await until(() => numbers.at(-1) === 20_000);
    const kept = numbers.slice(0, -1);
    expect(kept).toEqual(kept.map((_, at) => at));
    expect(kept.length).toBeLessThan(4300);
  });
});
