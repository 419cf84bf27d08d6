import { z } from 'zod';
import { defineSmsProvider } from '../sms-provider.ts';
import { createTwilioReports } from './twilio-reports.ts';

/** Twilio: an account with its token, and a sender or a Verify service. */
export const twilio = defineSmsProvider({
  name: 'twilio',
  settings: {
    TWILIO_ACCOUNT_SID: z.string().max(64),
    TWILIO_AUTH_TOKEN: z.string().max(128),
    TWILIO_FROM: z.string().max(64).optional(),
    TWILIO_VERIFY_SERVICE: z.string().max(64).optional(),
    TWILIO_LOOKUP: z.string().max(4096).default(''),
    TWILIO_API_BASE: z
      .url({ protocol: /^https?$/ })
      .max(2048)
      .optional(),
  },
  oneOf: [['TWILIO_FROM', 'TWILIO_VERIFY_SERVICE']],
  open(set) {
    const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = set;
    const verifyServiceSid = set.TWILIO_VERIFY_SERVICE ?? null;
    const lookupFields = set.TWILIO_LOOKUP.split(',').map((field) => field.trim());
    const settings = {
      ...{ accountSid, authToken, from: from ?? '', verifyServiceSid },
      lookupFields: lookupFields.filter((field) => field !== ''),
      apiBase: set.TWILIO_API_BASE ?? null,
    };
    return {
      approvesCodes: verifyServiceSid !== null,
      async createSender({ reportUrl }) {
        const { createTwilioMessageSender } = await import('./twilio-message-sender.ts');
        return createTwilioMessageSender(settings, { statusUrl: reportUrl });
      },
      createNumberLookup:
        settings.lookupFields.length === 0
          ? null
          : async () => (await import('./twilio-number-lookup.ts')).createTwilioNumberLookup(settings),
      createReports: ({ publicUrl }) => createTwilioReports({ authToken, publicUrl }),
    };
  },
});
