import { z } from 'zod';
import { describeSettingFault } from '../../domain/faults/describe-setting-fault.ts';
import { partlySet, type SettingsTogether } from '../../domain/faults/partly-set.ts';
import type { DeliveryReports } from '../../domain/ports/messages/delivery-reports.ts';
import type { MessageSender } from '../../domain/ports/messages/message-sender.ts';
import type { NumberLookup, NumberQuestion } from '../../domain/ports/messages/number-lookup.ts';

/** An account with an SMS provider. The provider's client is loaded on first use. */
export interface SmsAccount {
  /** The provider's name in the path of its delivery reports. */
  provider: string;
  /** Whether the provider wants to know which codes were confirmed (`MessageSender.approve`). */
  approvesCodes: boolean;
  /** `reportUrl`: the address for the provider's delivery reports; null when the service has no public URL. */
  createSender(options: { reportUrl: ((codeSendId: string) => string) | null }): Promise<MessageSender>;
  /** What the provider is asked about each number; empty without a lookup. */
  looksUp: readonly NumberQuestion[];
  /** Null: the provider has no number lookup, or it is not enabled. */
  createNumberLookup: (() => Promise<NumberLookup>) | null;
  /** Null: the provider sends no reports. */
  createReports: ((options: { publicUrl: string }) => DeliveryReports) | null;
}

/** An SMS provider, configured by environment variables: `settings` are the names of all, `needs` of those that an account has to have. */
export interface SmsProvider extends SettingsTogether {
  /** The account; null when none of its settings are there. */
  read(given: Readonly<Record<string, string | undefined>>): {
    account: SmsAccount | null;
    issues: readonly z.core.$ZodIssue[];
  };
}

export function defineSmsProvider<Shape extends z.ZodRawShape>({
  name,
  settings,
  oneOf = [],
  open,
}: {
  /** Lower case and hyphens. */
  name: string;
  /** A setting that is neither optional nor has a default is needed by every account. */
  settings: Shape;
  /** Of each list, an account needs one. */
  oneOf?: readonly (readonly string[])[];
  open: (set: z.output<z.ZodObject<Shape>>) => Omit<SmsAccount, 'provider'>;
}): SmsProvider {
  const schema = z.object(settings);
  const names = Object.keys(settings);
  const required = schema.safeParse({}).error?.issues.map(({ path }) => String(path[0])) ?? [];
  const together = { settings: names, needs: [...required, ...oneOf] };
  return {
    ...together,
    read(given) {
      if (names.every((setting) => given[setting] === undefined)) return { account: null, issues: [] };
      const parsed = schema.safeParse(given, { error: describeSettingFault });
      if (!parsed.success) return { account: null, issues: parsed.error.issues };
      // `loadConfig` names what is missing.
      if (partlySet([together], given).length > 0) return { account: null, issues: [] };
      return { account: { provider: name, ...open(parsed.data) }, issues: [] };
    },
  };
}
