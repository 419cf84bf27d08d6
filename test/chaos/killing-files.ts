import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { blankPicture } from '../support/documents/pictures.ts';
import { billPdf } from '../support/documents/pdfs.ts';
import { sessionStart, uploadForm } from '../support/sdk-client.ts';
import type { SceneOfRun } from './scenario.ts';

const hook = fileURLToPath(new URL('../support/killing-files.mjs', import.meta.url));
export const killingEnv = { NODE_OPTIONS: `--import=${hook}` };

/** Two fronts and backs of each kind. Five tries of the longest hang, on two workers, with the pauses between them. */
const endsWithinMs = 25 * 60_000;

/** What each does to which process, and the file that makes `test/support/killing-files.mjs` do it. */
const killers = {
  worker: {
    'kills its worker': () => blankPicture(401, 300),
    'blocks its worker': () => blankPicture(403, 300),
    'never comes to an end in its worker': () => blankPicture(405, 300),
  },
  confined: {
    'kills the process that decodes it': async () => commented(await blankPicture(400, 300), 'CHAOS-KILLS'),
    'hangs the process that decodes it': async () => commented(await blankPicture(400, 300), 'CHAOS-HANGS'),
    'is a PDF and kills the process that opens it': async () => behind(await billPdf(['Bill']), 'CHAOS-KILLS'),
    'is a PDF and hangs the process that opens it': async () => behind(await billPdf(['Bill']), 'CHAOS-HANGS'),
  },
} as const satisfies Record<string, Record<string, () => Promise<Buffer>>>;

/**
 * Files that kill or hang the process that opens them, every time, one kind after the other. Their verifications must end in review, and
 * other people's must continue.
 */
export function playKillingFiles(whose: keyof typeof killers) {
  return async ({ service, loud, noteFault, violate }: SceneOfRun): Promise<void> => {
    const begunAt = Date.now();
    for (const [does, make] of Object.entries(killers[whose])) {
      const since = Date.now();
      const file = await make();
      const flowId = file.includes('%PDF') ? loud.pdfFlow : loud.fileFlow;
      const id = await uploadAndSubmit(service.urls, { clientId: loud.clientId, flowId, file });
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
        `a file that ${does}: ${status} after ${Math.round((Date.now() - since) / 1_000)} s, ` +
          `${rows[0]?.count ?? 0} others verified meanwhile, ${service.restarts()} restarts so far`,
      );
      if (status !== 'reviewNeeded') violate(`a verification with a file that ${does} is ${status}`);
      if ((rows[0]?.count ?? 0) === 0) violate(`nobody else was verified while there was a file that ${does}`);
    }
    noteFault(`all files of that kind after ${Math.round((Date.now() - begunAt) / 1_000)} s`);
  };
}

/** A comment segment behind the start of the image. */
function commented(jpeg: Buffer, word: string): Buffer {
  const text = Buffer.from(word);
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, text.length + 2]), text]);
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
}

/** A comment behind the end of the document. */
function behind(pdf: Buffer, word: string): Buffer {
  return Buffer.concat([pdf, Buffer.from(`\n% ${word}\n`)]);
}

async function uploadAndSubmit(
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
  const kinds = file.includes('%PDF') ? (['document-page'] as const) : (['document-front', 'document-back'] as const);
  for (const kind of kinds) {
    const answer = await fetch(`${path}/files`, { method: 'POST', headers, body: uploadForm(file, kind) });
    if (answer.status !== 201) throw new Error(`the file was answered ${answer.status}: ${await answer.text()}`);
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
