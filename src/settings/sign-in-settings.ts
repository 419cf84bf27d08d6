import type { SettingGroup } from './setting.ts';

/** How operators sign in. */
export const signInSettings: readonly SettingGroup[] = [
  {
    title: 'Sign-in of operators',
    settings: {
      OWNER_EMAIL: {
        effect:
          'The email address that gets the link for the first owner’s sign-up, once, after the first start, through SMTP_URL.',
        unset: '`admin set-up-link` prints the link.',
        danger: 'A person who reads this mailbox before you use the link becomes the owner.',
        usedBy: ['messages'],
      },
      SECOND_FACTOR_REQUIRED: {
        effect:
          'true: an operator without a second factor may do nothing but enrol one, and the OpenID provider must ask for one (OIDC_SECOND_FACTOR).',
        danger: 'Without it, a leaked password is enough to read records.',
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
          'The provider’s issuer, exactly as its discovery document names it. It must use https; name your own certificate authority in NODE_EXTRA_CA_CERTS.',
        unset: 'Operators sign in with passwords and passkeys.',
        danger: 'The provider decides who may sign in, and with which role.',
        usedBy: ['api'],
      },
      OIDC_CLIENT_ID: { effect: 'Our id at the provider.', usedBy: ['api'] },
      OIDC_CLIENT_SECRET: { effect: 'Our secret at the provider.', usedBy: ['api'], secret: true },
      OIDC_NAME: { effect: 'Name of the provider on the dashboard’s sign-in button.', usedBy: ['api'] },
      OIDC_SCOPES: { effect: 'The scopes to ask for, separated by spaces.', usedBy: ['api'] },
      OIDC_ROLE_CLAIM: {
        effect:
          'The claim with a person’s roles: a word or a list. Use dots for nested values, as in realm_access.roles.',
        usedBy: ['api'],
      },
      OIDC_ROLES: {
        effect:
          'Which value of the claim means which role: verify-admins=admin,verify-staff=reviewer. The first pair whose value a person has counts; a person with none is refused.',
        danger: 'If many people have a value, all of them get its role.',
        usedBy: ['api'],
      },
      OIDC_CLIENTS_CLAIM: {
        effect:
          'A claim with the ids of the clients that a person may work on; * is every client. A person without it is refused, except owners.',
        unset: 'Operators are bound to clients on the page Team; a new one may work on every client.',
        usedBy: ['api'],
      },
      OIDC_EMAIL_DOMAINS: {
        effect: 'Comma-separated domains of the email addresses that may sign in.',
        unset: 'Every verified address may sign in.',
        usedBy: ['api'],
      },
      OIDC_LINK_BY_EMAIL: {
        effect:
          'true: the first sign-in of a person with a verified email address takes over the operator who has that address and is not linked to anybody yet.',
        danger: 'If the provider verifies addresses carelessly, strangers can take over operators.',
        usedBy: ['api'],
      },
      OIDC_SECOND_FACTOR: {
        effect:
          'Which sign-ins at the provider count as two factors: amr (those whose id token says mfa) or provider (all, because the provider always asks for a second factor).',
        danger: 'With provider, you vouch that the provider always asks; the service cannot check it.',
        usedBy: ['api'],
      },
      OIDC_ONLY: {
        effect:
          'true: nobody can sign in by password, passkey or invitation. If you lock yourself out, run `admin set-up-link --another`.',
        danger: 'While the provider is down, nobody can sign in.',
        usedBy: ['api'],
      },
    },
  },
];
