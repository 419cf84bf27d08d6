import type { FlowDocumentInput } from '../../../src/contract/flows/flow-document.ts';
import type { IdentityRecord } from '../../../src/contract/identity.ts';
import type { Session } from '../../../src/contract/sessions/session.ts';
import type { VerificationRecord } from '../../../src/contract/verification.ts';
import type { WebhookEvent } from '../../../src/contract/webhook-event.ts';
import type { FaceTemplate } from '../../../src/domain/traits.ts';
import { check, conclude, madeUpFace, type FoundInStep } from '../conclude.ts';
import { createSdkSession, sessionStart, startSdkSession, type SdkSession } from '../sdk-client.ts';
import type { Stack } from '../stack.ts';

const email = { id: 'email', type: 'email' } as const;
const selfie = { id: 'selfie', type: 'selfie' } as const;
const live = { id: 'live', type: 'passive-liveness' } as const;
const stepsOf = (...steps: { id: string; type: string }[]) =>
  ({ steps: steps.map((step) => ({ ...step, config: {} })) }) as FlowDocumentInput; // The types' defaults.

export interface Shown {
  face: FaceTemplate;
  liveFace?: FaceTemplate;
  address: string;
  life?: 'passed' | 'warning' | 'failed';
  emailCheck?: 'passed' | 'warning' | 'failed';
}

/** Results of the workers for the steps of any flow of this file. */
export function foundIn({ face, liveFace = face, address, life = 'passed', emailCheck = 'passed' }: Shown) {
  return {
    selfie: { checks: [check('face-capture')], traits: { face } },
    live: { checks: [check('passive-liveness', life, 'passive_liveness.not_live')], traits: { face: liveFace } },
    email: {
      checks: [check('email-ownership', emailCheck, 'email_ownership.not_confirmed')],
      facts: { email: { value: address, source: 'email' } },
      traits: { email: address },
    },
    active: { checks: [check('active-liveness', life, 'active_liveness.not_live')], traits: { face: liveFace } },
    enhanced: { checks: [check('enhanced-liveness', life, 'enhanced_liveness.not_live')], traits: { face: liveFace } },
    place: { checks: [check('geolocation')] },
  } satisfies Record<string, FoundInStep>;
}

/** Flows of different strictness, and people whom the backend had verified. */
export async function createPeople(stack: Stack) {
  const strong = await stack.client.addFlow('strong', stepsOf(selfie, live, email));
  await stack.client.addFlow('stricter', stepsOf(live, email, selfie, { id: 'place', type: 'location' }));
  await stack.client.addFlow('weak', stepsOf(selfie, email));
  await stack.client.addFlow('live-weaker', stepsOf(selfie, live));
  await stack.client.addFlow('contact', stepsOf(email));
  await stack.client.addFlow('named', { ...stepsOf(selfie, live), reverification: { flows: [strong] } });
  await stack.client.addFlow('active-alone', stepsOf({ id: 'active', type: 'active-liveness' }));
  const provider = { name: 'aws-rekognition', region: 'eu-west-1' } as const;
  await stack.client.addFlow('enhanced-alone', {
    steps: [{ id: 'enhanced', type: 'enhanced-liveness', config: { provider } }],
  });
  const { token, clientId } = stack.client;
  const read = async <T>(path: string) => (await stack.api.get<T>(path, { token })).body;
  let people = 0;

  const startDevice = async (flow: string, identityId?: string): Promise<SdkSession> => {
    const metadata = identityId === undefined ? {} : { identityId };
    const session = await startSdkSession(stack.api, sessionStart(clientId, stack.client.flowOf(flow), { metadata }));
    await session.consent();
    return session;
  };

  const startBackend = async (flow: string, identityId?: string): Promise<SdkSession> => {
    const flowId = stack.client.flowOf(flow);
    const json = { flowId, ...(identityId !== undefined && { identityId }) };
    const prepared = await stack.api.post<{ clientToken: string }>('/v2/verifications', { token, json });
    const { clientToken } = prepared.body;
    const start = sessionStart(clientId, flowId, { clientToken });
    const session = createSdkSession(
      stack.api,
      (await stack.api.post<Session>('/v2/sdk/sessions', { json: start })).body,
    );
    await session.consent();
    return session;
  };

  return {
    startDevice,
    startBackend,
    identity: (id: string) => read<IdentityRecord>(`/v2/identities/${id}`),
    attempt: (id: string) => read<VerificationRecord>(`/v2/verifications/${id}`),
    async eventsOf(verificationId: string): Promise<WebhookEvent[]> {
      const { data } = await read<{ data: { body: WebhookEvent }[] }>('/v2/events?limit=100');
      return data
        .map(({ body }) => body)
        .filter(({ data: about }) => 'verificationId' in about && about.verificationId === verificationId);
    },
    enrolledFace: (identityId: string) => stack.container.db.enrolledFaces.find({ clientId, identityId }),
    async review(verificationId: string, status: string) {
      const json = { status, reason: 'A second look' };
      return (await stack.api.post<VerificationRecord>(`/v2/verifications/${verificationId}/review`, { token, json }))
        .body;
    },
    /** Attempts that begin and are cancelled, one after another. */
    async cancelMany(flow: string, identityId: string, count: number) {
      for (let round = 0; round < count; round++) await (await startBackend(flow, identityId)).cancel();
    },
    /** What a worker finds in the live picture of an open attempt. */
    async findScreen(verificationId: string) {
      const { db, clock } = stack.container;
      await db.transaction(async (tx) => {
        const run = (await tx.stepRuns.list(verificationId)).find(({ stepId }) => stepId === live.id);
        if (run === undefined) throw new Error('the flow has no such step');
        const checks = [check('passive-liveness', 'warning', 'passive_liveness.screen_or_print')];
        await tx.stepRuns.simulate(run, { record: null, checks, facts: {}, traits: {}, models: [] }, clock.now());
      });
    },
    newFace: () => madeUpFace((people += 1)),
    /** A person whom the backend had verified with the flow `strong`. */
    async verifiedPerson(flow = 'strong') {
      const person = madeUpFace((people += 1));
      const session = await startBackend(flow);
      const address = `person-${people}@example.com`;
      await conclude(stack, session.verificationId, foundIn({ face: person.photograph(), address }));
      return { person, identityId: session.identityId, address, first: session.verificationId };
    },
  };
}

export type People = Awaited<ReturnType<typeof createPeople>>;
