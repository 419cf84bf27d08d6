import type { ClientMode } from './client.ts';
import { scopes, type Scope } from './scope.ts';

/** The roles of operators, from all rights to read-only. */
export const roles = ['owner', 'admin', 'reviewer', 'developer', 'read-only'] as const;
export type Role = (typeof roles)[number];

/** Rights over other operators, which no API token has. */
export const operatorRights = ['operators:read', 'operators:write'] as const;
export type OperatorRight = (typeof operatorRights)[number];

interface RoleRights {
  /** The rights of an API token with these scopes. */
  scopes: readonly Scope[];
  /** Read-only: the GET routes of these scopes. */
  reads: readonly Scope[];
  operators: readonly OperatorRight[];
}

/**
 * The single table of each role's rights on a live client. Owners and admins differ in one right: only an owner may create, change or
 * remove an owner (`mayManage`). Developers configure live clients without seeing anybody's records or files; of people they see what
 * webhooks contain.
 */
const rights: Readonly<Record<Role, RoleRights>> = {
  owner: { scopes, reads: [], operators: operatorRights },
  admin: { scopes, reads: [], operators: operatorRights },
  reviewer: {
    scopes: ['identities:read', 'media:read', 'verifications:write'],
    reads: ['flows:write'],
    operators: [],
  },
  developer: { scopes: ['flows:write', 'webhooks:write', 'account:write'], reads: [], operators: [] },
  'read-only': {
    scopes: ['identities:read', 'media:read'],
    reads: ['verifications:write', 'flows:write', 'webhooks:write', 'account:write'],
    operators: ['operators:read'],
  },
};

/** In test mode there is no personal data to protect, and developers need every route. */
export function scopesOfRole(role: Role, mode: ClientMode): readonly Scope[] {
  return role === 'developer' && mode === 'test' ? scopes : rights[role].scopes;
}

/** Whether the role may use a route that requires these scopes. */
export function mayUseScopes(
  role: Role,
  mode: ClientMode,
  { scopes = [], reading }: { scopes?: readonly Scope[] | undefined; reading: boolean },
): boolean {
  const own = scopesOfRole(role, mode);
  return scopes.every((scope) => own.includes(scope) || (reading && rights[role].reads.includes(scope)));
}

/**
 * Rights that affect everybody's verification on a live client, how long data is kept, or who else has these rights: publishing, retention,
 * strict start, and tokens with `account:write`.
 */
export function mayAdminister(role: Role, mode: ClientMode): boolean {
  return mode === 'test' || role === 'owner' || role === 'admin';
}

export function hasRight(role: Role, right: OperatorRight): boolean {
  return rights[role].operators.includes(right);
}

/** Whether an operator with this role may invite, change or remove an operator who has, or will have, the other role. */
export function mayManage(role: Role, other: Role): boolean {
  return hasRight(role, 'operators:write') && (other !== 'owner' || role === 'owner');
}
