import type { StartedBy } from '../../domain/verifications/verification.ts';
import { oneOf } from '../connection/one-of.ts';

/** A device that started on a link's page is stored as `sdk`, which versions before this one read. */
export function startedByColumns(startedBy: StartedBy): { startedBy: 'sdk' | 'backend'; byLink: boolean } {
  return { startedBy: startedBy === 'backend' ? 'backend' : 'sdk', byLink: startedBy === 'link' };
}

export function startedByOf({ startedBy, byLink }: { startedBy: string; byLink: boolean }): StartedBy {
  if (oneOf(['sdk', 'backend'], startedBy) === 'backend') return 'backend';
  return byLink ? 'link' : 'device';
}

/** `speaksForIdentity` as a condition on the verification `v`. */
export const speaking = `(v.started_by = 'backend' or not v.reverifies or (v.entitled and v.status = 'verified'))`;
