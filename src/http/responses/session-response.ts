import type { RouteBody } from '../../contract/define-route.ts';
import type { startSessionRoute } from '../../contract/routes/sdk.ts';
import { textKeyOf } from '../../contract/sessions/session-step.ts';
import { reservedMetadataOf } from '../../domain/verifications/metadata.ts';
import { consentTextOf } from '../../services/verifications/consent-text.ts';
import type { StartedSession } from '../../services/starts/start-request.ts';
import { stepRegistry } from '../../steps/registry.ts';
import { uploadLimitsOf } from './upload-limits.ts';

/**
 * Everything that a device's first screen needs. The host's values for this session take precedence over the flow's, and the flow's over
 * the client's. `networkCountry`: of the device's network address, null where it is not known.
 */
export function sessionResponseOf(
  started: StartedSession,
  networkCountry: string | null,
): RouteBody<typeof startSessionRoute, 201> {
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
    networkCountry,
    returnTo: returnAddressesOf(started),
  };
  // Each step's own schema made its public part; the map loses the pairing of type and part.
  return session as RouteBody<typeof startSessionRoute, 201>;
}

/** The host's return addresses with what they may contain: both ids, how the session ended, and the host's own `state`. */
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
