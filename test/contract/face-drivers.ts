import { readModelCatalogue, verifyModel } from '../../src/adapters/model-catalogue.ts';
import { defaultAntiSpoofing } from '../../src/domain/faces/anti-spoofing.ts';
import { sendLive, type LiveFilm } from '../../specimens/faces/film-live.ts';
import { bodyOf, type Challenge } from './outside-client.ts';
import type { DriveOptions, StepDriver } from './step-driver.ts';

/** The anti-spoofing models are downloads, not npm packages: without them liveness cannot be judged. */
const livenessVerdict = defaultAntiSpoofing.models.every(
  (name) => verifyModel(readModelCatalogue().getModel(name)).status === 'ok',
)
  ? 'verified'
  : 'reviewNeeded';

/** The steps that look at a person or listen to one. None can be skipped, and none has input in its submit. */
const biometric = { skippable: null, input: {} } as const;

async function takePhoto({ session }: DriveOptions, stepId: string, file: Buffer): Promise<object> {
  const { mediaId } = bodyOf(await session.upload(stepId, { kind: 'selfie', file }));
  return { files: [{ mediaId, kind: 'selfie' }] };
}

/** Draws a challenge, which is then in the state of the session until it is used. */
async function draw({ session }: DriveOptions, stepId: string): Promise<Challenge> {
  const challenge = bodyOf(await session.drawChallenge(stepId));
  const open = (await session.stepState(stepId)).challenge;
  if (open?.challengeId !== challenge.challengeId) throw new Error('the challenge is not in the state');
  return challenge;
}

/** Sends a recording while it is made, and gets the prompts of a film one at a time. */
async function record(
  options: DriveOptions,
  { stepId, kind }: { stepId: string; kind: 'liveness-video' | 'voice-audio' },
  recording: (challenge: Challenge) => LiveFilm,
): Promise<object> {
  const { session, world } = options;
  const challenge = await draw(options, stepId);
  const { challengeId } = challenge;
  const clock = world.clockOf(challengeId);
  const whole = await sendLive(recording(challenge), {
    untilMs: clock.set,
    async send(index, bytes) {
      const progress = bodyOf(await session.sendChunk(stepId, { challengeId, index, bytes }));
      // The connection broke: the same chunk again changes nothing.
      const again = bodyOf(await session.sendChunk(stepId, { challengeId, index, bytes }));
      if (again.chunkCount !== progress.chunkCount) throw new Error('one chunk was taken for two');
      await clock.stop();
      return progress;
    },
  });
  const { chunkCount, sha256 } = whole;
  await clock.goOn();
  const key = `the-recording-${challengeId}`;
  const first = bodyOf(await session.finishRecording(stepId, { challengeId, chunkCount, sha256 }, key));
  const again = bodyOf(await session.finishRecording(stepId, { challengeId, chunkCount, sha256 }, key));
  if (again.mediaId !== first.mediaId) throw new Error('one recording made two files');
  return { files: [{ mediaId: first.mediaId, kind }], challenge: null };
}

function digitsOf(challenge: Challenge): string {
  if (!('digits' in challenge)) throw new Error('a challenge without digits');
  return challenge.digits;
}

/** The person has gone through the provider's own screens with this result. */
async function goThroughProvider(options: DriveOptions, result: Record<string, unknown>): Promise<object> {
  const challenge = await draw(options, 'enhanced-liveness');
  if (!('provider' in challenge) || challenge.provider.name !== 'aws-rekognition') throw new Error('another challenge');
  options.world.aws.setResult(challenge.provider.parameters.sessionId, result);
  return { challenge: { challengeId: challenge.challengeId } };
}

async function submitAsIs({ session }: DriveOptions, stepId: string): Promise<void> {
  bodyOf(await session.submit(stepId, {}));
}

const video = { stepId: 'active-liveness', kind: 'liveness-video' } as const;
const audio = { stepId: 'voice-liveness', kind: 'voice-audio' } as const;

export const faceDrivers = {
  selfie: {
    ...biometric,
    config: {},
    verdict: 'verified',
    give: (options) => takePhoto(options, 'selfie', options.world.selfie),
    async fail(options) {
      await takePhoto(options, 'selfie', options.world.noPicture);
      await submitAsIs(options, 'selfie');
    },
  },
  'passive-liveness': {
    ...biometric,
    config: {},
    verdict: livenessVerdict,
    give: (options) => takePhoto(options, 'passive-liveness', options.world.selfie),
    async fail(options) {
      await takePhoto(options, 'passive-liveness', options.world.noPicture);
      await submitAsIs(options, 'passive-liveness');
    },
  },
  'active-liveness': {
    ...biometric,
    config: { promptCount: 1 },
    verdict: livenessVerdict,
    give: (options) => record(options, video, options.judged ? () => options.world.film(1) : options.world.filmWall),
    async fail(options) {
      await record(options, video, options.world.filmWall);
      await submitAsIs(options, 'active-liveness');
    },
  },
  'voice-liveness': {
    ...biometric,
    config: { digitCount: 4 },
    verdict: 'verified',
    give: (options) =>
      record(options, audio, (challenge) => {
        options.world.speech.hear({ text: digitsOf(challenge) });
        return options.world.speak(digitsOf(challenge));
      }),
    async fail(options) {
      await record(options, audio, options.world.silence);
      await submitAsIs(options, 'voice-liveness');
    },
  },
  'enhanced-liveness': {
    ...biometric,
    config: { provider: { name: 'aws-rekognition', region: 'eu-west-1' } },
    verdict: 'verified',
    give: (options) => goThroughProvider(options, { Status: 'SUCCEEDED', Confidence: 97 }),
    async fail(options) {
      await goThroughProvider(options, { Status: 'EXPIRED' });
      await submitAsIs(options, 'enhanced-liveness');
    },
  },
} satisfies Record<string, StepDriver>;
