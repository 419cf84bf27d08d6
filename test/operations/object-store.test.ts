import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openObjectStore } from '../../src/adapters/objects/open-object-store.ts';
import { ObjectMissing, StorageAway, StorageFull, type ObjectStore } from '../../src/domain/ports/object-store.ts';
import { startS3Server, type S3Server } from '../support/servers/s3-server.ts';

/** Both stores keep the same contract: the same tests run on both. */
const folder = mkdtempSync(join(tmpdir(), 'verify-objects-'));
let s3: S3Server;
const stores: Partial<Record<'disk' | 's3', ObjectStore>> = {};
const s3Settings = () => ({
  store: 's3' as const,
  bucket: s3.bucket,
  endpoint: s3.endpoint,
  region: 'us-east-1',
  credentials: s3.credentials,
  forcePathStyle: true,
  prefix: 'verify/',
});

beforeAll(async () => {
  s3 = await startS3Server();
  stores.disk = openObjectStore({ store: 'disk', dir: folder });
  stores.s3 = openObjectStore(s3Settings());
});
afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

let count = 0;
const newKey = (prefix = 'object') => `${prefix}_${String(++count).padStart(8, '0')}`;
const megabytes = (size: number) => randomBytes(size * 1024 * 1024);

/** In pieces, as an upload arrives. */
function streamOf(bytes: Buffer, fault?: Error): Readable {
  function* pieces() {
    for (let at = 0; at < bytes.length; at += 64 * 1024) yield bytes.subarray(at, at + 64 * 1024);
    if (fault !== undefined) throw fault;
  }
  return Readable.from(pieces());
}

async function collect(keys: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const key of keys) found.push(key);
  return found.sort();
}

describe.each(['disk', 's3'] as const)('objects on %s', (kind) => {
  const store = () => {
    const made = stores[kind];
    if (made === undefined) throw new Error('not started');
    return made;
  };

  it.each([
    ['nothing', 0],
    ['a few bytes', 1],
    ['one part', 4],
    ['several parts', 12],
  ])('come back as they were stored: %s', async (_name, size) => {
    const bytes = size < 2 ? randomBytes(size * 100) : megabytes(size);
    const [streamed, whole] = [newKey(), newKey()];
    await store().put(streamed, streamOf(bytes));
    await store().put(whole, bytes);
    expect((await store().get(streamed)).equals(bytes)).toBe(true);
    expect((await store().get(whole)).equals(bytes)).toBe(true);
  });

  it.each([1, 12])('of a body that breaks off after %i MB leave nothing, and say what broke it', async (size) => {
    const key = newKey();
    const fault = new Error('cut off');
    await expect(store().put(key, streamOf(megabytes(size), fault))).rejects.toBe(fault);
    await expect(store().get(key)).rejects.toThrow(ObjectMissing);
    expect(readdirSync(join(folder, 'partial'))).toEqual([]);
    expect(s3.openUploads()).toEqual([]);
  });

  it('are copied without their bytes passing through here', async () => {
    const [key, copy] = [newKey(), newKey()];
    const bytes = megabytes(1);
    await store().put(key, bytes);
    const before = s3.requests.length;
    await store().copy(key, copy);
    expect(s3.requests.slice(before).filter((line) => line.startsWith('GET'))).toEqual([]);
    await store().delete(key);
    expect((await store().get(copy)).equals(bytes)).toBe(true);
    await expect(store().copy(key, newKey())).rejects.toThrow(ObjectMissing);
  });

  it('are listed by the beginning of their keys', async () => {
    const prefix = `listed-${kind}`;
    const keys = [newKey(prefix), newKey(prefix), newKey(prefix)];
    for (const key of keys) await store().put(key, Buffer.from('x'));
    expect(await collect(store().list(prefix))).toEqual(keys);
    expect(await collect(store().list('nothing-begins-so'))).toEqual([]);
  });

  it('are gone once deleted, and deleting what does not exist is no fault', async () => {
    const key = newKey();
    await store().put(key, Buffer.from('x'));
    await store().delete(key);
    await store().delete(key);
    await expect(store().get(key)).rejects.toThrow(ObjectMissing);
  });

  it.each(['../../etc/passwd', 'a/b/c/d/e/f', 'SHOUTING', 'short'])('have no key such as %s', async (key) => {
    await expect(store().put(key, Buffer.from('x'))).rejects.toThrow('not an object key');
    await expect(store().get(key)).rejects.toThrow('not an object key');
  });

  it('answer that they can be used', async () => {
    await store().probe();
  });
});

describe('a bucket', () => {
  const bucket = () => openObjectStore(s3Settings());

  it('has every key below its prefix', async () => {
    const key = newKey('prefixed');
    await bucket().put(key, Buffer.from('x'));
    expect(s3.requests.some((line) => line.startsWith(`PUT /${s3.bucket}/verify/${key}`))).toBe(true);
  });

  it('that is full says so, for small bodies and in the middle of large ones, and keeps nothing', async () => {
    for (const [size, on] of [
      [1, /^PUT/],
      [12, /partNumber=2/],
    ] as const) {
      const key = newKey();
      s3.makeTrouble('full', (line) => on.test(line));
      await expect(bucket().put(key, streamOf(megabytes(size)))).rejects.toThrow(StorageFull);
      s3.endTrouble();
      await expect(bucket().get(key)).rejects.toThrow(ObjectMissing);
      expect(s3.openUploads()).toEqual([]);
    }
  });

  it('that is overloaded or cannot be reached is down', async () => {
    s3.makeTrouble('overloaded');
    await expect(bucket().put(newKey(), Buffer.from('x'))).rejects.toThrow(StorageAway);
    await expect(bucket().get(newKey())).rejects.toThrow(StorageAway);
    await expect(bucket().probe()).rejects.toThrow(StorageAway);
    s3.endTrouble();
    const nowhere = openObjectStore({ ...s3Settings(), endpoint: 'http://127.0.0.1:1' });
    await expect(nowhere.probe()).rejects.toThrow(StorageAway);
    await expect(nowhere.put(newKey(), megabytes(12))).rejects.toThrow(StorageAway);
  });

  it('is made where it does not exist yet, and left alone where it is', async () => {
    const made = openObjectStore({ ...s3Settings(), bucket: 'made-by-itself' });
    await made.prepare();
    await made.put('object_first', Buffer.from('x'));
    await made.prepare();
    expect(await collect(made.list('object'))).toEqual(['object_first']);
  });

  it('that does not exist is not an outage but a fault that names itself', async () => {
    const none = openObjectStore({ ...s3Settings(), bucket: 'no-such-bucket' });
    const fault: unknown = await none.put(newKey(), Buffer.from('x')).catch((error: unknown) => error);
    expect(fault).not.toBeInstanceOf(StorageAway);
    expect(fault).toMatchObject({ name: 'NoSuchBucket' });
  });

  it('loses what interrupted uploads left behind once they are old', async () => {
    // The clean-up of this one fails, as if the process had died.
    s3.makeTrouble('full', (line) => line.includes('partNumber=2') || line.startsWith('DELETE'));
    await bucket()
      .put(newKey(), streamOf(megabytes(12)))
      .catch(() => undefined);
    s3.endTrouble();
    expect(s3.openUploads()).toHaveLength(1);
    expect(await bucket().sweepPartial(new Date(Date.now() - 60_000))).toBe(0);
    expect(await bucket().sweepPartial(new Date(Date.now() + 60_000))).toBe(1);
    expect(s3.openUploads()).toEqual([]);
  });
});
