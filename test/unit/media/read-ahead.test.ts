import { expect, test } from 'vitest';
import { readAhead } from '../../../src/services/objects/read-ahead.ts';

/** Reads that end when the test says so. */
function readsOf() {
  const begun: number[] = [];
  const ends = new Map<number, { resolve: (read: string) => void; reject: (error: Error) => void }>();
  return {
    begun,
    end: (item: number) => ends.get(item)?.resolve(`read ${item}`),
    fail: (item: number) => ends.get(item)?.reject(new Error(`lost ${item}`)),
    read(item: number): Promise<string> {
      begun.push(item);
      return new Promise((resolve, reject) => ends.set(item, { resolve, reject }));
    },
  };
}

async function listOf(source: AsyncIterable<string>): Promise<string[]> {
  const list: string[] = [];
  for await (const one of source) list.push(one);
  return list;
}

test('items are delivered in order, whichever is read first', async () => {
  const reads = readsOf();
  const all = listOf(readAhead([0, 1, 2], reads.read, 3));
  for (const item of [2, 0, 1]) {
    await Promise.resolve();
    reads.end(item);
  }
  expect(await all).toEqual(['read 0', 'read 1', 'read 2']);
});

test('no more than the limit are read at a time, and none beyond it before the caller takes one', async () => {
  const reads = readsOf();
  const source = readAhead([0, 1, 2, 3, 4, 5], reads.read, 2);
  expect(reads.begun).toEqual([]);
  const first = source.next();
  expect(reads.begun).toEqual([0, 1]);
  reads.end(1);
  reads.end(0);
  expect(await first).toEqual({ done: false, value: 'read 0' });
  expect(reads.begun).toEqual([0, 1, 2]);
  expect(await source.next()).toEqual({ done: false, value: 'read 1' });
  expect(reads.begun).toEqual([0, 1, 2, 3]);
});

test('a read that fails is reported in its place, and one behind it breaks nothing', async () => {
  const reads = readsOf();
  const source = readAhead([0, 1, 2], reads.read, 3);
  const first = source.next();
  reads.fail(2);
  reads.fail(1);
  reads.end(0);
  expect(await first).toEqual({ done: false, value: 'read 0' });
  await expect(source.next()).rejects.toThrow('lost 1');
});

test('nothing is read of no items', async () => {
  const reads = readsOf();
  expect(await readAhead([], reads.read, 4).next()).toEqual({ done: true, value: undefined });
  expect(reads.begun).toEqual([]);
});
