import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';

/**
 * Holds the sockets of many sessions in a separate process, because each process may open a limited number of files. Takes one `hold`
 * message, answers `held` with the times that opening took, and then reports every message that arrives.
 */
export interface Hold {
  url: string;
  tokens: readonly string[];
  atOnce: number;
}
export type HolderWord =
  | { type: 'ready' }
  | { type: 'held'; openMs: number[]; failures: number }
  /** `at`: milliseconds since 1970. */
  | { type: 'arrived'; token: string; at: number }
  | { type: 'lost' };

const say = (word: HolderWord) => process.send?.(word);

function open(url: string, token: string): Promise<number | null> {
  const startedAt = performance.now();
  const socket = new WebSocket(`${url}/v2/sdk/session/live`, ['verify.v2', `bearer.${token}`], {
    perMessageDeflate: false,
  });
  socket.on('message', () => say({ type: 'arrived', token, at: Date.now() }));
  return new Promise((resolve) => {
    socket.once('open', () => {
      socket.once('close', () => say({ type: 'lost' }));
      resolve(performance.now() - startedAt);
    });
    socket.once('error', () => resolve(null));
  });
}

async function hold({ url, tokens, atOnce }: Hold): Promise<void> {
  const left = [...tokens];
  const times: (number | null)[] = [];
  async function next(): Promise<void> {
    for (let token = left.pop(); token !== undefined; token = left.pop()) times.push(await open(url, token));
  }
  await Promise.all(Array.from({ length: atOnce }, next));
  const openMs = times.filter((time) => time !== null);
  say({ type: 'held', openMs, failures: times.length - openMs.length });
}

process.once('message', (message: Hold) => void hold(message));
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
await delay(0);
say({ type: 'ready' });
