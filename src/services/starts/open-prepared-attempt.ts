import type { Client } from '../../domain/operators/client.ts';
import { Problem } from '../../domain/faults/errors.ts';
import { reservedMetadataOf } from '../../domain/verifications/metadata.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import { hashSecretToken } from '../../domain/encryption/secret-token.ts';
import { chooseLanguage } from './choose-language.ts';
import type { Flow, Flows } from '../flows/load-flow.ts';
import type { StartRequest, OpenedAttempt } from './start-request.ts';
import { attachDevice } from './create-session.ts';

/**
 * Opens the attempt that the backend prepared, and uses up its client token. The flow version is the one pinned to the attempt.
 * @throws Problem `session.client_token_invalid` for every token that opens no attempt of this client and flow; the token is then not used
 * up
 */
export async function openPreparedAttempt(
  tx: Repositories,
  { client, flow, request, clientToken }: { client: Client; flow: Flow; request: StartRequest; clientToken: string },
  flows: Flows,
): Promise<OpenedAttempt> {
  const refusal = new Problem('session.client_token_invalid');
  const redeemed = await tx.oneTimeTokens.redeem(hashSecretToken(clientToken), 'client');
  if (redeemed === null) throw refusal;
  const verification = await tx.verifications.lock(redeemed.verificationId);
  const pinned = await flows.getVersion(verification.flowVersionId, tx);
  const fits = verification.clientId === client.id && pinned.flowId === flow.flowId;
  if (!fits || verification.status !== 'pending') throw refusal;

  // The screens follow both the backend's and the device's settings; the backend's take precedence.
  const metadata = { ...request.metadata, ...verification.metadata };
  const fixed = reservedMetadataOf(metadata).fixedLanguage ?? pinned.document.language;
  const language = chooseLanguage(fixed, request.device.languages, client.settings.languages);
  await attachDevice(tx, verification.id, {
    flow: pinned,
    language,
    deviceMetadata: request.metadata,
    device: request.device,
  });
  const { id: verificationId, identityId } = verification;
  const startedAt = redeemed.at;
  return { verificationId, identityId, flow: pinned, language, metadata, startedAt, ended: [] };
}
