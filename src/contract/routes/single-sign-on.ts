import { z } from 'zod';
import { named } from '../../steps/named-schema.ts';
import { defineRoute } from '../define-route.ts';
import { signInCookie } from '../operators/sign-in.ts';

const anyone = { tag: 'operators', auth: 'none', method: 'get' } as const;
const location = (description: string, example: string) => ({ Location: { description, example } });

export const getSignInMethodsRoute = defineRoute({
  ...anyone,
  operationId: 'getSignInMethods',
  path: '/v2/sign-in/methods',
  summary: 'Read how operators sign in',
  responses: {
    200: {
      description: 'What the installation allows.',
      schema: named(
        'SignInMethods',
        z.object({
          password: z.boolean().meta({ description: 'False: the provider alone signs people in.' }),
          provider: z
            .string()
            .max(60)
            .nullable()
            .meta({ description: 'Name of the OpenID provider; null without one.' }),
        }),
        { description: 'How operators sign in.', example: { password: true, provider: 'Example Identity' } },
      ),
    },
  },
});

export const beginProviderSignInRoute = defineRoute({
  ...anyone,
  rateLimit: 'signIn',
  operationId: 'beginProviderSignIn',
  path: '/v2/sign-in/provider',
  summary: 'Go to the OpenID provider to sign in',
  description:
    'For a browser to open. A browser (`Accept` names `text/html`) that cannot go on comes back to the dashboard with `?refused=` and the code; other callers get the problem.',
  query: z.object({
    returnTo: z
      .string()
      .max(2000)
      .meta({
        description: 'The page of the dashboard to go on with; every other address counts as `/dashboard`.',
        examples: ['/dashboard/verifications'],
      })
      .optional(),
  }),
  responses: {
    303: {
      description: 'To the provider, or back.',
      headers: location('The next page.', 'https://id.example/authorize'),
    },
  },
  errors: ['sso.off', 'sso.away'],
});

export const finishProviderSignInRoute = defineRoute({
  ...anyone,
  rateLimit: 'signIn',
  operationId: 'finishProviderSignIn',
  path: '/v2/sign-in/provider/callback',
  summary: 'Come back from the OpenID provider',
  description:
    'The redirect URI to register at the provider. It takes the query of an authorization response. A browser whose sign-in is refused is led to the dashboard with `?refused=` and the code.',
  responses: {
    303: {
      description: 'To the dashboard, with the cookie of the sign-in session where the person may come in.',
      headers: { ...signInCookie, ...location('A page of the dashboard.', '/dashboard/verifications') },
    },
  },
  errors: [
    'sso.off',
    'sso.away',
    'sso.failed',
    'sso.role_missing',
    'sso.email_not_allowed',
    'sso.client_missing',
    'sso.second_factor_missing',
    'sso.operator_exists',
  ],
});
