import type { Fault } from '../domain/faults/errors.ts';
import { pointerOf, prefixOf, type RequestPart } from './problems/faults.ts';

/**
 * NUL, which Postgres stores in no text, and halves of surrogate pairs, which UTF-8 cannot write. The flag `u` makes `\p{Surrogate}`
 * match unpaired halves only.
 */
const unstorable = /\0|\p{Surrogate}/u;

/** Faults of one request; more would tell its sender nothing new. */
const mostFaults = 10;

/**
 * Texts and keys of a request, at any depth, that no part of the service could store. Every part of every request is searched before its
 * schema sees it, so that no schema has to think of them. Iterative: a caller decides how deep a body is nested.
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
  return { pointer, code: 'value.unstorable_text', detail: 'holds a NUL character or half of a surrogate pair' };
}
