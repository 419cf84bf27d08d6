import { eventually } from './eventually.ts';
import type { SdkSession } from './sdk-client.ts';

/** The quality of a step's first file, once it is known. */
export function qualityOf(session: SdkSession, stepId?: string): Promise<{ acceptable: boolean; codes: string[] }> {
  return eventually(
    async () => {
      const { steps } = (await session.state()).body;
      const step = stepId === undefined ? steps[0] : steps.find(({ id }) => id === stepId);
      const quality = step?.files[0]?.quality;
      return quality?.acceptable == null ? null : { acceptable: quality.acceptable, codes: [...quality.codes] };
    },
    { what: 'the look at the file' },
  );
}
