import { createTransport } from 'nodemailer';
import { ComeBackLater, Undeliverable, type MessageSender } from '../domain/ports/messages/message-sender.ts';
import { within } from '../domain/within.ts';

/** Shorter than a job's lock, so that no second worker takes the message meanwhile. */
const smtpTimeoutMs = 6_000;

/** Email through the operator's mail server, over connections that stay open. */
export function createSmtpMessageSender(
  { url, from }: { url: string; from: string },
  { timeoutMs = smtpTimeoutMs }: { timeoutMs?: number } = {},
): MessageSender {
  const limits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const transport = createTransport({ url, pool: true, maxConnections: 10, maxMessages: 1_000, ...limits });
  return {
    async send({ to, subject, text, html, codeSendId }) {
      const sending = transport.sendMail({
        from,
        to: { name: '', address: to },
        subject: subject ?? '',
        text,
        ...(html !== null && { html }),
        // Repeated tries of one request have the same Message-ID, so that receivers can detect duplicates.
        messageId: `<${codeSendId}@${domainOf(from)}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      try {
        // Only this ends a server that stalls between two commands.
        await within(timeoutMs, sending, () => {
          throw new Error('the mail server takes too long');
        });
        return { providerId: null };
      } catch (error) {
        const answer = answerAboutMessage(error);
        if (answer === null) throw error;
        throw answer >= 500 ? new Undeliverable() : new ComeBackLater('mail server', { cause: error });
      }
    },
    approve: null,
    close: () => transport.close(),
  };
}

/**
 * RFC 5321: 5xx is the server's final answer about this recipient or message, 4xx asks to try again. Null: it concerns neither, for example
 * a refused sign-in, which is ours to fix.
 */
function answerAboutMessage(error: unknown): number | null {
  if (!(error instanceof Error) || !('responseCode' in error) || typeof error.responseCode !== 'number') return null;
  const about = 'code' in error ? error.code : null;
  // A sender that is refused for good is ours to fix, too.
  const isOurs = 'command' in error && error.command === 'MAIL FROM' && error.responseCode >= 500;
  return !isOurs && (about === 'EENVELOPE' || about === 'EMESSAGE') ? error.responseCode : null;
}

function domainOf(from: string): string {
  return /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}
