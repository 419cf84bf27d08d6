import { z } from 'zod';
import type { History } from '../domain/ports/history.ts';
import type { CheckSchema } from './define-step-schema.ts';
import { idSchema } from './value-schemas.ts';

const mostNamed = 20;
/** Families share a number or an address, and so do two accounts of one person. */
export const defaultMaxOtherIdentities = 2;

/** How many other identities may have confirmed the same number or address. */
export const maxOtherIdentitiesSchema = z
  .int()
  .min(0)
  .max(mostNamed - 1)
  .nullable()
  .default(defaultMaxOtherIdentities)
  .meta({
    description: 'How many other identities may have confirmed the same; more go to review. Null: any.',
  });

/** The client's other identities that have confirmed the same. `identityIds` is missing in what was stored before they were named. */
export const contactSeenSchema = z.object({
  otherIdentities: z.int().min(0),
  identityIds: z.array(z.string().max(64)).max(mostNamed).optional(),
});
export type ContactSeen = z.output<typeof contactSeenSchema>;

export const contactSharedData = z.object({
  otherIdentities: z.int().min(0).max(mostNamed),
  identityIds: z.array(idSchema('identity')).max(mostNamed),
}) satisfies CheckSchema['data'];

export async function findSharers(
  history: Pick<History, 'listIdentitiesWith'>,
  trait: 'phoneNumber' | 'email',
  value: string | undefined,
): Promise<ContactSeen> {
  const identityIds = value === undefined ? [] : await history.listIdentitiesWith(trait, value, mostNamed);
  return { otherIdentities: identityIds.length, identityIds };
}

/** Whether too many others have confirmed the same. Empty if the flow allows any number. */
export function judgeSharing<const Id extends string, const Code extends string>(
  { otherIdentities, identityIds = [] }: ContactSeen,
  { maxOtherIdentities }: { maxOtherIdentities: number | null },
  { id, code }: { id: Id; code: Code },
) {
  if (maxOtherIdentities === null) return [];
  const check = { id, durationMs: 0, data: { otherIdentities, identityIds } };
  return otherIdentities > maxOtherIdentities
    ? [{ ...check, outcome: 'warning' as const, code }]
    : [{ ...check, outcome: 'passed' as const, code: null }];
}
