import type { z } from 'zod';
import type { Fault } from '../../domain/faults/errors.ts';
import { isFaultCode, type FaultCode } from '../../domain/faults/fault-codes.ts';

export type RequestPart = 'body' | 'query' | 'path' | 'header';

/** The prefix of pointers into each part of a request; a body's are plain JSON pointers (RFC 6901). */
const prefixes: Readonly<Record<RequestPart, string>> = { body: '', query: 'query:', path: 'path:', header: 'header:' };

export function prefixOf(part: RequestPart): string {
  return prefixes[part];
}

/** zod's issues as the contract's faults. */
export function findFaults(error: z.ZodError, part: RequestPart = 'body'): Fault[] {
  return error.issues.flatMap((issue) => faultsOfIssue(issue, prefixes[part]));
}

type Issue = z.ZodError['issues'][number];

function faultsOfIssue(issue: Issue, prefix: string): Fault[] {
  const pointer = prefix + pointerOf(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      pointer: `${pointer}${pointerOf([key])}`,
      code: 'value.unknown_key' satisfies FaultCode,
      detail: 'is not known here',
    }));
  }
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    return closestVariant(issue.errors).flatMap((inner) => faultsOfIssue(inner, pointer));
  }
  return [{ pointer, code: codeOf(issue), detail: issue.message.slice(0, 500) }];
}

/** The most likely variant of a union for the value: the one with the fewest missing parts. */
function closestVariant(variants: readonly (readonly Issue[])[]): readonly Issue[] {
  const lacking = (issues: readonly Issue[]) => issues.filter((issue) => codeOf(issue) === 'value.missing').length;
  return variants.reduce((best, variant) => (lacking(variant) < lacking(best) ? variant : best));
}

function codeOf(issue: Issue): FaultCode {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('received undefined') ? 'value.missing' : 'value.wrong_type';
    case 'invalid_format':
    case 'not_multiple_of':
      return 'value.wrong_format';
    case 'too_small':
      return 'value.too_small';
    case 'too_big':
      return 'value.too_big';
    case 'invalid_value':
    case 'invalid_key':
      return 'value.not_listed';
    case 'custom':
      return isFaultCode(issue.params?.code) ? issue.params.code : 'value.not_valid';
    default:
      return 'value.not_valid';
  }
}

/** A path as a JSON pointer (RFC 6901). */
export function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
