import type { Role, Schemas } from '../../api/schema.ts';

/** Scopes of the contract, and the rights over people, which no token has. */
export type Right = Schemas['NewApiToken']['scopes'][number] | 'operators:read' | 'operators:write';

const people: readonly Right[] = ['identities:read', 'media:read'];
const changes: readonly Right[] = ['verifications:write', 'flows:write', 'webhooks:write', 'account:write'];
const operators: readonly Right[] = ['operators:read', 'operators:write'];

interface Rights {
  changes: readonly Right[];
  /** The part of these that only reads. */
  reads: readonly Right[];
}

/** As the service enforces it for live clients. */
const rightsOf: Readonly<Record<Role, Rights>> = {
  owner: { changes: [...people, ...changes, ...operators], reads: [] },
  admin: { changes: [...people, ...changes, ...operators], reads: [] },
  reviewer: { changes: [...people, 'verifications:write'], reads: ['flows:write'] },
  developer: { changes: ['flows:write', 'webhooks:write', 'account:write'], reads: [] },
  'read-only': { changes: people, reads: [...changes, 'operators:read'] },
};

/** Publishing, retention, strict start and tokens with `account:write`: on a live client for operators who manage the team. */
export function administers({ role, mode }: { role: Role; mode: Schemas['Client']['mode'] }): boolean {
  return mode === 'test' || role === 'owner' || role === 'admin';
}

/** What the page offers. The server decides: this only hides what it would refuse. */
export function permits(
  { role, mode }: { role: Role; mode: Schemas['Client']['mode'] },
  right: Right,
  use: 'read' | 'change',
): boolean {
  const rights = rightsOf[role];
  // Test mode holds no personal data to protect.
  const open = role === 'developer' && mode === 'test' ? [...people, ...changes] : rights.changes;
  return open.includes(right) || (use === 'read' && rights.reads.includes(right));
}
