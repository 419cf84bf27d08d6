import { createHash, createHmac, hkdfSync } from 'node:crypto';
import type { ProblemCode } from '../faults/errors.ts';
import type { Role } from './role.ts';

/** The installation's settings for signing in through an OpenID provider. */
export interface SingleSignOnRules {
  /** The claim with the roles; dots lead into objects. */
  roleClaim: string;
  /** The claim's values and their roles. The first value that a person has counts. */
  roles: readonly (readonly [value: string, role: Role])[];
  /** The claim with ids of clients. Null: clients are assigned here. */
  clientsClaim: string | null;
  /** Allowed domains of email addresses; empty: all. */
  emailDomains: readonly string[];
  /** Whether a verified email address finds an operator who is not linked yet. */
  linkByEmail: boolean;
  /** `provider`: every sign-in there takes two factors. `amr`: those whose `amr` claim says so. */
  secondFactor: 'provider' | 'amr';
}

/** The provider's statements about a person, verified by its signature. */
export interface ProviderClaims {
  issuer: string;
  subject: string;
  claims: Readonly<Record<string, unknown>>;
}

export interface Admission {
  email: string;
  name: string;
  role: Role;
  /** Null: the operator keeps their clients. */
  clientIds: readonly string[] | null;
  secondFactor: boolean;
}

/** The claim's value for every client. */
const everyClient = '*';
const longestName = 100;
const longestEmail = 254;
/** RFC 8176: more than one kind of factor. */
const multipleFactors = 'mfa';

/** Whether the person may sign in, and with which role. A missing or unknown value admits nobody. */
export function admitClaims(
  { claims }: ProviderClaims,
  rules: SingleSignOnRules,
  { secondFactorRequired }: { secondFactorRequired: boolean },
): Admission | { refused: ProblemCode } {
  const values = wordsAt(claims, rules.roleClaim);
  const role = rules.roles.find(([value]) => values.includes(value))?.[1];
  if (role === undefined) return { refused: 'sso.role_missing' };

  const { email, email_verified: verified, name } = claims;
  if (typeof email !== 'string' || email.length > longestEmail || verified !== true || !isOfDomain(email, rules)) {
    return { refused: 'sso.email_not_allowed' };
  }

  const clientIds = clientsIn(claims, role, rules);
  if (clientIds === 'none') return { refused: 'sso.client_missing' };

  const secondFactor = rules.secondFactor === 'provider' || wordsAt(claims, 'amr').includes(multipleFactors);
  if (secondFactorRequired && !secondFactor) return { refused: 'sso.second_factor_missing' };

  const shown = typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, longestName) : email;
  return { email, name: shown.slice(0, longestName), role, clientIds, secondFactor };
}

/** An owner is not limited to particular clients. */
function clientsIn(
  claims: ProviderClaims['claims'],
  role: Role,
  { clientsClaim }: SingleSignOnRules,
): readonly string[] | null | 'none' {
  if (role === 'owner') return [];
  if (clientsClaim === null) return null;
  const named = wordsAt(claims, clientsClaim);
  if (named.includes(everyClient)) return [];
  return named.length === 0 ? 'none' : [...new Set(named)];
}

function isOfDomain(email: string, { emailDomains }: SingleSignOnRules): boolean {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  return at > 0 && domain !== '' && (emailDomains.length === 0 || emailDomains.includes(domain));
}

/** The words of a claim, which is one word or a list. A name with dots is first tried as a whole, then as a path into objects. */
function wordsAt(claims: Readonly<Record<string, unknown>>, path: string): readonly string[] {
  const value = Object.hasOwn(claims, path) ? claims[path] : path.split('.').reduce<unknown>(memberOf, claims);
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((word): word is string => typeof word === 'string' && word !== '');
}

function memberOf(value: unknown, key: string): unknown {
  const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  return isObject ? (value as Record<string, unknown>)[key] : undefined;
}

const home = '/dashboard';

/** Where a person goes after signing in: a page of the dashboard, whatever the request names. */
export function dashboardPathOf(wanted: string | undefined): string {
  const base = 'http://own.invalid';
  if (wanted === undefined || !URL.canParse(wanted, base)) return home;
  const { origin, pathname, search } = new URL(wanted, base);
  const inside = origin === base && (pathname === home || pathname.startsWith(`${home}/`));
  return inside ? `${pathname}${search}` : home;
}

/** The secrets of one sign-in, all derived from the one in the browser's cookie: the response must arrive in the same browser. */
export function secretsOfSignIn(token: string): { state: string; nonce: string; codeVerifier: string } {
  const derive = (purpose: string) => createHmac('sha256', token).update(purpose).digest('base64url');
  return { state: derive('state'), nonce: derive('nonce'), codeVerifier: derive('code verifier') };
}

/** The keyed hash of a person at a provider, by which their operator is found. */
export function providerSubjectDigest(installationKey: Buffer, { issuer, subject }: ProviderClaims): Buffer {
  const key = Buffer.from(hkdfSync('sha256', installationKey, Buffer.alloc(0), 'operator-provider-subject', 32));
  // Hashed first, so that no issuer and subject together equal another pair.
  const issuerHash = createHash('sha256').update(issuer).digest();
  return createHmac('sha256', key).update(issuerHash).update(subject).digest();
}

/** The longest duration of a sign-in at the provider, in minutes. */
export const providerSignInMinutes = 10;
