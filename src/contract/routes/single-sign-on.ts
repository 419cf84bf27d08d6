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
      description: 'The ways to sign in that the installation allows.',
      schema: named(
        'SignInMethods',
        z.object({
          password: z.boolean().meta({ description: 'False: operators sign in only through the provider.' }),
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
    'Open this address in a browser. If the sign-in cannot continue, a browser (`Accept` names `text/html`) returns to the dashboard with `?refused=` and the code; other callers get the problem.',
  query: z.object({
    returnTo: z
      .string()
      .max(2000)
      .meta({
        description:
          'The page of the dashboard to open after the sign-in. The service replaces any other address with `/dashboard`.',
        examples: ['/dashboard/verifications'],
      })
      .optional(),
  }),
  responses: {
    303: {
      description: 'A redirect to the provider, or back to the dashboard.',
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
    'The redirect URI to register at the provider. It takes the query of an authorization response. If the sign-in is refused, a browser returns to the dashboard with `?refused=` and the code.',
  responses: {
    303: {
      description: 'A redirect to the dashboard, with the cookie of the sign-in session if the person may sign in.',
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
