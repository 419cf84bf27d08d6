import type { z } from 'zod';
import { flowDocumentSchema, type FlowDocument } from '../../contract/flows/flow-document.ts';
import { Problem } from '../../domain/faults/errors.ts';

/** `Retry-After` in seconds: by then, a load balancer reaches a newer process, or the upgrade has advanced. */
const retryAfterSeconds = 2;

/** A newer version of the service published this flow with settings that this version does not know. */
export class FlowTooNew extends Problem {
  constructor(cause: z.ZodError) {
    const unknown = cause.issues.map(({ path }) => `/${path.join('/')}`).slice(0, 5);
    super('flow.too_new', { detail: `This version does not know: ${unknown.join(', ')}`, retryAfterSeconds, cause });
    this.name = 'FlowTooNew';
  }
}

/**
 * Reads a stored flow, which a newer version of the service may have written. An unknown setting is ignored only when that drops no
 * requirement: when it is null, which requires nothing, or concerns appearance. Anything else may be a requirement, so this process must
 * not act on the flow.
 * @throws FlowTooNew
 */
export function readStoredFlow(stored: unknown): FlowDocument {
  const parsed = flowDocumentSchema.safeParse(stored);
  if (parsed.success) return parsed.data;
  const copy: unknown = structuredClone(stored);
  if (!parsed.error.issues.every((issue) => leaveOut(copy, issue))) throw new FlowTooNew(parsed.error);
  const again = flowDocumentSchema.safeParse(copy);
  if (!again.success) throw new FlowTooNew(again.error);
  return again.data;
}

/** Whether the issue concerns unknown settings that may be ignored. If so, removes them. */
function leaveOut(document: unknown, issue: z.core.$ZodIssue): boolean {
  if (issue.code !== 'unrecognized_keys') return false;
  const owner = issue.path.reduce((value, key) => (isObject(value) ? value[String(key)] : undefined), document);
  if (!isObject(owner)) return false;
  for (const key of issue.keys) {
    if (owner[key] !== null && issue.path[0] !== 'branding') return false;
    Reflect.deleteProperty(owner, key);
  }
  return true;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
