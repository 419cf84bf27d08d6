import { z } from 'zod';
import { defineSmsProvider } from '../sms-provider.ts';
import { askedOf, lookupPackages } from './lookup-packages.ts';
import { createTwilioReports } from './twilio-reports.ts';

/** The service pays for each package, so one that no check reads is a mistake in the setting. */
function readPackages(text: string, context: z.RefinementCtx): string[] {
  const packages = text.split(',').flatMap((name) => name.trim() || []);
  if (packages.some((name) => !Object.hasOwn(lookupPackages, name))) {
    context.addIssue({ code: 'custom', message: `must be a list of ${Object.keys(lookupPackages).join(', ')}` });
  }
  return packages;
}

/** Twilio: an account with its token, and a sender or a Verify service. */
export const twilio = defineSmsProvider({
  name: 'twilio',
  settings: {
    TWILIO_ACCOUNT_SID: z.string().max(64),
    TWILIO_AUTH_TOKEN: z.string().max(128),
    TWILIO_FROM: z.string().max(64).optional(),
    TWILIO_VERIFY_SERVICE: z.string().max(64).optional(),
    TWILIO_LOOKUP: z.string().max(4096).default('').transform(readPackages),
    TWILIO_API_BASE: z
      .url({ protocol: /^https?$/ })
      .max(2048)
      .optional(),
  },
  oneOf: [['TWILIO_FROM', 'TWILIO_VERIFY_SERVICE']],
  open(set) {
    const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = set;
    const verifyServiceSid = set.TWILIO_VERIFY_SERVICE ?? null;
    const settings = {
      ...{ accountSid, authToken, from: from ?? '', verifyServiceSid },
      lookupFields: set.TWILIO_LOOKUP,
      apiBase: set.TWILIO_API_BASE ?? null,
    };
    return {
      looksUp: askedOf(settings.lookupFields),
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
