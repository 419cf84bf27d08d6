import { mailboxOf } from '../mailbox-of.ts';
import { subscriberNetworkOf } from '../network-range.ts';
import { codeRules } from './one-time-code.ts';
import type { Contact, ContactChannel } from './contact.ts';
import type { CountedSends, SendCount } from '../repositories/code-send-repository.ts';

/**
 * Limits on sent codes, so that nobody abuses the messages for money or to annoy people ("SMS pumping": a fraudster has thousands of
 * messages sent to numbers whose operator shares the fee). Counted per client.
 */
export interface SendLimits {
  recipientPerDay: number;
  /** Numbers that differ only in their last four digits. */
  prefixPerHour: number;
  countryPerHour: number;
  /** Per network address (IPv6: per /64). */
  addressPerHour: number;
  clientPerDay: number;
  /** From this many messages to a country in an hour, one in `conversionShare` must have been confirmed. */
  conversionAfter: number;
}

/** A lower share of confirmed codes does not come from people. */
const conversionShare = 0.1;
const hour = 3600;
const day = 24 * hour;

/** Every counter to which one message adds. */
export function sendCountsOf({
  channel,
  contact,
  networkAddress,
}: {
  channel: ContactChannel;
  contact: Contact;
  networkAddress: string;
}): SendCount[] {
  const { address, country } = contact;
  const recipient = mailboxOf(address);
  return [
    { name: `${channel}-recipient`, value: recipient, windowSeconds: codeRules.sendsWithinSeconds },
    { name: `${channel}-recipient-day`, value: recipient, windowSeconds: day },
    ...(channel === 'sms' ? [{ name: 'sms-prefix', value: prefixOf(address), windowSeconds: hour }] : []),
    { name: `${channel}-address`, value: subscriberNetworkOf(networkAddress), windowSeconds: hour },
    ...(country === null ? [] : [{ name: 'sms-country', value: country, windowSeconds: hour }]),
    // The last one, because every request of the client waits for its row.
    { name: `${channel}-client`, value: '', windowSeconds: day },
  ];
}

/** Seconds until all exceeded limits have passed; null when none is exceeded. */
export function exceededFor(counted: readonly CountedSends[], limits: SendLimits): number | null {
  const exceeded = counted.filter((count) => count.sends > limitOf(count.name, limits) || isPumped(count, limits));
  return exceeded.length === 0 ? null : Math.max(1, ...exceeded.map(({ secondsLeft }) => Math.ceil(secondsLeft)));
}

/**
 * The requests of the step, with the codes that the recipient has confirmed in the last day. Anyone can request messages to a number, so the
 * others' requests say nothing about the person who has it.
 */
export function recentSendsOf(ownSends: number, counted: readonly CountedSends[]): number {
  return ownSends + (counted.find(({ name }) => name.endsWith('-recipient-day'))?.confirmed ?? 0);
}

function limitOf(name: string, limits: SendLimits): number {
  const [, what = ''] = /^[a-z]+-(.+)$/.exec(name) ?? [];
  const limitByName: Readonly<Record<string, number>> = {
    recipient: codeRules.sends,
    'recipient-day': limits.recipientPerDay,
    prefix: limits.prefixPerHour,
    address: limits.addressPerHour,
    country: limits.countryPerHour,
    client: limits.clientPerDay,
  };
  return limitByName[what] ?? 0;
}

function isPumped({ name, sends, confirmed }: CountedSends, { conversionAfter }: SendLimits): boolean {
  return name === 'sms-country' && sends > conversionAfter && confirmed < conversionShare * sends;
}

function prefixOf(phoneNumber: string): string {
  return phoneNumber.slice(0, -4);
}
