import type { Container } from '../src/container.ts';
import { encodePicture } from '../src/adapters/native/rasters/encode-picture.ts';
import { createFaceAnalyser } from '../src/adapters/native/faces/face-analyser.ts';
import { createImageNormaliser } from '../src/adapters/native/captures/image-normaliser.ts';
import { createOriginInspector } from '../src/adapters/native/origin/origin-inspector.ts';
import { createPictureDecoder, type PictureDecoder } from '../src/adapters/native/decoding/picture-decoder.ts';
import type { ModelStore } from '../src/adapters/native/nets/model-store.ts';
import { createRecordingDecoder } from '../src/adapters/native/recordings/recording-decoder.ts';
import { openSpeechToText } from '../src/adapters/native/recordings/open-speech-to-text.ts';
import { createSileroVoiceDetector } from '../src/adapters/native/recordings/silero-voice-detector.ts';
import type { RecordingDecoder } from '../src/domain/ports/faces/recording-decoder.ts';
import type { RecordingFollower } from '../src/domain/ports/faces/recording-follower.ts';
import { createFindSelfie } from '../src/services/media/find-selfie.ts';
import { createKeepPicture } from '../src/services/objects/keep-picture.ts';
import { createPrepareMedia } from '../src/services/media/prepare-media.ts';
import { createOpenMedia } from '../src/services/objects/open-media.ts';
import { createDescribeFacesHandler } from '../src/services/faces/describe-faces.ts';
import type { QueueHandlers } from '../src/services/jobs/run-job.ts';
import { createMeasureAhead } from '../src/services/steps/measure-ahead.ts';
import { createStepJobHandler } from '../src/services/steps/work-on-step.ts';
import type { Idleness } from './idleness.ts';
import { loadOrNull } from './load-or-null.ts';

/** For a process that measures recordings while they arrive. */
interface AheadTools {
  follower: RecordingFollower;
  idleness: Pick<Idleness, 'isIdle' | 'whenIdle'>;
}

/** Faces are judged one after the other, because each run already uses every core. */
export const livenessConcurrency = 1;

export async function createLivenessHandlers(
  container: Container,
  models: ModelStore,
  {
    decoder = createPictureDecoder(),
    recordings = createRecordingDecoder(),
    ahead = null,
  }: { decoder?: PictureDecoder; recordings?: RecordingDecoder; ahead?: AheadTools | null } = {},
): Promise<QueueHandlers<'liveness'>> {
  const { speech, models: chosen } = container.config;
  const faceAnalyser = await loadOrNull(() => createFaceAnalyser({ models, antiSpoofing: chosen.antiSpoofing }));
  const normaliser = createImageNormaliser(decoder);
  const tools = faceAnalyser && {
    faceAnalyser,
    normaliser,
    readImage: createPrepareMedia({
      ...container,
      normaliser,
      originInspector: createOriginInspector(decoder),
    }),
    findSelfie: createFindSelfie(container),
    readFile: createOpenMedia(container),
    recordings,
    measuredAhead: ahead && createMeasureAhead({ ...container, ...ahead, faceAnalyser }),
    keepPicture: createKeepPicture({ ...container, encode: encodePicture }),
    voiceDetector: await loadOrNull(() => createSileroVoiceDetector(models)),
    speech: openSpeechToText(speech, container.log),
    providers: container.livenessProviders,
  };
  return {
    'face.judge': createStepJobHandler({ ...container, job: 'face.judge', tools }),
    'faces.describe': createDescribeFacesHandler({ ...container, faceAnalyser }),
  };
}
