import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/domain/id.ts';
import { pageOfSize } from '../support/documents/pdfs.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import { eventually } from '../support/eventually.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';

/** Uploads are announced to workers, so that they may work on them before the submit: by their ids, and a picture with the country of its document. */

let stack: Stack;
const heard: string[] = [];
beforeAll(async () => {
  stack = await startStack();
  await stack.client.addFlow('document', {
    steps: [{ id: 'document', type: 'document', config: { accept: [{ type: 'passport' }], allowPdf: true } }],
  });
  await stack.client.addFlow('selfie', { steps: [{ id: 'selfie', type: 'selfie', config: { match: 'none' } }] });
  await stack.startWorkers({ qualityHandlers: noInspection });
  const { uploadNews } = stack.container;
  uploadNews.subscribe('picture', (news) => heard.push(`picture ${JSON.stringify(news)}`));
  uploadNews.subscribe('gone', (news) => heard.push(`gone ${JSON.stringify(news)}`));
  await eventually(() => {
    uploadNews.announce('gone', { mediaId: 'first' });
    uploadNews.announce('picture', { mediaId: 'first', country: null });
    return heard.length >= 2;
  });
}, 60_000);
afterAll(() => stack.close());

const line = (what: 'picture' | 'gone', mediaId: string, country: string | null = null) =>
  `${what} ${JSON.stringify({ mediaId, ...(what === 'picture' && { country }) })}`;
/** The announcements so far, in their order. */
async function news(): Promise<string[]> {
  const mark = line('gone', newId('media'));
  stack.container.uploadNews.announce('gone', JSON.parse(mark.slice(5)) as { mediaId: string });
  await eventually(() => heard.includes(mark));
  const known = heard.splice(0).filter((each) => !each.includes('first') && each !== mark);
  return known;
}

test('a picture of a document is announced when it is stored, and again when it is replaced or deleted', async () => {
  const session = await stack.startSession('document');
  const first = (await session.upload(await smallPicture())).body.mediaId;
  expect(await news()).toEqual([line('picture', first)]);
  const second = (await session.upload(await smallPicture())).body.mediaId;
  expect(await news()).toEqual([line('gone', first), line('picture', second)]);
  expect((await session.deleteFile(second)).status).toBe(204);
  expect(await news()).toEqual([line('gone', second)]);
  const third = (await session.upload(await smallPicture(), { country: 'PL' })).body.mediaId;
  expect(await news()).toEqual([line('picture', third, 'PL')]);
  const unknown = await session.upload(await smallPicture(), { country: 'Poland' });
  expect(unknown).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
});

test('PDFs and pictures of faces are not announced', async () => {
  const letter = await stack.startSession('document');
  expect((await letter.upload(pageOfSize(600, 800), { kind: 'document-page' })).status).toBe(201);
  const face = await stack.startSession('selfie');
  await face.consent();
  expect((await face.upload(await smallPicture(), { stepId: 'selfie', kind: 'selfie' })).status).toBe(201);
  expect(await news()).toEqual([]);
});

test('one worker alone may work on an upload', async () => {
  const { uploadNews } = stack.container;
  const claims = await Promise.all(['one', 'one', 'two'].map((id) => uploadNews.claim(id)));
  expect(claims).toEqual([true, false, true]);
});
