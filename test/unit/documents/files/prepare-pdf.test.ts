import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { newId } from '../../../../src/domain/id.ts';
import { seal } from '../../../../src/domain/encryption/encryption.ts';
import { parsePdfDate } from '../../../../src/domain/documents/fresh-file-signal.ts';
import type { Media } from '../../../../src/domain/media/media.ts';
import type { ObjectStore } from '../../../../src/domain/ports/object-store.ts';
import type { OpenedPdf, PdfFacts, PdfOpener } from '../../../../src/domain/ports/pages/pdf-opener.ts';
import type { Database } from '../../../../src/domain/repositories/repositories.ts';
import { factsBehind, withFacts, withoutFacts } from '../../../../src/services/media/file-facts.ts';
import { createPreparePdf } from '../../../../src/services/media/prepare-pdf.ts';
import { mediaPlace } from '../../../../src/services/objects/media-place.ts';

const signature = {
  state: 'valid',
  fault: null,
  issuer: 'Example Energy',
  claimedAt: '2026-03-01T08:00:00.000Z',
} as const;
const said: PdfFacts = {
  signature,
  producer: 'pdf-lib (https://github.com/Hopding/pdf-lib)',
  creator: null,
  createdAt: new Date('2026-03-01T08:00:00Z'),
  changedAt: new Date('2026-03-05T08:00:00Z'),
};
const nothing: PdfFacts = { producer: null, creator: null, createdAt: null, changedAt: null };
const copy = Buffer.from('%PDF-1.7 pictures %%EOF');

/** A store with one uploaded file, and an opener that finds `said` in the original and nothing in the copy. */
function prepare(original: Buffer) {
  const key = randomBytes(32);
  const stored = new Map<string, Buffer>();
  const digests: Buffer[] = [];
  const media = {
    id: newId('media'),
    clientId: newId('client'),
    identityId: newId('identity'),
    verificationId: newId('verification'),
    objectKey: newId('media'),
    contentType: 'application/pdf',
    state: 'received',
    codes: [] as string[],
  } as Media;
  stored.set(media.objectKey, seal(key, original, mediaPlace(media)));
  let row = media;
  const tx = {
    media: {
      markReady: (of: Media, ready: Partial<Media>) => {
        row = { ...of, ...ready, state: 'ready' };
        return Promise.resolve(row);
      },
    },
    givenFiles: { add: (_: unknown, digest: Buffer) => Promise.resolve(void digests.push(digest)) },
    objects: { claim: () => Promise.resolve(), scheduleRemoval: () => Promise.resolve() },
  };
  const db = {
    identities: { getDataKey: () => Promise.resolve(key) },
    objects: { scheduleRemoval: () => Promise.resolve() },
    onBehalfOf: (_: unknown, work: () => unknown) => work(),
    transaction: (work: (inner: typeof tx) => unknown) => work(tx),
  } as unknown as Database;
  const objects = {
    get: (name: string) => Promise.resolve(stored.get(name) ?? Buffer.alloc(0)),
    put: (name: string, bytes: Buffer) => Promise.resolve(void stored.set(name, bytes)),
  } as unknown as ObjectStore;
  const pdfOpener = {
    async read(pdf: Buffer, _: unknown, use: (opened: OpenedPdf) => Promise<unknown>) {
      const facts = pdf.equals(original) ? said : nothing;
      return { result: await use({ pageCount: 1, ...facts } as OpenedPdf), copy, widthPx: 10, heightPx: 10 };
    },
  } as unknown as PdfOpener;
  // Finds a signature in the original, and nothing in the copy.
  const signatureVerifier = { verify: (file: Buffer) => (file.equals(original) ? signature : null) };
  const { read } = createPreparePdf({ db, objects, pdfOpener, signatureVerifier });
  const factsOf = async () => {
    const answer = await read(row, 1, ({ producer, creator, createdAt, changedAt, signature: found }) =>
      Promise.resolve({ producer, creator, createdAt, changedAt, signature: found }),
    );
    return 'fault' in answer ? null : answer.result;
  };
  return { factsOf, digests };
}

it('what a PDF says about its making survives a second run of the job after the copy has replaced it', async () => {
  const { factsOf } = prepare(Buffer.from('%PDF-1.7 original %%EOF'));
  expect(await factsOf()).toEqual(said);
  expect(await factsOf()).toEqual(said);
});

it('what a PDF says about its making survives whatever time it names', () => {
  for (const time of ["D:99991231235959-23'59'", 'D:00000000', 'D:99999999999999']) {
    const facts = { ...said, createdAt: parsePdfDate(time) };
    expect(facts.createdAt).not.toBeNull();
    expect(factsBehind(withFacts(copy, facts))).toEqual(facts);
  }
});

it('what a stranger appended to an original says nothing about it', async () => {
  const { factsOf } = prepare(withFacts(Buffer.from('%PDF-1.7 original %%EOF'), { ...said, producer: 'An issuer' }));
  expect(await factsOf()).toEqual(said);
  expect(await factsOf()).toEqual(said);
});

it('the same pages give the same file, whatever each said about its making', async () => {
  const [one, other] = [prepare(Buffer.from('%PDF-1.7 one')), prepare(Buffer.from('%PDF-1.7 other'))];
  await one.factsOf();
  await other.factsOf();
  expect(one.digests).toEqual(other.digests);
});

it.each(['', '\n%facts ', '\n%facts {"producer":1}\n', '\n%facts {"producer":null', '%facts {}'])(
  'a copy that ends with %j says nothing',
  (end) => {
    expect(factsBehind(Buffer.concat([copy, Buffer.from(end)]))).toBeNull();
  },
);

it('a copy is served without the appended facts, and any other file unchanged', () => {
  expect(withoutFacts(withFacts(copy, said)).equals(copy)).toBe(true);
  expect(withoutFacts(copy).equals(copy)).toBe(true);
  const picture = Buffer.concat([Buffer.from([0xff, 0xd8]), randomBytes(3_000)]);
  expect(withoutFacts(picture).equals(picture)).toBe(true);
});
