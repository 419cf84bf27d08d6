import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { problemLine } from '../support/api-client.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import type { SdkSession } from '../support/sdk-client.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';

const accept = [{ type: 'passport' as const }];
const camera = {
  source: 'camera',
  session: { id: 'c-1', openMs: 2_000, frames: 60, frameMs: 33.3, jitterMs: 0.3, widthPx: 1280, heightPx: 720 },
};

let stack: Stack;
let session: SdkSession;
let picture: Buffer;
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ qualityHandlers: noInspection });
  picture = await smallPicture();
  const document = { id: 'document', type: 'document' as const };
  const plain = { consent: null };
  await stack.client.addFlow('camera', { ...plain, steps: [{ ...document, config: { accept, capture: 'camera' } }] });
  await stack.client.addFlow('camera-or-pdf', {
    ...plain,
    steps: [{ ...document, config: { accept, capture: 'camera', allowPdf: true } }],
  });
  await stack.client.addFlow('selfie', {
    steps: [{ id: 'selfie', type: 'selfie', config: { match: 'none', capture: 'camera' } }],
  });
});
afterAll(() => stack.close());
beforeEach(async () => {
  session = await stack.startSession('camera');
});

async function captureOf(mediaId: string) {
  const query = 'select capture from media where id = $1';
  const { rows } = await stack.sql.query<{ capture: unknown }>(query, [mediaId]);
  return rows[0]?.capture;
}

describe('a step that requires the camera', () => {
  test('accepts what the SDK says its camera took, and stores what it says', async () => {
    const { status, body } = await session.upload(picture, { capture: camera });
    expect(status).toBe(201);
    expect(await captureOf(body.mediaId)).toEqual({ ...camera, byBrowser: false, signs: [] });
  });

  test.each<[string, object | undefined]>([
    ['nothing is said of', undefined],
    ['comes from the gallery', { source: 'gallery' }],
    ['is said to be sound', { source: 'microphone' }],
  ])('refuses a file that %s', async (_what, capture) => {
    expect(problemLine(await session.upload(picture, { capture }))).toBe('422 step.camera_required');
    const { rows } = await stack.sql.query('select 1 from media where verification_id = $1', [session.verificationId]);
    expect(rows).toEqual([]);
  });

  test('refuses what our camera never sends, whatever is said of it', async () => {
    const png = await sharp(picture).png().toBuffer();
    expect(problemLine(await session.upload(png, { capture: camera }))).toBe('422 step.camera_required');
  });

  test('applies to a selfie, too', async () => {
    const selfie = await stack.startSession('selfie');
    await selfie.consent();
    const given = { stepId: 'selfie', kind: 'selfie' as const };
    expect(problemLine(await selfie.upload(picture, given))).toBe('422 step.camera_required');
    expect((await selfie.upload(picture, { ...given, capture: camera })).status).toBe(201);
  });

  test('accepts no file from the host’s server', async () => {
    const { token, flowOf } = stack.client;
    const started = await stack.api.post<{ verificationId: string }>('/v2/verifications', {
      token,
      json: { flowId: flowOf('camera') },
    });
    const form = new FormData();
    form.append('stepId', 'document');
    form.append('kind', 'document-front');
    form.append('file', new Blob([Uint8Array.from(picture)]), 'front.jpg');
    const answer = await stack.api.post(`/v2/verifications/${started.body.verificationId}/inputs`, { token, form });
    expect(problemLine(answer)).toBe('422 step.camera_required');
  });

  test('accepts a PDF if the flow accepts PDFs, but still no picture of the gallery', async () => {
    const mixed = await stack.startSession('camera-or-pdf');
    const pdf = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n%%EOF');
    const given = { kind: 'document-page' as const, capture: { source: 'gallery' } };
    const taken = await mixed.upload(pdf, given);
    expect(taken.status).toBe(201);
    expect(await captureOf(taken.body.mediaId)).toMatchObject({ source: 'pdf', session: null });
    expect(problemLine(await mixed.upload(picture, given))).toBe('422 step.camera_required');
  });
});

describe('what is said of an upload', () => {
  test.each([
    ['no JSON', 'camera'],
    ['another word', { source: 'satellite' }],
    ['more than is asked', { source: 'camera', label: 'my phone' }],
    ['a negative time', { ...camera, session: { ...camera.session, openMs: -1 } }],
    ['a text in place of a number', { ...camera, session: { ...camera.session, frames: 'many' } }],
  ])('must be a capture: %s is refused', async (_what, capture) => {
    expect(problemLine(await session.upload(picture, { capture }))).toBe('400 request.invalid');
  });

  test('is in the record of the verification, as the device said it', async () => {
    const open = await stack.startSession();
    await open.upload(picture, { capture: camera });
    const path = `/v2/verifications/${open.verificationId}`;
    const read = () =>
      stack.api.get<{ steps: { media: { origin: string; capture: unknown }[] }[] }>(path, {
        token: stack.client.token,
      });
    expect((await read()).body.steps[0]?.media).toMatchObject([{ origin: 'sdk', capture: camera }]);
    await open.upload(picture);
    expect((await read()).body.steps[0]?.media).toMatchObject([{ capture: { source: 'unknown', session: null } }]);
  });
});
