import type { z } from 'zod';
import type { SettingsTogether } from '../../domain/faults/partly-set.ts';
import type { SmsAccount, SmsProvider } from './sms-provider.ts';
import { twilio } from './twilio/twilio.ts';

/** Every SMS provider. */
const smsProviders: readonly SmsProvider[] = [twilio];

/** What each provider needs once one of its settings is there. */
export const smsSettingsTogether: readonly SettingsTogether[] = smsProviders;

export const smsSettingNames: readonly string[] = smsProviders.flatMap(({ settings }) => settings);

/** The configured account. With two, the first provider in the list sends. */
export function readSmsAccount(given: Readonly<Record<string, string | undefined>>): {
  account: SmsAccount | null;
  issues: readonly z.core.$ZodIssue[];
} {
  const read = smsProviders.map((provider) => provider.read(given));
  return {
    account: read.find(({ account }) => account !== null)?.account ?? null,
    issues: read.flatMap(({ issues }) => issues),
  };
}
