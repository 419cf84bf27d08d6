import { createServer, type IncomingMessage, type Server } from 'node:http';
import { z } from 'zod';
import { idSchema } from '../../src/steps/value-schemas.ts';
import { recordPage, type RecordPageOptions } from './record-page.ts';
import {
  aboutRecordingSchema,
  type AboutRecording,
  type NewRecording,
  type OpenRecordingSet,
} from './recording-set.ts';

const addSchema = z.strictObject({ verificationId: idSchema('verification'), about: aboutRecordingSchema });
const forgetSchema = aboutRecordingSchema.pick({ person: true });
const mostBytes = 10_000;

/** Serves the page, adds recordings to the set and deletes them. `take` fetches a film from the service. */
export function createRecordServer({
  page,
  set,
  take,
  say,
}: {
  page: RecordPageOptions;
  set: OpenRecordingSet;
  take: (verificationId: string, about: AboutRecording) => Promise<NewRecording | null>;
  say: (line: string) => void;
}): Server {
  async function answer(request: IncomingMessage): Promise<{ status: number; message: string } | 'page'> {
    if (request.method === 'GET' && request.url === '/') return 'page';
    if (request.url !== '/recordings') return { status: 404, message: 'There is no such page.' };
    if (request.headers['sec-fetch-site'] !== undefined && request.headers['sec-fetch-site'] !== 'same-origin') {
      return { status: 403, message: 'Only the page itself may do this.' };
    }
    const body = await readJson(request);
    if (request.method === 'POST') {
      const { verificationId, about } = addSchema.parse(body);
      const taken = await take(verificationId, about);
      if (taken === null) return { status: 404, message: 'The service holds no film of this recording. Record again.' };
      const { id, presentation } = set.add(taken);
      say(`${id}: ${presentation}, ${set.list().length} recordings in all`);
      return { status: 201, message: `Saved as ${id}. Thank you! You can record the next one.` };
    }
    if (request.method === 'DELETE') {
      const count = set.forget(forgetSchema.parse(body).person);
      say(`${count} recordings were deleted`);
      return { status: 200, message: `${count} films were deleted.` };
    }
    return { status: 405, message: 'This is not possible.' };
  }

  return createServer((request, response) => {
    answer(request).then(
      (answered) => {
        if (answered === 'page') {
          response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(recordPage(page));
          return;
        }
        const { status, message } = answered;
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ message }));
      },
      (error: unknown) => {
        const isInvalid = error instanceof z.ZodError || error instanceof SyntaxError;
        if (!isInvalid) say(error instanceof Error ? error.message : String(error));
        const message = isInvalid ? 'Please fill in every field.' : 'This could not be saved.';
        response
          .writeHead(isInvalid ? 400 : 500, { 'content-type': 'application/json' })
          .end(JSON.stringify({ message }));
      },
    );
  });
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    const bytes = part as Buffer; // No encoding is set.
    length += bytes.length;
    if (length > mostBytes) throw new SyntaxError('too long');
    parts.push(bytes);
  }
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
}
