import type { z } from 'zod';
import type { Conclusion } from '../conclusion.ts';
import { livenessConclusion } from '../faces/liveness-conclusion.ts';

/**
 * Whose voice it was. A video shows the speaker, whose face must match the verification's person, as in every step with a face. Sound alone
 * shows nobody. Verdicts from before these videos were compared (`seen` is null) stay unchanged.
 */
export const voiceConclusion: { seen: typeof livenessConclusion.seen } & Conclusion<
  { match: string | null; withVideo: boolean },
  z.output<typeof livenessConclusion.seen>
> = {
  ...livenessConclusion,
  judge: (request) => (request.config.withVideo && request.seen !== null ? livenessConclusion.judge(request) : []),
};
