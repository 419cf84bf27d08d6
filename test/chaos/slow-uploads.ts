import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sessionStart } from '../support/sdk-client.ts';
import type { SceneOfRun } from './scenario.ts';

const uploads = 2_000;
const sessions = 200;
const everyMs = 1_000;
/** Bodies have a minute; the server looks once a second and is busy. */
const closedWithinMs = 75_000;

/** Many devices that send a file at one byte a second, while others come and go. Each must be cut off, and none may be accepted. */
export async function playSlowUploads({ service, loud, noteFault, violate }: SceneOfRun): Promise<void> {
  const tokens: string[] = [];
  for (let at = 0; at < sessions; at += 1) {
    const answer = await fetch(`${service.urls[at % service.urls.length] ?? ''}/v2/sdk/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sessionStart(loud.clientId, loud.fileFlow)),
    });
    const { sessionToken } = (await answer.json()) as { sessionToken?: string };
    if (sessionToken !== undefined) tokens.push(sessionToken);
  }
  const ends = await Promise.all(
    Array.from({ length: uploads }, async (_, at) => {
      // As a crowd comes: within a few seconds.
      await pause((at / uploads) * 10_000);
      return sendSlowly(service.urls[at % service.urls.length] ?? '', tokens[at % tokens.length] ?? '');
    }),
  );
  const longest = Math.max(...ends.map(({ openMs }) => openMs));
  const told = new Map<string, number>();
  for (const { status } of ends) told.set(status, (told.get(status) ?? 0) + 1);
  const answers = [...told].map(([status, count]) => `${status}: ${count}`).join(', ');
  noteFault(
    `${uploads} slow uploads on ${tokens.length} sessions, longest ${Math.round(longest / 1000)} s (${answers})`,
  );
  if (longest > closedWithinMs) violate(`a slow upload was open for ${Math.round(longest / 1000)} s`);
  const taken = ends.filter(({ status }) => status.startsWith('2')).length;
  if (taken > 0) violate(`${taken} uploads that never ended were taken`);
}

/** Returns how long the connection was open, and the status, if there was one. */
function sendSlowly(url: string, token: string): Promise<{ openMs: number; status: string }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const begunAt = Date.now();
  let told = '';
  socket.on('data', (bytes) => (told += bytes.toString('latin1')));
  socket.on('error', () => undefined);
  const head = [
    'POST /v2/sdk/session/steps/document/files HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    'Content-Type: multipart/form-data; boundary=slow',
    'Content-Length: 500000',
    '',
    '--slow\r\nContent-Disposition: form-data; name="kind"\r\n\r\ndocument-front',
    '--slow\r\nContent-Disposition: form-data; name="file"; filename="page.jpg"\r\nContent-Type: image/jpeg\r\n\r\n',
  ].join('\r\n');
  socket.write(head);
  const trickle = setInterval(() => socket.writable && socket.write('x'), everyMs);
  return new Promise((resolve) => {
    socket.once('close', () => {
      clearInterval(trickle);
      resolve({ openMs: Date.now() - begunAt, status: /^HTTP\/1.1 (\d+)/.exec(told)?.[1] ?? 'no answer' });
    });
  });
}
