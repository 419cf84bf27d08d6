import { z } from 'zod';
import type { DocumentType } from '../../domain/documents/document-type.ts';
import type { FinishedStep } from '../conclusion.ts';
import { findReferenceFaults, type FlowFault, type SurroundingFlow } from '../flow-fault.ts';
import { stepIdSchema } from '../value-schemas.ts';

/** Turns the comparison with documents off. */
export const matchNone = 'none';

/** The portrait that the face must match: a document step, `none`, or null for every document step that shows a portrait. */
export const matchSchema = stepIdSchema.nullable().default(null).meta({
  description:
    'The document step whose portrait must be the same person. Null: every document step that shows a portrait; for a liveness step, none if every selfie says `none`. `none` leaves the comparison out.',
});

/** The values that a step's `match` may have. */
export function findMatchFaults(match: string | null, flow: SurroundingFlow): FlowFault[] {
  const stepId = match === matchNone ? null : match;
  return findReferenceFaults(flow, { path: ['match'], stepId, type: 'document' });
}

const portraitTypes: readonly DocumentType[] = ['national-id', 'passport', 'driving-license'];
const acceptSchema = z.object({ accept: z.array(z.object({ type: z.string().max(100) })) });
const selfieSchema = z.object({ match: z.string().max(100).nullish(), threshold: z.number().nullish() });

/** Whether the selfies decide if a step is compared with portraits, when its own `match` does not. */
interface Following {
  followsSelfies: boolean;
}

/** Whether a step is compared with no portrait: by its own `match`, or because it follows the selfies and every one says `none`. */
export function leavesPortraitsOut(
  match: string | null,
  others: readonly Pick<FinishedStep, 'type' | 'config'>[],
  { followsSelfies }: Following,
): boolean {
  if (match !== null) return match === matchNone;
  const selfies = followsSelfies ? others.filter(({ type }) => type === 'selfie') : [];
  return selfies.length > 0 && selfies.every(({ config }) => matchOf(config) === matchNone);
}

/**
 * Ids of the steps whose portraits a step with this `match` is compared with: documents that show one, and every other step that has found
 * one, for example in a chip or a wallet.
 */
export function matchedPortraits(
  match: string | null,
  others: readonly FinishedStep[],
  following: Following,
): string[] {
  if (leavesPortraitsOut(match, others, following)) return [];
  if (match !== null) return [match];
  return others
    .filter(({ type, config, traits }) => {
      return type === 'document' ? showsPortrait(config) : traits.portrait !== undefined;
    })
    .map(({ stepId }) => stepId);
}

function matchOf(selfieConfig: unknown): string | null {
  return selfieSchema.safeParse(selfieConfig).data?.match ?? null;
}

/**
 * The strictest `threshold` of the selfies that are compared with a portrait; null when none has one. It also limits the living face:
 * otherwise an attacker could send a photograph of the holder as the selfie and show a less similar face in the video.
 */
export function thresholdOfSelfies(others: readonly Pick<FinishedStep, 'type' | 'config'>[]): number | null {
  const limits = others.flatMap(({ type, config }) => {
    if (type !== 'selfie' || matchOf(config) === matchNone) return [];
    return selfieSchema.safeParse(config).data?.threshold ?? [];
  });
  return limits.length === 0 ? null : Math.min(...limits);
}

/** For a step that accepts any type with a portrait: otherwise a person could avoid the comparison by showing the other type. */
export function showsPortrait(documentConfig: unknown): boolean {
  const { data } = acceptSchema.safeParse(documentConfig);
  // An unreadable value is treated as the stricter of both.
  return data?.accept.some(({ type }) => portraitTypes.some((one) => one === type)) ?? true;
}
