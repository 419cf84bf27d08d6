import type { ClientMode } from './client.ts';
import { scopes, type Scope } from './scope.ts';

/** What kinds of operators there are, from the one who may do everything to the one who may only look. */
export const roles = ['owner', 'admin', 'reviewer', 'developer', 'read-only'] as const;
export type Role = (typeof roles)[number];

/** Rights over other operators, which no API token has. */
export const operatorRights = ['operators:read', 'operators:write'] as const;
export type OperatorRight = (typeof operatorRights)[number];

interface RoleRights {
  /** What an API token with these scopes may do. */
  scopes: readonly Scope[];
  /** Of these scopes only what reads: their GET routes. */
  reads: readonly Scope[];
  operators: readonly OperatorRight[];
}

/**
 * The one table of what a role may do to a live client. Owners and admins differ in one thing: only an owner may make, change
 * or remove an owner (`mayManage`). Developers set live clients up without seeing anybody's data.
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

/** In test mode there is nobody's data to protect, and developers need every route to build against. */
export function scopesOfRole(role: Role, mode: ClientMode): readonly Scope[] {
  return role === 'developer' && mode === 'test' ? scopes : rights[role].scopes;
}

/** Whether the role may use a route that asks for this scope. */
export function mayUseScope(
  role: Role,
  mode: ClientMode,
  { scope, reading }: { scope: Scope; reading: boolean },
): boolean {
  return scopesOfRole(role, mode).includes(scope) || (reading && rights[role].reads.includes(scope));
}

/**
 * What changes how everybody is verified on a live client, how long their data is kept, or who else may change that: publishing,
 * retention, strict start, and tokens with `account:write`.
 */
export function mayAdminister(role: Role, mode: ClientMode): boolean {
  return mode === 'test' || role === 'owner' || role === 'admin';
}

export function hasRight(role: Role, right: OperatorRight): boolean {
  return rights[role].operators.includes(right);
}

/** Whether somebody of this role may invite, change or remove an operator who has, or is to have, the other role. */
export function mayManage(role: Role, other: Role): boolean {
  return hasRight(role, 'operators:write') && (other !== 'owner' || role === 'owner');
}
