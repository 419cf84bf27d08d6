import twilio, { type Twilio } from 'twilio';
import { ComeBackLater, Undeliverable, type MessageSender } from '../../../domain/ports/messages/message-sender.ts';
import { createTwilioClient, type TwilioSettings } from './twilio-client.ts';

/** Shorter than a job's lock, so that no second worker takes the message meanwhile. */
export const twilioTimeoutMs = 6_000;

/** Text messages through Twilio's Programmable Messaging, or through its Verify when a service is set. */
export function createTwilioMessageSender(
  settings: TwilioSettings,
  {
    statusUrl,
    timeoutMs = twilioTimeoutMs,
  }: { statusUrl: ((codeSendId: string) => string) | null; timeoutMs?: number },
): MessageSender {
  const client = createTwilioClient(settings, timeoutMs);
  const { verifyServiceSid } = settings;
  return {
    async send({ to, text, code, codeSendId }) {
      try {
        const { sid } =
          verifyServiceSid === null
            ? await client.messages.create({
                to,
                body: text,
                ...senderOf(settings),
                ...(statusUrl !== null && { statusCallback: statusUrl(codeSendId) }),
              })
            : await sendThroughVerify(client, verifyServiceSid, { to, code });
        return { providerId: sid };
      } catch (error) {
        if (isFinal(error)) throw new Undeliverable();
        throw isLimit(error) ? new ComeBackLater('twilio', { cause: error }) : error;
      }
    },
    approve:
      verifyServiceSid === null ? null : (providerId) => approveVerification(client, verifyServiceSid, providerId),
    close: () => {},
  };
}

function senderOf({ from }: TwilioSettings): { messagingServiceSid: string } | { from: string } {
  return from.startsWith('MG') ? { messagingServiceSid: from } : { from };
}

/** Our own code, so that our rules apply; Twilio writes the message. */
function sendThroughVerify(client: Twilio, serviceSid: string, { to, code }: { to: string; code: string }) {
  return client.verify.v2.services(serviceSid).verifications.create({ to, channel: 'sms', customCode: code });
}

/** The code is compared here, so this is how Verify learns of it; otherwise it counts the number as one that never confirms. */
async function approveVerification(client: Twilio, serviceSid: string, verificationSid: string): Promise<void> {
  try {
    await client.verify.v2.services(serviceSid).verifications(verificationSid).update({ status: 'approved' });
  } catch (error) {
    // Verify forgets a verification once it was approved, cancelled or has expired.
    if (error instanceof twilio.RestException && error.status === 404) return;
    throw error;
  }
}

/**
 * Refusals that are 400, too, and concern every message: no sender, one of another account, a messaging service that does not exist or has no
 * numbers. A sender that cannot reach one country is a matter of the recipient: it must not stop the messages to others.
 */
const aboutOurSender: readonly number[] = [21603, 21660, 21701, 21703];

/**
 * A refused recipient is 400, with a Twilio code for the reason. Anything else may be temporary: too many requests, Twilio's faults, and
 * credentials, a sender or a balance that our operator can fix.
 */
function isFinal(error: unknown): boolean {
  return error instanceof twilio.RestException && error.status === 400 && !aboutOurSender.includes(error.code ?? 0);
}

/** For the account or for one number: Twilio does not say. */
function isLimit(error: unknown): boolean {
  return error instanceof twilio.RestException && error.status === 429;
}
