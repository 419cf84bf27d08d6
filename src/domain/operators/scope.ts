/** The rights of an API token. A scope that ends in `:write` includes reading the same noun. */
export const scopes = [
  'identities:read',
  'media:read',
  'verifications:write',
  'flows:write',
  'webhooks:write',
  'account:write',
] as const;

export type Scope = (typeof scopes)[number];
