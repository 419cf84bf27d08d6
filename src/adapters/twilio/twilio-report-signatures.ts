// The part alone: the whole client would cost the API 12 MB.
import { validateRequest } from 'twilio/lib/webhooks/webhooks.js';
import type { ReportSignatures } from '../../domain/ports/messages/delivery-reports.ts';

/** Twilio signs the URL that it calls, as we gave it, and the form's fields with the account's token. */
export function createTwilioReportSignatures({
  authToken,
  publicUrl,
}: {
  authToken: string;
  publicUrl: string;
}): ReportSignatures {
  return {
    isGenuine: ({ path, fields, signature }) =>
      validateRequest(authToken, signature, new URL(path, publicUrl).href, { ...fields }),
  };
}
