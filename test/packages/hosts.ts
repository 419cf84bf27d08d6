/** The strictest project that a host can have. */
export const strictOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  skipLibCheck: false,
  noEmit: true,
  target: 'ES2022',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
};

export const backend = `
import { ApiProblem, createVerifyClient, eachOf, openWebhook, type VerifyClient, type WebhookEvent } from '@verify/client';

export const verify: VerifyClient = createVerifyClient({ baseUrl: 'https://verify.example', apiToken: 'vfy_test_x' });
export async function statusOf(identityId: string): Promise<string> {
  const { data } = await verify.GET('/v2/identities/{identityId}', { params: { path: { identityId } } });
  return data?.status ?? 'unknown';
}
export async function idsOf(): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of eachOf((after) => verify.GET('/v2/identities', { params: { query: { ...(after !== undefined && { after }) } } }))) ids.push(id);
  return ids;
}
export const eventOf = (body: Buffer, headers: Record<string, string>): WebhookEvent => openWebhook(body, headers, 'whsec_x');
export const isPassing = (error: unknown): boolean => error instanceof ApiProblem && error.retryable;
// @ts-expect-error A route that is not in the contract.
void verify.GET('/v2/nothing');
`;

export const page = `
import { Verify, VerifyButtonResult, type VerifyDelegate } from '@verify/sdk';

const delegate: VerifyDelegate = {
  verificationSuccess: (identityId) => console.log(identityId?.length),
  verificationCancelled: () => undefined,
};
VerifyButtonResult.shared.delegate = delegate;
export const show = (): void =>
  Verify.shared.showVerifyFlow({ clientId: 'cli_x', flowId: 'flw_x', baseUrl: 'https://verify.example', metadata: { order: 1 } });
// @ts-expect-error A flow is named.
Verify.shared.showVerifyFlow({ clientId: 'cli_x' });
`;

export const reactApp = `
import { createElement } from 'react';
import { VerifyDelegateObserver } from '@verify/sdk/react';

export const app = createElement(VerifyDelegateObserver, { success: (identityId) => console.log(identityId?.length) });
`;
