import { setTimeout as delay } from 'node:timers/promises';
import { createVerifyClient } from '../../../openapi/client/create-verify-client.ts';
import { flowDocumentSchema, type FlowDocumentInput } from '../../contract/flows/flow-document.ts';
import { isVerdict } from '../../domain/verifications/verification-status.ts';
import { photographPerson } from '../../../specimens/captures/photograph-person.ts';
import type { DemoFile } from '../demo/demo-file.ts';
import { createSdkClient, type Session } from '../sdk-client.ts';
import type { SubmittedFile } from '../demo/demo-files.ts';

const pollMs = 500;
const patienceMs = 180_000;

/** A check or rule that did not let an attempt through, as `check: code`. */
export interface StoppedCheck {
  id: string;
  outcome: string;
  code: string | null;
}

/** The running service as an attacker sees it, and the host's backend, which reads the result. */
export async function openAttackedService({ baseUrl, clientId, apiToken }: DemoFile, dir: string) {
  const sdk = createSdkClient(baseUrl);
  const backend = createVerifyClient({ baseUrl, apiToken });
  const flows = new Map<string, string>();

  /** A published flow with this name: created once, and found again by the next run. */
  async function flowOf(name: string, document: FlowDocumentInput): Promise<string> {
    const known = flows.get(name);
    if (known !== undefined) return known;
    const { data: listed } = await backend.GET('/v2/flows', { params: { query: { limit: 100 } } });
    const found = listed?.data.find((flow) => flow.name === name && flow.state === 'published');
    if (found !== undefined) {
      flows.set(name, found.id);
      return found.id;
    }
    const { data: flow } = await backend.POST('/v2/flows', {
      body: { name, document: flowDocumentSchema.parse(document) },
    });
    if (flow === undefined) throw new Error('The flow was not created.');
    await backend.POST('/v2/flows/{flowId}/publish', { params: { path: { flowId: flow.id } } });
    flows.set(name, flow.id);
    return flow.id;
  }

  async function readVerification(verificationId: string) {
    const { data } = await backend.GET('/v2/verifications/{verificationId}', { params: { path: { verificationId } } });
    if (data === undefined) throw new Error('The verification is gone.');
    return data;
  }

  async function readIdentity(identityId: string) {
    const { data } = await backend.GET('/v2/identities/{identityId}', { params: { path: { identityId } } });
    if (data === undefined) throw new Error('The identity is gone.');
    return data;
  }

  async function consent({ sessionToken, consent: asked }: Session): Promise<void> {
    if (asked.required && asked.version !== null) await sdk.consent(sessionToken, asked.version);
  }

  return {
    dir,
    sdk,
    backend,
    clientId,
    person: await photographPerson(),
    flowOf,
    readVerification,
    readIdentity,

    /** Like anyone who has read the public ids in the host's app. */
    async startAsStranger(flowId: string, metadata: Record<string, unknown> = {}): Promise<Session> {
      const session = await sdk.start(clientId, flowId, { metadata });
      await consent(session);
      return session;
    },

    /** Started by the host's backend, for a person who is really present. */
    async startAsBackend(
      flowId: string,
      { metadata = {}, ofDevice = {} }: { metadata?: Record<string, unknown>; ofDevice?: object } = {},
    ): Promise<Session> {
      const { data } = await backend.POST('/v2/verifications', { body: { flowId, metadata } });
      if (data === undefined) throw new Error('The verification was not started.');
      const session = await sdk.start(clientId, flowId, { metadata: ofDevice, clientToken: data.clientToken });
      await consent(session);
      return session;
    },

    async uploadAndSubmit(
      session: Session,
      stepId: string,
      files: readonly Omit<SubmittedFile, 'path'>[],
      submit: object,
    ) {
      for (const { kind, bytes } of files) await sdk.upload(session.sessionToken, stepId, { kind, bytes });
      await sdk.submit(session.sessionToken, stepId, submit);
    },

    /** What the host's backend reads after the verdict. */
    async verdictOf({ verificationId }: Session) {
      const endsAt = Date.now() + patienceMs;
      for (;;) {
        const verification = await readVerification(verificationId);
        if (isVerdict(verification.status)) return verification;
        if (Date.now() > endsAt) throw new Error('No verdict in three minutes: are the workers running?');
        await delay(pollMs);
      }
    },
  };
}

export type AttackedService = Awaited<ReturnType<typeof openAttackedService>>;

type Verdict = Awaited<ReturnType<AttackedService['verdictOf']>>;

/** The first of these checks that did not pass. */
export function firstStop({ steps }: Verdict, ids: readonly string[]): StoppedCheck | null {
  // The checks of each step type have their own types.
  const checks = steps.flatMap((step): StoppedCheck[] => step.checks);
  return checks.find(({ id, outcome }) => ids.includes(id) && outcome !== 'passed') ?? null;
}
