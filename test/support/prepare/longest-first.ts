import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Seconds of processor time of the longest files, below `test/`, measured on 2026-11-26. A long file that starts last runs alone. */
const seconds: Readonly<Record<string, number>> = {
  'workers/voice-video.test.ts': 24,
  'workers/document-presence.test.ts': 20,
  'workers/voice-liveness.test.ts': 19,
  'packages/packages.test.ts': 16,
  'workers/active-liveness-videos.test.ts': 16,
  'contract/outside-sdk.test.ts': 15,
  'workers/document-step.test.ts': 13,
  'workers/face-steps.test.ts': 12,
  'workers/pdf-step.test.ts': 8,
  'browser/dashboard/review.test.ts': 7,
  'browser/interruptions.test.ts': 6,
  'browser/screens.test.ts': 6,
  'browser/light.test.ts': 5,
  'http/clients/encryption.test.ts': 5,
  'webhooks/deliveries.test.ts': 5,
  'http/reverification/speaks-for-identity.test.ts': 4,
  'workers/active-liveness.test.ts': 4,
  'http/clients/operators/sign-in.test.ts': 4,
  'vision/pages/drawn-specimens.test.ts': 10,
  'vision/recording-decoder.test.ts': 8,
  'vision/pages/capture-help.test.ts': 8,
  'vision/picture-decoder.test.ts': 6,
  'vision/pages/pdf-opener.test.ts': 6,
  'vision/pages/pdf-pages.test.ts': 5,
  'vision/pages/surface-inspector.test.ts': 4,
  'unit/documents/print/print-comparison.test.ts': 10,
  'unit/documents/print/added-labels.test.ts': 9,
  'unit/documents/document-kinds-evaluation.test.ts': 5,
};

/** Starts the longest files first. Vitest itself knows no times in a clean clone. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const secondsOf = ({ moduleId }: TestSpecification) => seconds[relative('test', moduleId)] ?? 0;
    return sorted.toSorted((one, other) => secondsOf(other) - secondsOf(one));
  }
}
