import type { RouteBody } from '../../../contract/define-route.ts';
import { startSessionRoute } from '../../../contract/routes/sdk.ts';
import { textKeyOf } from '../../../contract/session-step.ts';
import { reservedMetadataOf } from '../../../domain/metadata.ts';
import type { StartedSession, createStartSession } from '../../../services/start-session.ts';
import { consentTextOf } from '../../../services/consent-text.ts';
import { stepRegistry } from '../../../steps/registry.ts';
import { bindRoute, respond } from '../../bound-route.ts';
import { uploadLimitsOf } from './upload-limits.ts';

export function bindStartSession(startSession: ReturnType<typeof createStartSession>) {
  return bindRoute(startSessionRoute, async ({ input: { body }, address, raw, effect }) => {
    const request = {
      clientId: body.clientId,
      flowId: body.flowId,
      metadata: body.metadata ?? {},
      clientToken: body.clientToken ?? null,
      device: {
        platform: body.sdk.platform,
        sdkVersion: body.sdk.version,
        languages: body.device.languages,
        model: body.device.model ?? null,
        osVersion: body.device.osVersion ?? null,
        userAgent: raw.headers['user-agent']?.slice(0, 1000) ?? null,
        networkAddress: address,
      },
    };
    const answerOf = (started: StartedSession) => respond(201, sessionOf(started));
    return answerOf(await startSession(request, effect.answering(answerOf)));
  });
}

function sessionOf(started: StartedSession): RouteBody<typeof startSessionRoute, 201> {
  const { client, flow, language } = started;
  const { branding, consent, duplicateFaceConsent } = flow.document;
  const reserved = reservedMetadataOf(started.metadata);
  const session = {
    sessionToken: started.sessionToken,
    identityId: started.identityId,
    verificationId: started.verificationId,
    expiresAt: started.expiresAt.toISOString(),
    serverTime: started.startedAt.toISOString(),
    language,
    theme: {
      buttonColor: reserved.buttonColor ?? branding.buttonColor,
      buttonTextColor: reserved.buttonTextColor ?? branding.buttonTextColor,
      regularFont: reserved.regularFont ?? null,
      boldFont: reserved.boldFont ?? null,
    },
    branding: { clientName: client.name, logoUrl: branding.logoUrl, showVendorBranding: client.showVendorBranding },
    consent: {
      required: consent !== null && flow.document.steps.some((step) => stepRegistry[step.type].schema.biometric),
      version: consent?.version ?? null,
      text: consent === null ? null : consentTextOf(consent, language),
      duplicateFace:
        duplicateFaceConsent === null
          ? null
          : { version: duplicateFaceConsent.version, text: consentTextOf(duplicateFaceConsent, language) },
    },
    steps: flow.document.steps.map((step) => ({
      id: step.id,
      type: step.type,
      textKey: textKeyOf(step.type),
      config: stepRegistry[step.type].schema.toPublicConfig(step.config),
    })),
    limits: uploadLimitsOf(flow),
  };
  // Each step's public part was made by its own schema; the pairing of type and part is lost in the map.
  return session as RouteBody<typeof startSessionRoute, 201>;
}
