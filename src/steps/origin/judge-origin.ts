import type { Check } from '../../domain/verifications/check.ts';
import type { FileOrigin } from '../../domain/capture/origin.ts';

/**
 * Whether anything contradicts that a camera took these pictures. A sign is a doubt, never a claim, and so is a sign that could not be
 * measured. Null: there is no picture.
 */
export function judgeOrigin<const Id extends string, const Code extends string>(
  files: readonly (FileOrigin | null)[],
  { id, code }: { id: Id; code: Code },
) {
  const asked = files.filter((file) => file !== null);
  if (asked.length === 0) return null;
  const doubted = asked.some(({ signs, couldNotTell }) => signs.length > 0 || couldNotTell.length > 0);
  const check = { id, data: { files: asked }, durationMs: 0 };
  return doubted
    ? { ...check, outcome: 'warning' as const, code }
    : { ...check, outcome: 'passed' as const, code: null };
}

/** Of a picture of a face. */
export const judgeSelfieOrigin = (origin: FileOrigin | null): Check[] => {
  const check = judgeOrigin([origin], { id: 'selfie-origin', code: 'selfie.origin_doubtful' });
  return check === null ? [] : [check];
};
