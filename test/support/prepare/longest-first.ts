import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Seconds of the longest files, below `test/`, measured on 2026-11-28 with other tests on the machine. A long file that starts last runs alone. */
const seconds: Readonly<Record<string, number>> = {
  'browser/dashboard/review.test.ts': 45,
  'workers/document-presence.test.ts': 44,
  'workers/voice-video.test.ts': 41,
  'browser/interruptions.test.ts': 34,
  'workers/voice-liveness.test.ts': 34,
  'contract/outside-sdk.test.ts': 30,
  'vision/decoding-process.test.ts': 28,
  'vision/pages/pdf-opener.test.ts': 23,
  'browser/screens.test.ts': 20,
  'workers/active-liveness-videos.test.ts': 20,
  'browser/light.test.ts': 19,
  'operations/start-faults.test.ts': 19,
  'browser/film.test.ts': 19,
  'workers/face-steps.test.ts': 17,
  'vision/pages/capture-help.test.ts': 17,
  'vision/pages/drawn-specimens.test.ts': 16,
  'vision/recording-decoder.test.ts': 15,
  'workers/document-step.test.ts': 15,
  'unit/documents/print/numbered-names.test.ts': 15,
  'vision/pages/picture-chroma.test.ts': 14,
  'http/reverification/enrolled-face.test.ts': 14,
  'workers/pdf-step.test.ts': 13,
  'browser/troubles.test.ts': 13,
  'workers/enhanced-liveness.test.ts': 11,
  'vision/picture-decoder.test.ts': 11,
  'operations/metrics.test.ts': 10,
  'unit/documents/print/added-labels.test.ts': 9,
  'webhooks/turns.test.ts': 9,
  'operations/doctor.test.ts': 9,
  'operations/object-store.test.ts': 9,
  'unit/documents/print/rival-print.test.ts': 8,
  'workers/watchdog.test.ts': 8,
  'browser/document.test.ts': 8,
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
