import type { Stack } from '../../support/stack.ts';
import type { SeededCases } from './seed-dashboard.ts';

/** The dashboard's ten main pages, by what their heading says. */
export const mainPages: readonly (readonly [
  name: string | RegExp,
  path: (stack: Stack, cases: SeededCases) => string,
])[] = [
  ['Overview', () => '/'],
  ['Verifications', () => '/verifications'],
  ['ANNA MARIA ERIKSSON', (_, { doubtful }) => `/verifications/${doubtful.verificationId}`],
  ['Identities', () => '/identities'],
  [/./, (_, { doubtful }) => `/identities/${doubtful.identityId}`],
  ['Flows', () => '/flows'],
  ['unexpired', ({ client }) => `/flows/${client.flowOf('unexpired')}`],
  ['Analytics', () => '/analytics'],
  ['Webhooks', () => '/developers/webhooks'],
  ['Audit log', () => '/settings/audit-log'],
];
