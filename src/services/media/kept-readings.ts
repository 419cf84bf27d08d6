import { createHash } from 'node:crypto';
import { createBriefMemory } from '../../domain/brief-memory.ts';
import { haveSameLanguages, isReadFor } from '../../domain/documents/page-languages.ts';
import type { PageReading } from '../../domain/ports/pages/page-reader.ts';

/** Readings are personal data, so they are removed after this time, used or not. */
const keptMs = 120_000;
/** A reading takes some hundred kilobytes at most. */
const mostKept = 50;

/** What was read in a picture: `digest` is the picture's SHA-256. */
interface KeptReading {
  digest: string;
  readings: PageReading[];
}

interface CurrentReading {
  mediaId: string;
  country: string | null;
  ending: AbortController;
}

/** Keeps what was read in pictures before their steps were submitted: in this process's memory alone, for a short time. */
export interface KeptReadings {
  /** Keeps what `read` returns, unless the reading was ended meanwhile: `isEnded` says so. */
  keep(
    about: { mediaId: string; country: string | null },
    read: (isEnded: () => boolean) => Promise<{ jpeg: Buffer; readings: PageReading[] } | null>,
  ): Promise<void>;
  /**
   * Ends a reading in progress that is probably of no use for this country: only a machine-readable zone could still determine the
   * languages, and the step's job must not wait for a reading that it then repeats.
   */
  expect(about: { mediaId: string; country: string | null }): void;
  /** The readings of exactly this picture, once, if it would be read in the same languages for this country. */
  take(about: { mediaId: string; country: string | null; jpeg: Buffer }): PageReading[] | null;
  /** Also ends the reading, if it is in progress. */
  forget(mediaId: string): void;
}

/** `onTake`: a job has begun with this picture, so that no other process needs to read it or to keep its reading. */
export function createKeptReadings({
  onTake = () => undefined,
}: { onTake?: (mediaId: string) => void } = {}): KeptReadings {
  const kept = createBriefMemory<KeptReading>({ keptMs, atMost: mostKept });
  const current = new Set<CurrentReading>();

  function endThose(isMeant: (reading: CurrentReading) => boolean): void {
    for (const reading of current) if (isMeant(reading)) reading.ending.abort();
  }

  return {
    async keep(about, read) {
      const ending = new AbortController();
      const reading = { ...about, ending };
      current.add(reading);
      try {
        const done = await read(() => ending.signal.aborted);
        if (done === null || ending.signal.aborted) return;
        kept.keep(about.mediaId, { digest: digestOf(done.jpeg), readings: done.readings });
      } finally {
        current.delete(reading);
      }
    },

    expect({ mediaId, country }) {
      endThose((reading) => reading.mediaId === mediaId && !haveSameLanguages(reading.country, country));
    },

    take({ mediaId, country, jpeg }) {
      const known = kept.get(mediaId);
      kept.forget(mediaId);
      onTake(mediaId);
      if (known?.digest !== digestOf(jpeg)) return null;
      return known.readings.every((reading) => isReadFor(reading, country)) ? known.readings : null;
    },

    forget(mediaId) {
      kept.forget(mediaId);
      endThose((reading) => reading.mediaId === mediaId);
    },
  };
}

function digestOf(jpeg: Buffer): string {
  return createHash('sha256').update(jpeg).digest('base64');
}
