import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../../src/config.ts';
import {
  admitClaims,
  dashboardPathOf,
  providerSubjectDigest,
  type SingleSignOnRules,
} from '../../../src/domain/operators/single-sign-on.ts';

const rules: SingleSignOnRules = {
  roleClaim: 'roles',
  roles: [
    ['staff', 'reviewer'],
    ['admins', 'admin'],
    ['owners', 'owner'],
  ],
  clientsClaim: null,
  emailDomains: [],
  linkByEmail: false,
  secondFactor: 'amr',
};
const ana = { email: 'ana@example.com', email_verified: true, name: 'Ana', roles: ['staff'] };
const admit = (claims: Record<string, unknown>, more: Partial<SingleSignOnRules> = {}, secondFactorRequired = false) =>
  admitClaims({ issuer: 'https://id.example', subject: '1', claims }, { ...rules, ...more }, { secondFactorRequired });

describe('a role', () => {
  test('comes from the claim, a word or a list, and the setting’s first match wins', () => {
    expect(admit(ana)).toMatchObject({ role: 'reviewer', name: 'Ana', clientIds: null, secondFactor: false });
    expect(admit({ ...ana, roles: 'owners' })).toMatchObject({ role: 'owner' });
    expect(admit({ ...ana, roles: ['owners', 'admins', 'staff'] })).toMatchObject({ role: 'reviewer' });
  });

  test.each([undefined, null, '', [], ['Staff'], ['staff '], 'staff,owners', { staff: true }, 7, [['staff']]])(
    'is never assumed: %j',
    (given) => {
      expect(admit({ ...ana, roles: given })).toEqual({ refused: 'sso.role_missing' });
    },
  );

  test('is found in nested objects, under its whole name first, and not among inherited names', () => {
    const nested = { ...ana, roles: undefined, realm_access: { roles: ['admins'] } };
    expect(admit(nested, { roleClaim: 'realm_access.roles' })).toMatchObject({ role: 'admin' });
    const dotted = { ...ana, 'https://verify.example/roles': 'admins' };
    expect(admit(dotted, { roleClaim: 'https://verify.example/roles' })).toMatchObject({ role: 'admin' });
    expect(admit(ana, { roleClaim: 'constructor.name', roles: [['Object', 'owner']] })).toHaveProperty('refused');
  });
});

test.each([
  [{ email_verified: false }, {}],
  [{ email_verified: undefined }, {}],
  [{ email_verified: 'true' }, {}],
  [{ email: undefined }, {}],
  [{ email: 'ana@example.com.evil.example' }, { emailDomains: ['example.com'] }],
  [{ email: 'ana@sub.example.com' }, { emailDomains: ['example.com'] }],
  [{ email: '@example.com' }, { emailDomains: ['example.com'] }],
])('an email address that is not verified or not allowed is refused: %j %j', (claims, more) => {
  expect(admit({ ...ana, ...claims }, more)).toEqual({ refused: 'sso.email_not_allowed' });
  expect(admit({ ...ana, email: 'ana@EXAMPLE.com' }, { emailDomains: ['example.com'] })).toHaveProperty('role');
});

test('clients by claim: without any the person is refused, a star means all, and an owner is bound to none', () => {
  const more = { clientsClaim: 'clients' };
  expect(admit(ana, more)).toEqual({ refused: 'sso.client_missing' });
  expect(admit({ ...ana, clients: [] }, more)).toEqual({ refused: 'sso.client_missing' });
  expect(admit({ ...ana, clients: ['cli_a', 'cli_b', 'cli_a'] }, more)).toMatchObject({
    clientIds: ['cli_a', 'cli_b'],
  });
  expect(admit({ ...ana, clients: ['*'] }, more)).toMatchObject({ clientIds: [] });
  expect(admit({ ...ana, roles: 'owners', clients: ['cli_a'] }, more)).toMatchObject({ clientIds: [] });
});

test('a required second factor must be named by the provider or vouched for by the setting', () => {
  expect(admit({ ...ana, amr: ['pwd'] }, {}, true)).toEqual({ refused: 'sso.second_factor_missing' });
  expect(admit({ ...ana, amr: ['pwd', 'mfa'] }, {}, true)).toMatchObject({ secondFactor: true });
  expect(admit(ana, { secondFactor: 'provider' }, true)).toMatchObject({ secondFactor: true });
});

test.each([
  'https://evil.example/dashboard',
  '//evil.example/dashboard',
  '/\\evil.example/dashboard',
  '\\\\evil.example',
  'javascript:alert(1)',
  '/dashboards',
  '/dashboard/../v2/self',
  '/v2/self',
  'http://own.invalid:81/dashboard',
  '',
])('the redirect after the sign-in leads to the dashboard and nowhere else: %s', (wanted) => {
  expect(dashboardPathOf(wanted)).toBe('/dashboard');
  expect(dashboardPathOf('/dashboard/flows?after=flo_1#x')).toBe('/dashboard/flows?after=flo_1');
});

test('a person is identified by issuer and subject as separate parts, not by their concatenation', () => {
  const digest = (issuer: string, subject: string) =>
    providerSubjectDigest(Buffer.alloc(32), { issuer, subject, claims: {} }).toString('hex');
  expect(digest('https://a', 'b1')).not.toBe(digest('https://ab', '1'));
  expect(digest('https://a', '1')).not.toBe(digest('https://b', '1'));
  expect(digest('https://a', '1')).toBe(digest('https://a', '1'));
});

describe('settings of a provider', () => {
  const env = {
    DATABASE_URL: 'postgresql://localhost/x',
    REDIS_URL: 'redis://localhost',
    ROOT_KEY: Buffer.alloc(32).toString('base64'),
    MEDIA_DIR: '/tmp/x',
    OIDC_ISSUER: 'https://id.example',
    OIDC_CLIENT_ID: 'verify',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_ROLES: 'staff=reviewer, https://x/?a=b=admin',
  };

  test('are read; a value may hold equals signs', () => {
    const { signIn } = loadConfig(env);
    expect(signIn.openid).toMatchObject({ issuer: 'https://id.example', clientId: 'verify' });
    expect(signIn.singleSignOn.roles).toEqual([
      ['staff', 'reviewer'],
      ['https://x/?a=b', 'admin'],
    ]);
  });

  test.each([
    ['OIDC_ISSUER', ''],
    ['OIDC_CLIENT_ID', ''],
    ['OIDC_CLIENT_SECRET', ''],
    ['OIDC_ROLES', ''],
    ['OIDC_ROLES', 'staff=superuser'],
    ['OIDC_ROLES', '=owner'],
    ['OIDC_ROLES', 'owner'],
    ['OIDC_ISSUER', 'http://id.example'],
    ['OIDC_ISSUER', 'http://localhost.evil.example'],
    ['OIDC_SCOPES', 'email'],
  ])('stop the start when %s is %j, and no value is repeated', (name, value) => {
    expect(() => loadConfig({ ...env, [name]: value })).toThrow(new RegExp(name));
    expect(() => loadConfig({ ...env, [name]: value })).not.toThrow(/secret$|superuser/);
  });

  test('OIDC_ONLY without a provider stops the start', () => {
    const { OIDC_ISSUER: _issuer, OIDC_CLIENT_ID: _id, OIDC_CLIENT_SECRET: _secret, OIDC_ROLES: _roles, ...bare } = env;
    expect(() => loadConfig({ ...bare, OIDC_ONLY: 'true' })).toThrow(/OIDC_ISSUER/);
  });
});
