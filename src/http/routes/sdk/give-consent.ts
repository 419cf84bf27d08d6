import { giveConsentRoute } from '../../../contract/routes/sdk.ts';
import type { createRecordConsent } from '../../../services/sessions/record-consent.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindGiveConsent(recordConsent: ReturnType<typeof createRecordConsent>) {
  return bindRoute(giveConsentRoute, async ({ caller, input: { body }, address }) => {
    await recordConsent(caller, { version: body.version, duplicateFaceVersion: body.duplicateFaceVersion, address });
    return respond(204);
  });
}
