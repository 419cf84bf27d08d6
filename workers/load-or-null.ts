import { ModelUnavailable } from '../src/adapters/native/nets/model-store.ts';

/** Returns null if a model cannot be used: the worker continues without it, and the checks that need it say so. */
export async function loadOrNull<T>(load: () => Promise<T>): Promise<T | null> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof ModelUnavailable) return null;
    throw error;
  }
}
