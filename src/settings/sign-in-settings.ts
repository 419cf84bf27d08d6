import type { SettingGroup } from './setting.ts';

/** How operators sign in. */
export const signInSettings: readonly SettingGroup[] = [
  {
    title: 'Sign-in of operators',
    settings: {
      OWNER_EMAIL: {
        effect:
          'The address that gets the link by which the first owner signs up: once, after the first start, through SMTP_URL.',
        unset: '`admin set-up-link` prints the link.',
        danger: 'A person who reads this mailbox before you use the link becomes the owner.',
        usedBy: ['messages'],
      },
      SECOND_FACTOR_REQUIRED: {
        effect:
          'true: an operator without a second factor may do nothing but enrol one, and the OpenID provider must ask for one (OIDC_SECOND_FACTOR).',
        danger: 'Without it, a password that leaks is enough to read records.',
        usedBy: ['api'],
      },
    },
  },
  {
    title: 'Single sign-on by OpenID Connect',
    note: 'The issuer, the client with its secret, and OIDC_ROLES belong together. docs/operations.md has an example. The redirect URI to register is PUBLIC_URL with /v2/sign-in/provider/callback.',
    settings: {
      OIDC_ISSUER: {
        effect:
          'The provider: its issuer, as its own description names it. Only https is taken; NODE_EXTRA_CA_CERTS names a certificate authority of your own.',
        unset: 'Operators sign in with passwords and passkeys.',
        danger: 'The provider decides who comes in, and as what.',
        usedBy: ['api'],
      },
      OIDC_CLIENT_ID: { effect: 'Our id at the provider.', usedBy: ['api'] },
      OIDC_CLIENT_SECRET: { effect: 'Our secret at the provider.', usedBy: ['api'], secret: true },
      OIDC_NAME: { effect: 'What the button of the dashboard calls the provider.', usedBy: ['api'] },
      OIDC_SCOPES: { effect: 'The scopes to ask for, separated by spaces.', usedBy: ['api'] },
      OIDC_ROLE_CLAIM: {
        effect: 'The claim with a person’s roles: a word or a list. Dots lead into objects, as in realm_access.roles.',
        usedBy: ['api'],
      },
      OIDC_ROLES: {
        effect:
          'Which value of the claim stands for which role: verify-admins=admin,verify-staff=reviewer. The first that a person has counts; a person with none is refused.',
        danger: 'A value that many people have gives all of them the role.',
        usedBy: ['api'],
      },
      OIDC_CLIENTS_CLAIM: {
        effect:
          'A claim with the ids of the clients that a person may work on; * is every client. A person without it is refused, owners apart.',
        unset: 'Operators are bound to clients on the page Team; a new one may work on every client.',
        usedBy: ['api'],
      },
      OIDC_EMAIL_DOMAINS: {
        effect: 'Comma-separated domains of the e-mail addresses that may come in.',
        unset: 'Every verified address may.',
        usedBy: ['api'],
      },
      OIDC_LINK_BY_EMAIL: {
        effect:
          'true: the first sign-in of a person with a verified e-mail address takes over the operator who has that address and is linked to nobody.',
        danger: 'A provider that verifies addresses carelessly hands operators to strangers.',
        usedBy: ['api'],
      },
      OIDC_SECOND_FACTOR: {
        effect:
          'Which sign-ins there count as two factors: amr (the id token says mfa) or provider (every one, since the provider always asks).',
        danger: 'provider is a promise that only you can keep.',
        usedBy: ['api'],
      },
      OIDC_ONLY: {
        effect:
          'true: passwords, passkeys and invitations sign nobody in. The way back is `admin set-up-link --another`.',
        danger: 'While the provider is away, nobody can sign in.',
        usedBy: ['api'],
      },
    },
  },
];
