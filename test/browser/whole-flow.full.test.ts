import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FlowDocumentInput } from '../../src/contract/flows/flow-document.ts';
import type { LivenessPrompt } from '../../src/domain/verifications/challenge.ts';
import { createFaceProjector } from '../../specimens/faces/face-projector.ts';
import { makeUpSpeech } from '../../specimens/faces/make-up-speech.ts';
import { openFace } from '../../specimens/faces/open-face.ts';
import { performPrompts } from '../../specimens/faces/perform-prompts.ts';
import { photographPerson, type PhotographedPerson } from '../../specimens/captures/photograph-person.ts';
import { eventually } from '../support/eventually.ts';
import { passportPicture } from '../support/documents/pictures.ts';
import { startSpeechServer } from '../support/servers/speech-server.ts';
import { findTestModels, openFaceAnalyser } from '../support/test-models.ts';
import { startHostApp, type HostApp } from './support/host-app.ts';
import { chromiumPath } from './support/open-browser.ts';
import { chooseCountry, heading, openStage, press, type Stage } from './support/stage.ts';
import { lastCode } from './support/tour.ts';

const flow: FlowDocumentInput = {
  steps: [
    { id: 'phone', type: 'phone', config: { defaultCountry: 'PT' } },
    { id: 'email', type: 'email', config: {} },
    { id: 'location', type: 'location', config: {} },
    { id: 'passport', type: 'document', config: { accept: [{ type: 'passport' }], minimumAge: 18 } },
    { id: 'selfie', type: 'selfie', config: { match: 'passport' } },
    { id: 'passive', type: 'passive-liveness', config: {} },
    { id: 'active', type: 'active-liveness', config: { promptCount: 2 } },
    { id: 'voice', type: 'voice-liveness', config: { digitCount: 4 } },
  ],
  consent: { version: '1', texts: { en: 'I agree that my picture and my voice are used to verify me.' } },
  maxAttemptsPerStep: 1,
  // No database knows where this machine's address is.
  policy: { 'ip_location.country_unknown': 'accept', 'ip_location.hidden_networks_unknown': 'accept' },
};

/** Drawn as the stage below draws: both turns, as early as possible. The first one waits for the first chunk. */
const prompts: readonly LivenessPrompt[] = [
  { action: 'turn-left', atMs: 1500 },
  { action: 'turn-right', atMs: 3975 },
];
/** The film starts when the camera opens; the recording begins a little later. Each turn has seconds to spare. */
const headStartMs = 1500;
const framesPerSecond = 15;
const voiceThatIsHeard = 3;
const modelsDir = findTestModels();

interface Identity {
  id: string;
  status: string;
  data: Record<string, { value: string } | undefined>;
  latestVerification: {
    id: string;
    status: string;
    steps: {
      id: string;
      status: string;
      checks: { id: string; outcome: string; code: string | null; data: { prompts?: unknown; signs?: string[] } }[];
      media: { kind: string; capture: { source: string; session: { frames: number } | null } | null }[];
    }[];
  } | null;
}

describe.skipIf(chromiumPath === null)('a whole flow before camera and microphone', { timeout: 400_000 }, () => {
  let stage: Stage;
  let host: HostApp;
  let person: PhotographedPerson;
  let speech: Awaited<ReturnType<typeof startSpeechServer>>;
  beforeAll(async () => {
    speech = await startSpeechServer();
    speech.hear({ text: '0 1 2 3' });
    let digit = 0;
    stage = await openStage({
      models: true,
      env: { SPEECH_URL: speech.url },
      randomBelow: (below) => (below === 10 ? digit++ % 10 : 0),
    });
    const flowId = await stage.addFlow('everything', flow);
    host = await startHostApp(stage.stack.api.baseUrl, { clientId: stage.stack.client.clientId, flowId });
    person = await photographPerson();
  }, 240_000);
  afterAll(async () => {
    host.close();
    await stage.close();
    await speech.close();
  });

  /** The person of the passport, in a picture other than its portrait, who turns their head when the challenge asks for it. */
  async function filmOfPerson(): Promise<Buffer[]> {
    const face = await openFace(person.selfie, await openFaceAnalyser(modelsDir));
    const project = createFaceProjector(face);
    const later = prompts.map(({ action, atMs }) => ({ action, atMs: atMs + headStartMs }));
    const frames: Buffer[] = [];
    for (const expression of performPrompts(later, { durationMs: 12_000, framesPerSecond, seed: 1 })) {
      const { widthPx: width, heightPx: height } = face;
      frames.push(
        await sharp(project(expression), { raw: { width, height, channels: 3 } })
          .png()
          .toBuffer(),
      );
    }
    return frames;
  }

  test('ends with a call of the delegate, and REST returns for the same verification what was seen and heard', async () => {
    const { devices, stack } = stage;
    const passport = await passportPicture({ issuer: 'PRT', nationality: 'PRT' });
    const film = await filmOfPerson();
    await devices.show(passport.jpeg);
    devices.say(makeUpSpeech(4, voiceThatIsHeard));

    const page = await stage.openPage();
    await page.goto(host.url);
    await page.locator('#call').click();
    await page.locator('.tick input').check();
    await press(page, 'Get started');
    await page.locator('input[type=tel]').fill('912345678');
    await press(page, 'Send the code');
    await page.locator('.code-field input').fill(await lastCode(stage));
    await page.getByLabel('Email address').fill('ana@example.com');
    await press(page, 'Send the code');
    await page.locator('.code-field input').fill(await lastCode(stage, 'email'));
    await press(page, 'Share my location');

    await chooseCountry(page);
    await press(page, 'Take photo');
    await press(page, /Use this photo|Use it anyway/);
    await devices.show(person.selfie);
    await press(page, 'Submit');
    for (const title of ['Take a selfie', 'Another photo of your face']) {
      await heading(page, title).waitFor();
      await press(page, 'Take photo');
      await press(page, /Use this photo|Use it anyway/);
    }
    await heading(page, 'A short video of your face').waitFor();
    await devices.play(film, framesPerSecond);
    await press(page, 'Start');
    await heading(page, 'Read the digits aloud').waitFor({ timeout: 60_000 });
    await press(page, 'Start');
    await page.locator('.digits').waitFor();
    await page.getByRole('meter', { name: /./ }).waitFor();
    // The time that four syllables take.
    await page.waitForTimeout(4000);
    await press(page, 'I’m done');
    await heading(page, 'Thank you, you’re done').waitFor({ timeout: 180_000 });

    const told = await page.evaluate<string[][]>('told');
    const [what, identityId = '', verificationId = ''] = told.at(-1) ?? [];
    expect(what).toBe('success');
    const identity = await eventually(
      async () => {
        const { body } = await stack.api.get<Identity>(`/v2/identities/${identityId}`, { token: stack.client.token });
        return body.latestVerification === null ? null : body;
      },
      { withinMs: 120_000, what: 'the verdict' },
    );
    expect(identity.id).toBe(identityId);
    const { latestVerification: verification } = identity;
    expect(verification?.id).toBe(verificationId);
    expect(verification?.status).toBe(identity.status);
    const steps = verification?.steps ?? [];
    expect(steps.map(({ id, status }) => `${id} ${status}`)).toEqual(flow.steps.map(({ id }) => `${id} finished`));
    const saidOf = (check: string) =>
      steps.flatMap(({ checks }) =>
        checks.filter(({ id }) => id === check).map(({ outcome, code }) => code ?? outcome),
      );
    expect(saidOf('document-reading')).toEqual(['passed']);
    // What the browser's own camera and encoder send raises no doubt.
    expect(saidOf('document-origin')).toEqual(['passed']);
    expect(saidOf('selfie-origin')).toEqual(['passed', 'passed']);
    expect(saidOf('voice-liveness')).toEqual(['passed']);
    // The turns were made when they were asked for, through a camera and an encoder of the browser's.
    const active = steps.find(({ id }) => id === 'active')?.checks.find(({ id }) => id === 'active-liveness');
    expect(active?.data.prompts).toEqual(
      prompts.map(({ action }) => ({
        action,
        atMs: expect.any(Number) as number,
        followedAtMs: expect.any(Number) as number,
      })),
    );
    // The browser describes its test camera, which the service knows by name; the film agrees with the rest of the description.
    const camera = steps.find(({ id }) => id === 'active')?.checks.find(({ id }) => id === 'camera');
    expect(camera).toMatchObject({ outcome: 'warning', code: 'active_liveness.camera_doubtful' });
    expect(camera?.data.signs).toEqual(['virtual-camera']);
    expect(steps.flatMap(({ media }) => media.map(({ kind }) => kind))).toEqual(
      expect.arrayContaining(['document-front', 'selfie', 'liveness-video', 'voice-audio']),
    );
    const recorded = steps.flatMap(({ media }) => media).find(({ kind }) => kind === 'liveness-video');
    expect(recorded?.capture).toMatchObject({ source: 'camera', session: { widthPx: expect.any(Number) as number } });
    expect(recorded?.capture?.session?.frames).toBeGreaterThan(10);
    expect(speech.requests.length).toBe(1);
    await page.context().close();
  });
});
