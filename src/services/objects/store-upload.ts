import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { startSealing, type SealedPlace } from '../../domain/encryption/encryption.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { MediaForm } from '../../domain/media/media-kind.ts';
import { StorageFull, type ObjectStore } from '../../domain/ports/object-store.ts';
import { sniffedBytes, sniffUpload } from './sniff-upload.ts';

/**
 * Streams an upload into the object store: detects its type by content, checks its size, encrypts it chunk by chunk. The file is never
 * whole in memory.
 * @throws Problem `file.unsupported_type`, `file.too_many_pixels`, `file.too_large`, `upload.incomplete` or `storage.full`; then nothing is
 * stored
 */
export async function storeUpload(
  objects: Pick<ObjectStore, 'put'>,
  upload: {
    source: AsyncIterable<Buffer>;
    /** The accepted types, each with its largest size in bytes. */
    maxBytes: Readonly<Partial<Record<MediaForm, number>>>;
    key: Buffer;
    objectKey: string;
    place: SealedPlace;
  },
): Promise<{ contentType: string; bytes: number; digest: Buffer }> {
  const wanted = Object.keys(upload.maxBytes) as MediaForm[]; // Object.keys widens to string.
  const counted = { bytes: 0, maxBytes: Math.max(...Object.values(upload.maxBytes)), hash: createHash('sha256') };
  const chunks = counting(upload.source, counted)[Symbol.asyncIterator]();
  const head = await readHead(chunks);
  const { contentType, form } = await sniffUpload(head, wanted);
  counted.maxBytes = upload.maxBytes[form] ?? 0;
  if (counted.bytes > counted.maxBytes) throw new Problem('file.too_large');
  try {
    await objects.put(upload.objectKey, Readable.from(sealing(head, chunks, upload.key, upload.place)));
  } catch (error) {
    throw error instanceof StorageFull ? new Problem('storage.full', { cause: error }) : error;
  }
  return { contentType, bytes: counted.bytes, digest: counted.hash.digest() };
}

/** SHA-256 of a file that is not stored, to tell whether a repeated upload equals the first. */
export async function digestUpload(source: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const counted = { bytes: 0, maxBytes, hash: createHash('sha256') };
  const chunks = counting(source, counted);
  while ((await chunks.next()).done !== true);
  return counted.hash.digest();
}

interface Counted {
  bytes: number;
  /** Lowered once the type of the file is known. */
  maxBytes: number;
  hash: Hash;
}

async function* counting(source: AsyncIterable<Buffer>, counted: Counted) {
  try {
    for await (const chunk of source) {
      counted.bytes += chunk.length;
      if (counted.bytes > counted.maxBytes) throw new Problem('file.too_large');
      counted.hash.update(chunk);
      yield chunk;
    }
  } catch (error) {
    // Anything else that ends a request's body early, such as a closed connection or a missing boundary.
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
