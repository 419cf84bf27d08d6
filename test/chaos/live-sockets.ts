import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { sessionStart } from '../support/sdk-client.ts';
import type { SceneOfRun } from './scenario.ts';

const sockets = 5_000;
/** A session may have two. */
const perSession = 2;
const heardWithinMs = 60_000;

interface Listener {
  heard: number[];
  stop(): void;
}

/** Sockets that reconnect with `?after=` while the APIs are restarted one after the other. None may miss a message or get it twice. */
export async function playLiveSockets({ service, loud, random, noteFault, violate }: SceneOfRun): Promise<void> {
  const ask = async (path: string, token: string | null, json: object) => {
    for (let turn = 0; ; turn += 1) {
      const answer = await fetch(`${service.urls[turn % service.urls.length] ?? ''}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify(json),
      }).catch(() => null);
      if (answer !== null && answer.status < 500) return (await answer.json()) as { sessionToken?: string };
      await pause(200);
    }
  };
  const tokens: string[] = [];
  const startOne = async () => {
    const { sessionToken } = await ask('/v2/sdk/sessions', null, sessionStart(loud.clientId, loud.fileFlow));
    if (sessionToken !== undefined) tokens.push(sessionToken);
  };
  while (tokens.length < sockets / perSession) await Promise.all(Array.from({ length: 20 }, startOne));
  const listeners = tokens
    .slice(0, sockets / perSession)
    .flatMap((token) =>
      Array.from({ length: perSession }, () => ({ token, ...listen(service.urls, token, () => random.next()) })),
    );
  for (let round = 0; round < 2; round += 1) {
    for (const api of service.apis) {
      await pause(3_000);
      await api.stop('SIGTERM');
      await api.start();
    }
  }
  // A message for every socket.
  for (let from = 0; from < tokens.length; from += 20) {
    await Promise.all(tokens.slice(from, from + 20).map((token) => ask('/v2/sdk/session/cancel', token, {})));
  }
  const deadline = Date.now() + heardWithinMs;
  const deaf = () => listeners.filter(({ heard }) => heard.length === 0).length;
  while (deaf() > 0 && Date.now() < deadline) await pause(500);
  for (const { stop } of listeners) stop();
  const disordered = listeners.filter(({ heard }) =>
    heard.some((sequence, at) => sequence <= (heard[at - 1] ?? 0)),
  ).length;
  noteFault(
    `${listeners.length} sockets over ${service.apis.length * 2} restarts: ${deaf()} heard nothing, ${disordered} out of order`,
  );
  if (deaf() > 0) violate(`${deaf()} sockets of ${listeners.length} missed the end of their session`);
  if (disordered > 0) violate(`${disordered} sockets heard a message twice or out of order`);
}

/** Reconnects to either API after each end, with the number of the last message. */
function listen(urls: readonly string[], token: string, random: () => number): Listener {
  const heard: number[] = [];
  let stopped = false;
  let socket: WebSocket | null = null;
  let turn = Math.floor(random() * urls.length);
  const open = () => {
    if (stopped) return;
    const url = (urls[(turn += 1) % urls.length] ?? '').replace(/^http/, 'ws');
    socket = new WebSocket(`${url}/v2/sdk/session/live?after=${heard.at(-1) ?? 0}`, ['verify.v2', `bearer.${token}`]);
    socket.on('message', (bytes: Buffer) => {
      const { sequence } = JSON.parse(bytes.toString('utf8')) as { sequence?: number };
      if (sequence !== undefined) heard.push(sequence);
    });
    socket.on('error', () => undefined);
    socket.once('close', () => setTimeout(open, 500 + random() * 1_500));
  };
  open();
  return {
    heard,
    stop() {
      stopped = true;
      socket?.terminate();
    },
  };
}
