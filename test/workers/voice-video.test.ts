import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReplayDecision } from '../../src/services/steps/replay-decision.ts';
import { encodeRecording } from '../../specimens/captures/encode-recording.ts';
import { photographPerson } from '../../specimens/captures/photograph-person.ts';
import { filmSpeaker } from '../../specimens/faces/film-speaker.ts';
import { makeUpSpeech } from '../../specimens/faces/make-up-speech.ts';
import { openFace } from '../../specimens/faces/open-face.ts';
import { problemLine } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { openSampleFace } from '../support/people/filmed-sessions.ts';
import { finishRecording, sendAsIfLive, sendAtOnce } from '../support/people/send-as-if-live.ts';
import { qualityOf } from '../support/quality-of.ts';
import { isFullSuite } from '../support/sample-of.ts';
import type { SdkSession } from '../support/sdk-client.ts';
import { startSpeechServer } from '../support/servers/speech-server.ts';
import { sharedModels } from '../support/shared-models.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { findTestModels, openFaceAnalyser } from '../support/test-models.ts';

interface Verification {
  status: string;
  steps: { id: string; checks: { id: string; outcome: string; code: string | null }[] }[];
}

const consent = { version: '1', texts: { en: 'We record your face and your voice.' } };
const voiceStep = { id: 'voice', type: 'voice-liveness', config: { digitCount: 4, withVideo: true } } as const;
const modelsDir = findTestModels();

let speech: Awaited<ReturnType<typeof startSpeechServer>>;
let stack: Stack;
let selfie: Buffer;
/** The person of the selfie, and another one. Both say the digits: the engine hears them. */
let films: { own: Buffer; still: Buffer; stranger: Buffer; shared: Buffer };

beforeAll(async () => {
  speech = await startSpeechServer();
  stack = await startStack({ env: { SPEECH_URL: speech.url } });
  await stack.startWorkers({ quality: true, liveness: true, maintenance: true, models: sharedModels(modelsDir) });
  await stack.client.addFlow('voice', { consent, maxAttemptsPerStep: 1, steps: [voiceStep] });
  await stack.client.addFlow('selfie-and-voice', {
    consent,
    maxAttemptsPerStep: 1,
    steps: [{ id: 'selfie', type: 'selfie', config: {} }, voiceStep],
  });
  const person = await photographPerson();
  selfie = person.selfie;
  const face = await openFace(person.portrait, await openFaceAnalyser());
  const stranger = await openSampleFace();
  const { widthPx, heightPx } = stranger;
  const fitted = await sharp(person.portrait).resize(widthPx, heightPx, { fit: 'cover' }).jpeg().toBuffer();
  films = {
    own: filmSpeaker(face, spoken()),
    still: filmSpeaker(face, spoken(), { still: true }),
    stranger: filmSpeaker(stranger, spoken()),
    shared: filmSpeaker(stranger, spoken(), { between: await openFace(fitted, await openFaceAnalyser()) }),
  };
}, 180_000);
afterAll(async () => {
  await stack.close();
  await speech.close();
});

/** A syllable for each digit. The person is silent before and after them, so the mouth has a time in which it is still. */
const spoken = () => makeUpSpeech(voiceStep.config.digitCount, 3);

async function start(flow: string): Promise<SdkSession> {
  const session = await stack.startSession(flow);
  await session.consent();
  return session;
}

/** Submits the film. The engine hears the right digits in it, whatever it contains. */
async function speak(session: SdkSession, film: Buffer): Promise<void> {
  const { body } = await session.drawChallenge('voice');
  if (!('digits' in body)) throw new Error('a challenge without digits');
  speech.hear({ text: body.digits });
  await sendAsIfLive(stack, session, { stepId: 'voice', challengeId: body.challengeId, bytes: film });
  expect((await session.submit('voice', {})).status).toBe(202);
}

/** The verification once it is decided, and the checks of the voice's step as `id outcome code`. */
async function decided(session: SdkSession): Promise<{ status: string; checks: string[] }> {
  const path = `/v2/verifications/${session.verificationId}`;
  const body = await eventually(
    async () => {
      const { body } = await stack.api.get<Verification>(path, { token: stack.client.token });
      return ['verified', 'reviewNeeded', 'rejected'].includes(body.status) ? body : null;
    },
    { withinMs: 90_000, what: `a verdict ${stack.logLines.slice(-3).join('')}` },
  );
  const checks = body.steps.find(({ id }) => id === 'voice')?.checks ?? [];
  return {
    status: body.status,
    checks: checks.map(({ id, outcome, code }) => `${id} ${outcome} ${code ?? ''}`.trim()),
  };
}

const alive = modelsDir === undefined ? 'voice-liveness error check.model_missing' : 'voice-liveness passed';
const inTime = 'timing passed';
const verdictOnAlive = modelsDir === undefined ? 'reviewNeeded' : 'verified';

describe('a video of a person who speaks', { timeout: 120_000 }, () => {
  // In the quick suite 'must be the one in the selfie' holds this, with the same film and the same checks.
  test.runIf(isFullSuite)('passes when the mouth moves with the voice', async () => {
    const session = await start('voice');
    await speak(session, films.own);
    expect(await decided(session)).toEqual({ status: verdictOnAlive, checks: [alive, inTime] });
  });

  test('fails when the mouth is still', async () => {
    const session = await start('voice');
    await speak(session, films.still);
    const { status, checks } = await decided(session);
    expect(status).toBe('rejected');
    expect(checks).toContain('voice-liveness failed voice_liveness.mouth_still');
  });

  test('does not count as a video without pictures', async () => {
    const session = await start('voice');
    const { body } = await session.drawChallenge('voice');
    const { challengeId } = body;
    const bytes = encodeRecording({ container: 'webm', videos: [], sound: spoken() });
    await sendAtOnce(session, { stepId: 'voice', challengeId, bytes });
    await finishRecording(session, { stepId: 'voice', challengeId, bytes });
    expect(await qualityOf(session)).toEqual({ acceptable: false, codes: ['file.unreadable_video'] });
    expect(problemLine(await session.submit('voice', {}))).toBe('409 step.files_missing');
  });
});

describe('the person who speaks', { timeout: 120_000 }, () => {
  async function withSelfie(film: Buffer) {
    const session = await start('selfie-and-voice');
    expect((await session.upload(selfie, { stepId: 'selfie', kind: 'selfie' })).status).toBe(201);
    await session.submit('selfie', {});
    await speak(session, film);
    return session;
  }

  test('must be the one in the selfie', async () => {
    const session = await withSelfie(films.own);
    expect(await decided(session)).toEqual({
      status: verdictOnAlive,
      checks: [alive, inTime, modelsDir === undefined ? 'facematch skipped check.input_missing' : 'facematch passed'],
    });
    expect((await createReplayDecision(stack.container)(session.verificationId))?.differences).toEqual([]);
  });

  test('is refused as another one, although voice and mouth are right', async () => {
    const { status, checks } = await decided(await withSelfie(films.stranger));
    if (modelsDir === undefined) expect(status).toBe('reviewNeeded');
    else {
      expect(checks).toContain('facematch failed facematch.different_person');
      expect(status).toBe('rejected');
    }
  });

  test('is refused, or goes to review, if the one in the selfie is only in the sharpest pictures', async () => {
    const { status, checks } = await decided(await withSelfie(films.shared));
    expect(['rejected', 'reviewNeeded']).toContain(status);
    expect(checks).not.toContain('voice-liveness passed');
  });
});
