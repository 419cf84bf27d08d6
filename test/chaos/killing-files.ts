import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { blankPicture } from '../support/documents/pictures.ts';
import { sessionStart, uploadForm } from '../support/sdk-client.ts';
import type { SceneOfRun } from './scenario.ts';

const hook = fileURLToPath(new URL('../support/killing-files.mjs', import.meta.url));
export const killingEnv = { NODE_OPTIONS: `--import=${hook}` };

const words = ['CHAOS-KILLS', 'CHAOS-HANGS', 'CHAOS-WAITS'] as const;
/** Two fronts and backs of each kind; five tries of the longest hang, on two workers, with the pauses between them. */
const endsWithinMs = 25 * 60_000;

/**
 * Pictures that kill the worker which opens them, block it, or never come to an end in it, each time. Their verifications must end
 * in review, and other people's must go on meanwhile.
 */
export async function playKillingFiles({ service, loud, noteFault, violate }: SceneOfRun): Promise<void> {
  const picture = await blankPicture(400, 300);
  const begunAt = Date.now();
  for (const word of words) {
    // A comment segment behind the start of the image.
    const text = Buffer.from(word);
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, text.length + 2]), text]);
    const file = Buffer.concat([picture.subarray(0, 2), comment, picture.subarray(2)]);
    const since = Date.now();
    const id = await handIn(service.urls, { clientId: loud.clientId, flowId: loud.fileFlow, file });
    let status = '';
    while (Date.now() - since < endsWithinMs) {
      const { rows } = await service.sql.query<{ status: string }>('select status from verifications where id = $1', [
        id,
      ]);
      status = rows[0]?.status ?? 'gone';
      const { rowCount } = await service.sql.query(
        `select 1 from outbox o join media m on m.id = o.payload ->> 'mediaId' where m.verification_id = $1`,
        [id],
      );
      if (status !== 'pending' && status !== 'running' && rowCount === 0) break;
      await pause(500);
    }
    const { rows } = await service.sql.query<{ count: number }>(
      `select count(*)::int as count from verifications
        where client_id = $1 and id <> $2 and status = 'verified' and finished_at > to_timestamp($3 / 1000.0)`,
      [loud.clientId, id, since],
    );
    noteFault(
      `${word}: ${status} after ${Math.round((Date.now() - since) / 1_000)} s, ${rows[0]?.count ?? 0} others verified meanwhile, ` +
        `${service.restarts()} restarts so far`,
    );
    if (status !== 'reviewNeeded') violate(`a verification with a file that ${word} is ${status}`);
  }
  noteFault(`all files of that kind after ${Math.round((Date.now() - begunAt) / 1_000)} s`);
}

async function handIn(
  urls: readonly string[],
  { clientId, flowId, file }: { clientId: string; flowId: string; file: Buffer },
): Promise<string> {
  const url = urls[0] ?? '';
  const started = await fetch(`${url}/v2/sdk/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(sessionStart(clientId, flowId)),
  });
  const { sessionToken, verificationId } = (await started.json()) as { sessionToken: string; verificationId: string };
  const headers = { authorization: `Bearer ${sessionToken}` };
  const path = `${url}/v2/sdk/session/steps/document`;
  for (const kind of ['document-front', 'document-back'] as const) {
    const answer = await fetch(`${path}/files`, { method: 'POST', headers, body: uploadForm(file, kind) });
    if (answer.status !== 201) throw new Error(`the file was answered ${answer.status}`);
  }
  const submitted = await fetch(`${path}/submit`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ documentType: 'passport' }),
  });
  if (submitted.status !== 202)
    throw new Error(`the submit was answered ${submitted.status}: ${await submitted.text()}`);
  return verificationId;
}
