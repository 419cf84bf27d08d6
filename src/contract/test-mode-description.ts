import { testCodes, testEmails, testNumbers } from '../domain/codes/test-values.ts';

/** The effect of each magic value. The compiler requires a line for a new one. */
const numbers: Readonly<Record<keyof typeof testNumbers, string>> = {
  undeliverable: 'the message cannot be delivered',
  voip: 'a number on the internet',
  premium: 'a premium number',
  simSwapped: 'a SIM card that was swapped lately',
  smsPumping: 'a number known for SMS pumping',
};
const emails: Readonly<Record<keyof typeof testEmails, string>> = { undeliverable: 'the message cannot be delivered' };
const codes: Readonly<Record<keyof typeof testCodes, string>> = {
  right: 'right for every code that was sent and has tries left',
  expired: 'answered as a code that has expired',
};

/** Everything that a client in test mode can simulate. */
export function testModeDescription(): string {
  return [
    'For integrators: reach every branch of your code on demand. These routes refuse live clients. A client in test mode sends no ' +
      'messages to people; read them at `GET /v2/test-inbox`.',
    '`POST /v2/verifications/{verificationId}/simulate` ends an attempt with the status and the reasons that you name. ' +
      '`POST /v2/test-clock/advance` moves the client’s clock forward: attempts, codes, links and pauses expire, and the service retries webhooks.',
    `Phone numbers: ${listOf(testNumbers, numbers)}; any other valid number works.`,
    `Email addresses: ${listOf(testEmails, emails)}; addresses of example.com, example.net, example.org and .test work without DNS.`,
    `Codes: ${listOf(testCodes, codes)}.`,
  ].join('\n\n');
}

function listOf<Name extends string>(
  values: Readonly<Record<Name, string>>,
  meanings: Readonly<Record<Name, string>>,
): string {
  const names = Object.keys(values) as Name[]; // Object.keys widens to string.
  return names.map((name) => `\`${values[name]}\` (${meanings[name]})`).join(', ');
}
