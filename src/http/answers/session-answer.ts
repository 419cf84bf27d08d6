import type { RouteBody } from '../../contract/define-route.ts';
import type { startSessionRoute } from '../../contract/routes/sdk.ts';
import { textKeyOf } from '../../contract/sessions/session-step.ts';
import { reservedMetadataOf } from '../../domain/verifications/metadata.ts';
import { consentTextOf } from '../../services/verifications/consent-text.ts';
import type { StartedSession } from '../../services/starts/start-request.ts';
import { stepRegistry } from '../../steps/registry.ts';
import { uploadLimitsOf } from './upload-limits.ts';

/**
 * Everything that the first screen of a device needs. The host's word of the moment counts more than the flow, the flow more
 * than the client.
 */
export function sessionAnswerOf(started: StartedSession): RouteBody<typeof startSessionRoute, 201> {
  const { client, flow, language } = started;
  const { settings } = client;
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
      buttonColor: reserved.buttonColor ?? branding.buttonColor ?? settings.buttonColor,
      buttonTextColor: reserved.buttonTextColor ?? branding.buttonTextColor ?? settings.buttonTextColor,
      regularFont: reserved.regularFont ?? null,
      boldFont: reserved.boldFont ?? null,
    },
    branding: {
      clientName: client.name,
      logoUrl: branding.logoUrl ?? settings.logoUrl,
      showVendorBranding: settings.showVendorBranding,
    },
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
    returnTo: returnAddressesOf(started),
  };
  // Each step's public part was made by its own schema; the pairing of type and part is lost in the map.
  return session as RouteBody<typeof startSessionRoute, 201>;
}

/** Addresses of the host, with what it may know there: both ids, how the session ended, and its own `state`. */
function returnAddressesOf({ returnTo, identityId, verificationId }: StartedSession) {
  if (returnTo === null) return null;
  const { returnUrl, cancelUrl, state } = returnTo;
  const address = (base: string, outcome: string) => {
    const url = new URL(base);
    for (const [name, value] of Object.entries({ identityId, verificationId, outcome, state })) {
      if (value !== null) url.searchParams.set(name, value);
    }
    return url.href;
  };
  return {
    completed: address(returnUrl, 'completed'),
    cancelled: address(cancelUrl ?? returnUrl, 'cancelled'),
    expired: address(cancelUrl ?? returnUrl, 'expired'),
  };
}
