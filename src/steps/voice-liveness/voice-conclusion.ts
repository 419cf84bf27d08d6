import type { z } from 'zod';
import type { Conclusion } from '../conclusion.ts';
import { livenessConclusion } from '../faces/liveness-conclusion.ts';

/**
 * Whose voice it was. A video shows who speaks, and that face must be the verification's person, as in every step of a face. A sound alone
 * shows nobody, and what was concluded before these videos were compared (`seen` is null) stays as it was.
 */
export const voiceConclusion: { seen: typeof livenessConclusion.seen } & Conclusion<
  { match: string | null; withVideo: boolean },
  z.output<typeof livenessConclusion.seen>
> = {
  ...livenessConclusion,
  judge: (request) => (request.config.withVideo && request.seen !== null ? livenessConclusion.judge(request) : []),
};
