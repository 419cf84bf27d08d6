import { expect } from 'vitest';
import { newId } from '../../src/domain/id.ts';
import { finishSession } from '../support/finish-session.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import { addOperator } from '../support/operator.ts';
import { sessionStart, startSdkSession, uploadForm, type SdkSession } from '../support/sdk-client.ts';
import type { SeededClient } from '../support/seed.ts';
import type { Stack } from '../support/stack.ts';
import { operations } from './openapi-document.ts';

export interface OwnedObjects {
  /** A value for each parameter of a path, by its name. */
  ids: Readonly<Record<string, string>>;
  /** It waits for its document, of which it has one file. */
  session: SdkSession;
}

/** Settings of a stack whose clients own one of everything. */
export const ownersEnv = { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' };

/** Gives the client one object of each kind that a path can name. */
export async function ownObjects(stack: Stack, client: SeededClient): Promise<OwnedObjects> {
  const { token } = client;
  const start = () => startSdkSession(stack.api, sessionStart(client.clientId, client.flowOf('document-only')));
  const endpoint = await stack.api.post<{ id: string }>('/v2/webhook-endpoints', {
    token,
    // A live client's endpoint must use TLS.
    json: { url: 'https://127.0.0.1:9/', eventTypes: [] },
  });
  const created = operations.find(({ operationId }) => operationId === 'createEncryptionConfiguration');
  const configuration = await stack.api.post<{ id: string }>('/v2/encryption-configurations', {
    token,
    json: created?.body,
  });
  const finished = await start();
  await finishSession(stack, finished);
  const session = await start();
  const uploaded = await session.upload(await smallPicture());
  const { rows } = await stack.sql.query<{ id: string; event_id: string }>(
    'select d.id, d.event_id from webhook_deliveries d join webhook_events e on e.id = d.event_id where e.client_id = $1',
    [client.clientId],
  );
  const { tokenId } = await client.addToken(['identities:read']);
  const ids = {
    identityId: finished.identityId,
    verificationId: finished.verificationId,
    mediaId: uploaded.body.mediaId,
    flowId: client.flowOf('document-only'),
    version: '1',
    endpointId: endpoint.body.id,
    eventId: rows[0]?.event_id ?? '',
    deliveryId: rows[0]?.id ?? '',
    tokenId,
    configurationId: configuration.body.id,
    // These belong to the installation. No caller can have one before the routes that make them exist.
    invitationId: newId('invitation'),
    operatorId: newId('operator'),
    assigneeId: await addAssignee(stack, client, session),
    operatorSessionId: newId('operatorSession'),
    passkeyId: newId('passkey'),
    stepId: 'document',
    provider: 'twilio',
  };
  return { ids, session };
}

/** An operator who may review only this client's verifications, and works on one of them. */
async function addAssignee(stack: Stack, client: SeededClient, session: SdkSession): Promise<string> {
  const { operatorId } = await addOperator(stack, 'reviewer');
  await stack.container.db.operators.bindTo(operatorId, [client.clientId]);
  const path = `/v2/verifications/${session.verificationId}/assignee`;
  const answer = await stack.api.call('PUT', path, { token: client.token, json: { assigneeId: operatorId } });
  expect(answer.status).toBe(200);
  return operatorId;
}

/** Fits every route that takes a file. */
export async function inputForm(): Promise<FormData> {
  const form = new FormData();
  form.append('stepId', 'document');
  for (const [name, value] of uploadForm(await smallPicture(), 'document-front')) form.append(name, value);
  return form;
}
