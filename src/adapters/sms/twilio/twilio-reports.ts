// Only this part: the whole client would cost the API 12 MB.
import { validateRequest } from 'twilio/lib/webhooks/webhooks.js';
import type { DeliveryReports } from '../../../domain/ports/messages/delivery-reports.ts';

/** Twilio signs the URL that it calls, as we gave it, and the form's fields with the account's token. */
export function createTwilioReports({
  authToken,
  publicUrl,
}: {
  authToken: string;
  publicUrl: string;
}): DeliveryReports {
  return {
    read({ path, fields, headers }) {
      const signature = headers['x-twilio-signature'];
      if (typeof signature !== 'string') return null;
      if (!validateRequest(authToken, signature, new URL(path, publicUrl).href, { ...fields })) return null;
      const status = fields.MessageStatus;
      if (status === 'delivered') return 'delivered';
      return status === 'undelivered' || status === 'failed' ? 'undeliverable' : 'other';
    },
  };
}
