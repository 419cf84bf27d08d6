import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Seconds of the longest files, below `test/`, measured on 2026-11-28 with other tests on the machine. A long file that starts last runs alone. */
const seconds: Readonly<Record<string, number>> = {
  'workers/document-presence.test.ts': 27,
  'workers/read-ahead.test.ts': 25,
  'workers/voice-video.test.ts': 24,
  'browser/dashboard/review.test.ts': 19,
  'workers/face-steps.test.ts': 19,
  'vision/pages/capture-help.test.ts': 18,
  'contract/outside-sdk.test.ts': 18,
  'workers/active-liveness-videos.test.ts': 17,
  'workers/voice-liveness.test.ts': 15,
  'vision/recording-decoder.test.ts': 14,
  'browser/interruptions.test.ts': 14,
  'vision/pages/drawn-specimens.test.ts': 13,
  'vision/pages/pdf-opener.test.ts': 13,
  'http/reverification/speaks-for-identity.test.ts': 11,
  'browser/light.test.ts': 11,
  'browser/screens.test.ts': 10,
  'operations/doctor.test.ts': 10,
  'db/migration-plans.test.ts': 9,
  'vision/picture-decoder.test.ts': 9,
  'http/reverification/many-attempts.test.ts': 9,
  'vision/measured-ahead.test.ts': 9,
  'http/clients/sealed-documents.test.ts': 9,
  'browser/film.test.ts': 9,
  'operations/start-faults.test.ts': 9,
  'db/analytics-rollups.test.ts': 9,
  'http/reverification/enrolled-face.test.ts': 8,
  'workers/enhanced-liveness.test.ts': 8,
  'workers/pdf-step.test.ts': 7,
  'vision/hostile-files.test.ts': 7,
  'contract/roles.test.ts': 7,
  'vision/pages/pdf-pages.test.ts': 7,
};

/**
 * Files that start many processes: the system copies the page tables of the test process each time, which takes 46 ms of a processor once
 * models have made it large, and 1 ms before.
 */
const startProcesses: readonly string[] = [
  'vision/decoding-process.test.ts',
  'vision/hostile-files.test.ts',
  'vision/pages/pdf-opener.test.ts',
  'vision/picture-decoder.test.ts',
  'vision/recording-decoder.test.ts',
  'vision/recording-parts.test.ts',
];

/** Starts the files that start processes first, and then the longest. Vitest itself knows no times in a clean clone. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rankOf = ({ moduleId }: TestSpecification) => {
      const path = relative('test', moduleId);
      return (startProcesses.includes(path) ? 1_000 : 0) + (seconds[path] ?? 0);
    };
    return sorted.toSorted((one, other) => rankOf(other) - rankOf(one));
  }
}
