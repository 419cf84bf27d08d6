import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** What the server says to the next recipient: a refusal by its number, or nothing at all. */
export type MailRefusal = number | 'silence';

/** A real SMTP server. Messages are kept as they came over the wire. It refuses the sender `refused@…`. */
export async function startMailServer() {
  const messages: { to: string; raw: string }[] = [];
  const refusals: MailRefusal[] = [];
  let recipients = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom({ address }, _session, callback) {
      const isRefused = address.startsWith('refused@');
      callback(isRefused ? Object.assign(new Error('refused'), { responseCode: 550 }) : null);
    },
    onRcptTo(_address, _session, callback) {
      recipients += 1;
      const refusal = refusals.shift();
      if (refusal === 'silence') return;
      if (refusal === undefined) {
        callback();
        return;
      }
      callback(Object.assign(new Error('refused'), { responseCode: refusal }));
    },
    onData(stream, session, callback) {
      let raw = '';
      stream.setEncoding('utf8').on('data', (chunk: string) => (raw += chunk));
      stream.on('end', () => {
        messages.push({ to: session.envelope.rcptTo.map(({ address }) => address).join(), raw });
        callback();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    messages,
    /** Number of recipients that clients have named. */
    recipients: () => recipients,
    refuseNext: (...next: MailRefusal[]) => void refusals.push(...next),
    reset() {
      messages.length = 0;
      refusals.length = 0;
      recipients = 0;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
