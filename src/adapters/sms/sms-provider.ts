import { z } from 'zod';
import { describeSettingFault } from '../../domain/faults/describe-setting-fault.ts';
import type { DeliveryReports } from '../../domain/ports/messages/delivery-reports.ts';
import type { MessageSender } from '../../domain/ports/messages/message-sender.ts';
import type { NumberLookup } from '../../domain/ports/messages/number-lookup.ts';

/** An account with an SMS provider. The provider's client is loaded on first use. */
export interface SmsAccount {
  /** The provider's name in the path of its delivery reports. */
  provider: string;
  /** Whether the provider wants to know which codes were confirmed (`MessageSender.approve`). */
  approvesCodes: boolean;
  /** `reportUrl`: the address for the provider's delivery reports; null when the service has no public URL. */
  createSender(options: { reportUrl: ((codeSendId: string) => string) | null }): Promise<MessageSender>;
  /** Null: the provider has no number lookup, or it is not enabled. */
  createNumberLookup: (() => Promise<NumberLookup>) | null;
  /** Null: the provider sends no reports. */
  createReports: ((options: { publicUrl: string }) => DeliveryReports) | null;
}

/** An SMS provider, configured by environment variables. */
export interface SmsProvider {
  /** Names of its settings. */
  settings: readonly string[];
  /** The account; null when it is not configured. */
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
  /** Null: required settings are missing. */
  open: (set: z.output<z.ZodObject<Shape>>) => Omit<SmsAccount, 'provider'> | null;
}): SmsProvider {
  return {
    settings: Object.keys(settings),
    read(given) {
      const parsed = z.object(settings).safeParse(given, { error: describeSettingFault });
      if (!parsed.success) return { account: null, issues: parsed.error.issues };
      const account = open(parsed.data);
      return { account: account && { provider: name, ...account }, issues: [] };
    },
  };
}
