import { ModelUnavailable } from '../src/adapters/native/nets/model-store.ts';

/** What needs a model that cannot be used is null: the worker goes on without it, and the checks that need it say so. */
export async function loadOrNull<T>(load: () => Promise<T>): Promise<T | null> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof ModelUnavailable) return null;
    throw error;
  }
}
