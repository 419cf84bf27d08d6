import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { startSealing, type SealedPlace } from '../domain/encryption.ts';
import { Problem } from '../domain/errors.ts';
import { StorageFull, type ObjectStore } from '../domain/ports/object-store.ts';
import { sniffedBytes, sniffPicture, type PictureContentType } from './sniff-picture.ts';

/**
 * Streams an upload into the object store: type by content, size under the limit, sealed piece by piece. Nothing of it is
 * ever whole in memory.
 * @throws Problem `file.unsupported_type`, `file.too_many_pixels`, `file.too_large`, `upload.incomplete` or `storage.full`;
 * then nothing is stored.
 */
export async function storeUpload(
  objects: Pick<ObjectStore, 'put'>,
  upload: { source: AsyncIterable<Buffer>; maxBytes: number; key: Buffer; objectKey: string; place: SealedPlace },
): Promise<{ contentType: PictureContentType; bytes: number; digest: Buffer }> {
  const counted = { bytes: 0, hash: createHash('sha256') };
  const chunks = counting(upload.source, upload.maxBytes, counted)[Symbol.asyncIterator]();
  const head = await readHead(chunks);
  const contentType = await sniffPicture(head);
  try {
    await objects.put(upload.objectKey, Readable.from(sealing(head, chunks, upload.key, upload.place)));
  } catch (error) {
    throw error instanceof StorageFull ? new Problem('storage.full', { cause: error }) : error;
  }
  return { contentType, bytes: counted.bytes, digest: counted.hash.digest() };
}

/** SHA-256 of a file that is not kept: whether a repeated upload is the same as the first. */
export async function digestUpload(source: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const counted = { bytes: 0, hash: createHash('sha256') };
  const chunks = counting(source, maxBytes, counted);
  while ((await chunks.next()).done !== true);
  return counted.hash.digest();
}

interface Counted {
  bytes: number;
  hash: Hash;
}

async function* counting(source: AsyncIterable<Buffer>, maxBytes: number, counted: Counted) {
  try {
    for await (const chunk of source) {
      counted.bytes += chunk.length;
      if (counted.bytes > maxBytes) throw new Problem('file.too_large');
      counted.hash.update(chunk);
      yield chunk;
    }
  } catch (error) {
    // Whatever else ends a request's body early: a closed connection, a missing boundary.
    throw error instanceof Problem ? error : new Problem('upload.incomplete', { cause: error });
  }
}

async function readHead(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  while (length < sniffedBytes) {
    const next = await chunks.next();
    if (next.done === true) break;
    parts.push(next.value);
    length += next.value.length;
  }
  return Buffer.concat(parts);
}

async function* sealing(head: Buffer, rest: AsyncIterator<Buffer>, key: Buffer, place: SealedPlace) {
  const { header, cipher } = startSealing(key, place);
  yield header;
  yield cipher.update(head);
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield cipher.update(next.value);
  yield cipher.final();
  yield cipher.getAuthTag();
}
