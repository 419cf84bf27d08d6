import { createHash } from 'node:crypto';
import { Mutex } from 'async-mutex';
import { createPageReader } from '../../../src/adapters/native/pages/page-reader.ts';
import type { ModelStore } from '../../../src/adapters/native/nets/model-store.ts';
import type { PageReading } from '../../../src/domain/ports/pages/page-reader.ts';

type OpenPageReader = typeof createPageReader;

const readers = new WeakMap<ModelStore, ReturnType<OpenPageReader>>();

/**
 * A page reader on these models, one in a process: opening it costs as much as reading a page. It reads the same picture once, since
 * a page takes seconds of a processor and many tests submit the same one.
 */
export function sharedPageReader(models: ModelStore): ReturnType<OpenPageReader> {
  const known = readers.get(models) ?? open(models);
  readers.set(models, known);
  return known;
}

async function open(models: ModelStore): ReturnType<OpenPageReader> {
  const reader = await createPageReader(models);
  const readings = new Map<string, PageReading>();
  // As in a worker, which looks at one page at a time.
  const mutex = new Mutex();
  return {
    cutPages: (jpeg) => mutex.runExclusive(() => reader.cutPages(jpeg)),
    glance: (jpeg) => mutex.runExclusive(() => reader.glance(jpeg)),
    read: (jpeg, options = {}) =>
      mutex.runExclusive(async () => {
        const { isLate = () => false, ...asked } = options;
        const key = createHash('sha256').update(jpeg).update(JSON.stringify(asked)).digest('hex');
        const reading = readings.get(key) ?? (await reader.read(jpeg, options));
        // A reading that ran out of time is incomplete.
        if (!isLate()) readings.set(key, reading);
        return structuredClone(reading);
      }),
  };
}
