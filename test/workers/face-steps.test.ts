import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FlowDocumentInput } from '../../src/contract/flows/flow-document.ts';
import type { FaceAnalyser } from '../../src/domain/ports/faces/face-analyser.ts';
import { createReplayDecision } from '../../src/services/steps/replay-decision.ts';
import { drawPassport } from '../../specimens/documents/draw-passport.ts';
import { throughCamera } from '../../specimens/captures/through-camera.ts';
import { problemLine } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { cropFace, samplePicture, type samples } from '../support/people/face-pictures.ts';
import type { SdkSession } from '../support/sdk-client.ts';
import { sharedModels } from '../support/shared-models.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { findTestModels, openFaceAnalyser } from '../support/test-models.ts';

interface Check {
  id: string;
  outcome: string;
  code: string | null;
  data: { distance?: number | null; antiSpoofing?: { readings: { life: string }[] } } | null;
}
interface Verification {
  status: string;
  decision: { engine: { models: { name: string; sha256: string }[] } };
  steps: { id: string; type: string; checks: Check[] }[];
}

const consent = { version: '7', texts: { en: 'We compare your face with your document.' } };
const flow = {
  consent,
  steps: [
    { id: 'passport', type: 'document', config: { accept: [{ type: 'passport' }] } },
    { id: 'selfie', type: 'selfie', config: { match: 'passport' } },
    { id: 'alive', type: 'passive-liveness', config: { reuseSelfieOf: 'selfie' } },
  ],
} satisfies FlowDocumentInput;

/** In a flow without a document there is nothing to name. */
function withoutMatch(step: (typeof flow.steps)[number]): FlowDocumentInput['steps'][number] {
  return step.type === 'selfie' ? { ...step, config: {} } : step;
}

const modelsDir = findTestModels();
/** dlib alone is not sure of the portrait on a document, in either direction. */
const isSure = modelsDir !== undefined;
const same = { outcome: 'passed', code: null };
const different = { outcome: 'failed', code: 'facematch.different_person' };
const doubtful = { outcome: 'warning', code: 'facematch.borderline' };
const embedder = modelsDir === undefined ? 'dlib-face' : 'mobilefacenet-112';
let stack: Stack;
let analyser: FaceAnalyser;
/** One woman in two photographs, and another. */
let portrait: Buffer;
let selfie: Buffer;
let stranger: Buffer;
let passport: Buffer;

beforeAll(async () => {
  stack = await startStack();
  const models = sharedModels(modelsDir);
  await stack.startWorkers({ quality: true, document: true, liveness: true, maintenance: true, models });
  await stack.client.addFlow('faces', flow);
  await stack.client.addFlow('selfie', { consent, steps: flow.steps.slice(1).map(withoutMatch) });
  analyser = await openFaceAnalyser();
  portrait = await faceOf('sample3', 0);
  selfie = await faceOf('sample1', 2);
  stranger = await faceOf('sample6', 0);
  const holder = { expirationDate: '2034-05-17' };
  passport = await throughCamera((await drawPassport({ seed: 4, holder, portrait })).jpeg);
}, 180_000);
afterAll(() => stack.close());

/** The nth largest face of a sample, alone. */
async function faceOf(name: (typeof samples)[number], index: number): Promise<Buffer> {
  const picture = await samplePicture(name);
  const face = (await analyser.analyse(picture)).faces[index];
  if (face === undefined) throw new Error(`${name} has no face ${index}`);
  return cropFace(picture, face);
}

async function startWithPassport(): Promise<SdkSession> {
  const session = await stack.startSession('faces');
  await session.consent('7');
  await session.upload(passport, { stepId: 'passport' });
  await session.submit('passport');
  return session;
}

async function uploadAndSubmit(session: SdkSession, picture: Buffer): Promise<void> {
  const { status, body } = await session.upload(picture, { stepId: 'selfie', kind: 'selfie' });
  expect(status, JSON.stringify(body)).toBe(201);
  await session.submit('selfie', {});
}

async function verdictOf(session: SdkSession): Promise<Verification> {
  return eventually(
    async () => {
      const path = `/v2/verifications/${session.verificationId}`;
      const { body } = await stack.api.get<Verification>(path, { token: stack.client.token });
      return ['verified', 'reviewNeeded', 'rejected'].includes(body.status) ? body : null;
    },
    { what: 'the verdict' },
  );
}

const checkOf = ({ steps }: Verification, stepId: string, checkId: string): Check | undefined =>
  steps.find(({ id }) => id === stepId)?.checks.find(({ id }) => id === checkId);

/** The selfie step's codes once it has come back for another try. */
async function codesOfRetake(session: SdkSession): Promise<string[]> {
  return eventually(
    async () => {
      const { body } = await session.state();
      const step = body.steps.find(({ id }) => id === 'selfie');
      return step?.status === 'waiting' && step.codes.length > 0 ? [...step.codes] : null;
    },
    { what: 'the retake' },
  );
}

describe('faces', { timeout: 120_000 }, () => {
  test('accepts no selfie before a consent is recorded', async () => {
    const session = await stack.startSession('faces');
    const answer = await session.upload(selfie, { stepId: 'selfie', kind: 'selfie' });
    expect(problemLine(answer)).toBe('409 consent.required');
    await session.consent('7');
    expect((await session.upload(selfie, { stepId: 'selfie', kind: 'selfie' })).status).toBe(201);
  });

  test('says in the upload’s response what is wrong with a selfie', async () => {
    const session = await stack.startSession('faces');
    await session.consent('7');
    const qualityOf = async (picture: Buffer) => {
      const { body } = await session.upload(picture, { stepId: 'selfie', kind: 'selfie' });
      return eventually(
        async () => {
          const state = (await session.state()).body;
          const file = state.steps
            .find(({ id }) => id === 'selfie')
            ?.files.find(({ mediaId }) => mediaId === body.mediaId);
          return file?.quality.acceptable == null ? null : file.quality;
        },
        { what: 'the quick look' },
      );
    };
    expect(await qualityOf(await samplePicture('sample4'))).toEqual({ acceptable: false, codes: ['face.several'] });
    expect(await qualityOf(selfie)).toEqual({ acceptable: true, codes: [] });
  });

  test('matches the selfie with the document’s portrait or leaves the doubt to a reviewer, and names the models in the decision', async () => {
    const session = await startWithPassport();
    await uploadAndSubmit(session, selfie);
    await session.submit('alive', {});
    const verification = await verdictOf(session);
    expect(checkOf(verification, 'selfie', 'facematch')).toMatchObject(isSure ? same : doubtful);
    expect(checkOf(verification, 'selfie', 'facematch')?.data).toMatchObject({
      threshold: modelsDir === undefined ? 0.4 : 1,
      calibration: `${embedder} portraits 2026-11`,
      referenceSource: 'document',
      calibratedFor: 'document',
      model: { name: embedder },
      reference: { stepId: 'passport' },
    });
    expect(checkOf(verification, 'alive', 'facematch')).toMatchObject(isSure ? same : doubtful);
    const names = verification.decision.engine.models.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['blazeface', 'facemesh', 'iris', embedder]));
    const life = checkOf(verification, 'alive', 'passive-liveness');
    if (modelsDir === undefined) {
      expect(life).toMatchObject({ outcome: 'error', code: 'check.model_missing' });
      expect(verification.status).toBe('reviewNeeded');
    } else {
      expect(life?.data?.antiSpoofing?.readings.map((reading) => reading.life)).toEqual(['live', 'live']);
      expect(names).toEqual(expect.arrayContaining(['minifas-128-9780', 'minifasnet-v1se-80']));
      expect(verification.status, JSON.stringify(verification.steps.map((step) => step.checks))).toBe('verified');
    }
    const replay = await createReplayDecision(stack.container)(session.verificationId);
    expect(replay?.differences).toEqual([]);
  });

  test('does not verify the selfie of another person, and rejects it if the model is sure', async () => {
    const session = await startWithPassport();
    await uploadAndSubmit(session, stranger);
    await session.submit('alive', {});
    const verification = await verdictOf(session);
    expect(checkOf(verification, 'selfie', 'facematch')).toMatchObject(isSure ? different : doubtful);
    expect(verification.status).toBe(isSure ? 'rejected' : 'reviewNeeded');
  });

  test('refuses the document’s own portrait as a selfie', async () => {
    const session = await startWithPassport();
    await eventually(async () => ((await session.state()).body.steps[0]?.status === 'finished' ? true : null), {
      withinMs: 60_000,
      what: 'the document',
    });
    await uploadAndSubmit(session, portrait);
    expect(await codesOfRetake(session)).toContain('selfie.same_as_document');
  });

  test.each(['lost', 'replaced by another stored file'])('sends a selfie that is %s to review', async (how) => {
    const session = await stack.startSession('selfie');
    await session.consent('7');
    const { body } = await session.upload(selfie, { stepId: 'selfie', kind: 'selfie' });
    await eventually(() => isInspected(body.mediaId), { withinMs: 60_000, what: 'the quick look' });
    const { objects } = stack.container;
    const key = await objectKeyOf(body.mediaId);
    await objects.delete(key);
    if (how !== 'lost') {
      const other = await stack.startSession('selfie');
      await other.consent('7');
      const stored = await other.upload(selfie, { stepId: 'selfie', kind: 'selfie' });
      await eventually(() => isInspected(stored.body.mediaId), { withinMs: 60_000, what: 'the other quick look' });
      await objects.copy(await objectKeyOf(stored.body.mediaId), key);
    }
    await session.submit('selfie', {});
    await session.submit('alive', {});
    const verification = await verdictOf(session);
    expect(verification.status).toBe('reviewNeeded');
    for (const { checks } of verification.steps) {
      expect(checks.map(({ code }) => code)).toContain('check.file_damaged');
      expect(checks.filter(({ outcome }) => outcome === 'passed')).toEqual([]);
    }
  });
});

async function objectKeyOf(mediaId: string): Promise<string> {
  const { rows } = await stack.sql.query<{ object_key: string }>('select object_key from media where id = $1', [
    mediaId,
  ]);
  return rows[0]?.object_key ?? '';
}

/** The quick look stores the picture again, under another key. */
async function isInspected(mediaId: string): Promise<true | null> {
  const { rows } = await stack.sql.query<{ state: string }>('select state from media where id = $1', [mediaId]);
  return rows[0]?.state === 'ready' ? true : null;
}
