import { z } from 'zod';
import type { DeliveryReports } from '../../domain/ports/messages/delivery-reports.ts';
import type { MessageSender } from '../../domain/ports/messages/message-sender.ts';
import type { NumberLookup } from '../../domain/ports/messages/number-lookup.ts';

/** An account with a provider of text messages. What talks to the provider is loaded when it is asked for. */
export interface SmsAccount {
  /** Names the provider in the path of its delivery reports. */
  provider: string;
  /** Whether the provider wants to hear which codes were confirmed (`MessageSender.approve`). */
  approvesCodes: boolean;
  /** `reportUrl` is where the provider may report what became of a message; null when the service has no public URL. */
  createSender(options: { reportUrl: ((codeSendId: string) => string) | null }): Promise<MessageSender>;
  /** Null: the provider says nothing about numbers, or was not asked to. */
  createNumberLookup: (() => Promise<NumberLookup>) | null;
  /** Null: the provider reports nothing. */
  createReports: ((options: { publicUrl: string }) => DeliveryReports) | null;
}

/** A provider of text messages, on the settings that it reads from the environment. */
export interface SmsProvider {
  /** Names of the settings. */
  settings: readonly string[];
  /** The account; null when it is not set up. */
  read(given: Readonly<Record<string, unknown>>): { account: SmsAccount | null; issues: readonly z.core.$ZodIssue[] };
}

export function defineSmsProvider<Shape extends z.ZodRawShape>({
  name,
  settings,
  open,
}: {
  /** Lower case and hyphens. */
  name: string;
  settings: Shape;
  /** Null: what the provider needs is not set. */
  open: (set: z.output<z.ZodObject<Shape>>) => Omit<SmsAccount, 'provider'> | null;
}): SmsProvider {
  return {
    settings: Object.keys(settings),
    read(given) {
      const parsed = z.object(settings).safeParse(given);
      if (!parsed.success) return { account: null, issues: parsed.error.issues };
      const account = open(parsed.data);
      return { account: account && { provider: name, ...account }, issues: [] };
    },
  };
}
