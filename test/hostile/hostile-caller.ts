import type { FlowDocumentInput } from '../../src/contract/flows/flow-document.ts';
import { createRandom } from '../../specimens/drawing/create-random.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import { signInAs } from '../support/operator.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';
import type { SdkSession } from '../support/sdk-client.ts';
import { hostileLeaves, type HostileLeaf, type RequestPlan } from './openapi-leaves.ts';

/** A flow with a step of each kind that needs no provider. */
export const hostileFlow: FlowDocumentInput = {
  steps: [
    { id: 'document', type: 'document', config: { accept: [{ type: 'passport' }] } },
    { id: 'selfie', type: 'selfie', config: {} },
    { id: 'active-liveness', type: 'active-liveness', config: {} },
    { id: 'phone', type: 'phone', config: {} },
    { id: 'email', type: 'email', config: {} },
    { id: 'location', type: 'location', config: {} },
  ],
};
const stepIds = ['document', 'selfie', 'active-liveness', 'phone', 'email', 'location'] as const;

type Operator = Awaited<ReturnType<typeof signInAs>>;

/** The service with one of everything in it, and a caller that sends it hostile requests and records the answers of 500 and above. */
export async function openHostileCaller() {
  const stack = await startStack({ env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', SMTP_URL: 'smtp://127.0.0.1:9' } });
  await stack.startWorkers({ qualityHandlers: noInspection });
  await stack.client.addFlow('hostile', hostileFlow);
  const picture = await smallPicture();
  const { token } = stack.client;
  const endpoint = await stack.api.post<{ id: string }>('/v2/webhook-endpoints', {
    token,
    json: { url: 'http://127.0.0.1:9/', eventTypes: [] },
  });
  const first = await stack.startSession('hostile');
  const identityId = first.identityId;
  let session = first;
  let operator: Operator = await signInAs(stack, 'owner');

  function known(random: ReturnType<typeof createRandom>) {
    return {
      clientId: stack.client.clientId,
      flowId: stack.client.flowOf('hostile'),
      stepId: random.pick(stepIds),
      identityId,
      verificationId: session.verificationId,
      endpointId: endpoint.body.id,
      operatorId: operator.operatorId,
      version: 1,
    };
  }

  /** Sessions end, operators sign out: the next request gets a fresh one. */
  async function renew(plan: RequestPlan, status: number): Promise<void> {
    if (plan.credentials.includes('sessionToken') && (status === 401 || status === 410)) {
      session = await stack.startSession('hostile');
    }
    if (isOperators(plan) && status === 401) operator = await signInAs(stack, 'owner');
  }

  async function send(plan: RequestPlan): Promise<{ status: number; code: string }> {
    const response = await fetch(stack.api.baseUrl + addressOf(plan), {
      method: plan.method,
      headers: { ...headersOf(plan, { stack, session, operator }) },
      ...bodyOf(plan, picture),
      redirect: 'manual',
    });
    const text = await response.text();
    const code = /"code":"([a-z_.]+)"/.exec(text)?.[1] ?? '';
    await renew(plan, response.status);
    return { status: response.status, code };
  }

  return {
    stack,
    /** Sends this many requests, drawn from the seed, and returns those that were answered with 500 or above. */
    async sendMany(count: number, seed: number): Promise<{ sent: Record<number, number>; failures: string[] }> {
      const random = createRandom(seed);
      const sent: Record<number, number> = {};
      const failures: string[] = [];
      for (let turn = 0; turn < count; turn++) {
        const leaf = random.pick(leaves);
        const value = leaf.values[random.integer(0, leaf.values.length - 1)];
        const { status, code } = await send(leaf.plan(value, known(random)));
        sent[status] = (sent[status] ?? 0) + 1;
        if (status >= 500 && !code.endsWith('.provider_missing')) failures.push(lineOf(leaf, value, status, code));
      }
      return { sent, failures: [...new Set(failures)] };
    },
    close: () => stack.close(),
  };
}

/** The socket is not a request and has separate tests; readiness is 503 here because no worker runs. */
const leaves = hostileLeaves.filter(({ operationId }) => !['openSocket', 'getReady'].includes(operationId)) as [
  HostileLeaf,
  ...HostileLeaf[],
];

function lineOf({ operationId, where }: HostileLeaf, value: unknown, status: number, code: string): string {
  return `${operationId}, ${where} = ${JSON.stringify([value]).slice(1, 80)}: ${status} ${code}`;
}

const isOperators = ({ credentials }: RequestPlan) =>
  credentials.includes('operatorCookie') && !credentials.includes('apiToken');

function addressOf({ path, parameters }: RequestPlan): string {
  const filled = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((text, { name, value }) => text.replace(`{${name}}`, escaped(value)), path);
  const query = parameters.filter((parameter) => parameter.in === 'query');
  return `${filled}?${query.map(({ name, value }) => `${name}=${escaped(value)}`).join('&')}`;
}

/** As text in an address; half a surrogate pair has no UTF-8 and is sent as the bytes that it would have had. */
function escaped(value: unknown): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /\p{Surrogate}/u.test(text) ? '%ED%A0%80' : encodeURIComponent(text);
}

function headersOf(
  plan: RequestPlan,
  { stack, session, operator }: { stack: Stack; session: SdkSession; operator: Operator },
): Record<string, string> {
  const given = plan.parameters
    .filter((parameter) => parameter.in === 'header')
    .map(({ name, value }) => [name.toLowerCase(), sendable(value)] as const);
  const json = plan.body?.kind === 'json' ? { 'content-type': 'application/json' } : {};
  const form = plan.body?.kind === 'form' ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
  const bearer = plan.credentials.includes('sessionToken') ? session.token : stack.client.token;
  const credential: Record<string, string> = isOperators(plan)
    ? operator.headers
    : plan.credentials.length > 0
      ? { authorization: `Bearer ${bearer}` }
      : {};
  return { ...json, ...form, ...credential, ...Object.fromEntries(given) };
}

/** What a client of HTTP can put into a header at all. */
function sendable(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/[^\x20-\xff]/g, '?').trim();
}

function bodyOf({ body }: RequestPlan, picture: Buffer): Pick<RequestInit, 'body'> {
  if (body === null) return {};
  if (body.kind === 'json') return { body: JSON.stringify(body.value) };
  const fields = Object.entries((body.value ?? {}) as Record<string, unknown>).filter(([name]) => name !== 'file');
  const texts = fields.map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  if (body.kind === 'form') return { body: new URLSearchParams(texts) };
  const form = new FormData();
  for (const [name, text] of texts) form.append(name, text);
  form.append('file', new Blob([Uint8Array.from(picture)], { type: 'image/jpeg' }), 'page.jpg');
  return { body: form };
}
