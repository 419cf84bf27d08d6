import type { z } from 'zod';
import { flowDocumentSchema, type FlowDocument } from '../../contract/flows/flow-document.ts';
import { Problem } from '../../domain/faults/errors.ts';

/** For the caller: by then a balancer has found a newer process, or the upgrade has gone on. */
const retryAfterSeconds = 2;

/** A flow that a newer version of the service has published asks for something that this one does not know. */
export class FlowTooNew extends Problem {
  constructor(cause: z.ZodError) {
    const unknown = cause.issues.map(({ path }) => `/${path.join('/')}`).slice(0, 5);
    super('flow.too_new', { detail: `Not known here: ${unknown.join(', ')}`, retryAfterSeconds, cause });
    this.name = 'FlowTooNew';
  }
}

/**
 * A stored flow, which a newer version may have written. An unknown setting is left out only where that drops no demand: it is null,
 * which asks for nothing, or says how things look. Anything else that cannot be read may be a demand, so that this process must not
 * act on the flow.
 *
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

/** Whether the issue is about unknown settings that may be left out. They are, then. */
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
