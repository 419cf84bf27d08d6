import type { Fault } from '../domain/faults/errors.ts';
import { pointerOf, prefixOf, type RequestPart } from './problems/faults.ts';

/**
 * NUL, which Postgres cannot store in text, and unpaired surrogates, which UTF-8 cannot encode. With the flag `u`, `\p{Surrogate}` matches
 * only unpaired ones.
 */
const unstorable = /\0|\p{Surrogate}/u;

/** The most faults reported for one request. */
const mostFaults = 10;

/**
 * Finds texts and keys of a request, at any depth, that the database cannot store. Every part of every request is searched before its
 * schema validates it, so that no schema has to consider them. Iterative, because callers decide how deeply a body is nested.
 */
export function findUnstorableText(value: unknown, part: RequestPart = 'body'): Fault[] {
  const faults: Fault[] = [];
  const open: { value: unknown; path: readonly string[] }[] = [{ value, path: [] }];
  for (let next = open.pop(); next !== undefined && faults.length < mostFaults; next = open.pop()) {
    if (typeof next.value === 'string') {
      if (unstorable.test(next.value)) faults.push(faultAt(next.path, part));
    } else if (typeof next.value === 'object' && next.value !== null) {
      for (const [key, child] of Object.entries(next.value)) {
        if (unstorable.test(key)) faults.push(faultAt(next.path, part));
        else if (typeof child === 'string' || typeof child === 'object') {
          open.push({ value: child, path: [...next.path, key] });
        }
      }
    }
  }
  return faults;
}

function faultAt(path: readonly string[], part: RequestPart): Fault {
  const pointer = (prefixOf(part) + pointerOf(path)).slice(0, 1_000);
  return { pointer, code: 'value.unstorable_text', detail: 'contains a NUL character or half of a surrogate pair' };
}
