import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

/** The error that the store returns. */
export type S3Trouble = 'full' | 'overloaded' | 'silence';

interface OpenUpload {
  key: string;
  uploadId: string;
  initiated: Date;
}

const bucket = 'verify-test';
const accessKeyId = 'S3RVER';
const secretAccessKey = 'S3RVER';

/**
 * An S3-compatible server (s3rver) behind a door of ours, which adds what it lacks (listing and aborting multipart uploads) and fails on
 * request.
 */
export async function startS3Server() {
  const directory = mkdtempSync(join(tmpdir(), 'verify-s3-'));
  const inner = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    // Signatures name the proxy, not the server behind it.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: bucket }],
  });
  const { port: innerPort } = await inner.run();
  let trouble: { what: S3Trouble; on: (request: string) => boolean } | null = null;
  const uploads = new Map<string, OpenUpload>();
  const requests: string[] = [];
  const held = new Set<ServerResponse>();

  function answer(incoming: IncomingMessage, response: ServerResponse): void {
    const url = new URL(incoming.url ?? '/', 'http://s3');
    const line = `${incoming.method ?? ''} ${url.pathname}${url.search}`;
    requests.push(line);
    if (trouble?.on(line) === true) {
      if (trouble.what === 'silence') {
        held.add(response);
        return;
      }
      incoming.resume().on('end', () => refuse(response, trouble?.what === 'full'));
      return;
    }
    const uploadId = url.searchParams.get('uploadId');
    if (incoming.method === 'GET' && url.searchParams.has('uploads')) {
      response.writeHead(200, { 'content-type': 'application/xml' }).end(listing([...uploads.values()]));
      return;
    }
    if (incoming.method === 'DELETE' && uploadId !== null) {
      const known = uploads.delete(uploadId);
      response.writeHead(known ? 204 : 404, { 'content-type': 'application/xml' }).end(known ? '' : noSuchUpload);
      return;
    }
    passOn(incoming, response, (body) => {
      if (incoming.method !== 'POST') return;
      const begun = /<UploadId>([0-9a-f]+)</.exec(body)?.[1];
      if (url.searchParams.has('uploads') && begun !== undefined) {
        const key = decodeURIComponent(url.pathname.slice(bucket.length + 2));
        uploads.set(begun, { key, uploadId: begun, initiated: new Date() });
      }
      if (uploadId !== null) uploads.delete(uploadId);
    });
  }

  function passOn(incoming: IncomingMessage, response: ServerResponse, onAnswer: (body: string) => void): void {
    const { method, url: path, headers } = incoming;
    const onward = httpRequest({ host: '127.0.0.1', port: innerPort, method, path, headers }, (answered) => {
      const chunks: Buffer[] = [];
      answered.on('data', (chunk: Buffer) => chunks.push(chunk));
      answered.on('end', () => {
        const body = Buffer.concat(chunks);
        if (method === 'POST') onAnswer(body.toString('utf8'));
        response.writeHead(answered.statusCode ?? 500, answered.headers).end(body);
      });
    });
    onward.on('error', () => response.destroy());
    incoming.pipe(onward);
  }

  const door = createServer(answer);
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
  return {
    endpoint,
    bucket,
    credentials: { accessKeyId, secretAccessKey },
    /** The settings of a service that keeps its media here. */
    env: {
      MEDIA_DIR: '',
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
    /** `METHOD /path?query` of every request so far. */
    requests,
    /** Multipart uploads in progress. */
    openUploads: () => [...uploads.values()],
    /** From now on, requests of this kind get this answer. */
    makeTrouble(what: S3Trouble, on: (request: string) => boolean = () => true) {
      trouble = { what, on };
    },
    endTrouble() {
      trouble = null;
      for (const response of held) response.destroy();
      held.clear();
    },
    async close() {
      this.endTrouble();
      await new Promise((resolve) => {
        door.close(resolve);
        door.closeAllConnections();
      });
      await inner.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export type S3Server = Awaited<ReturnType<typeof startS3Server>>;

/** As MinIO words them. */
function refuse(response: ServerResponse, full: boolean): void {
  const code = full ? 'XMinioStorageFull' : 'SlowDown';
  response
    .writeHead(full ? 507 : 503, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`);
}

const noSuchUpload = '<?xml version="1.0"?><Error><Code>NoSuchUpload</Code><Message>no</Message></Error>';

function listing(uploads: readonly OpenUpload[]): string {
  const entries = uploads.map(
    ({ key, uploadId, initiated }) =>
      `<Upload><Key>${key}</Key><UploadId>${uploadId}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`,
  );
  return `<?xml version="1.0"?><ListMultipartUploadsResult>${entries.join('')}</ListMultipartUploadsResult>`;
}
