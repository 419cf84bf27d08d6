import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FlowDocumentInput } from '../../src/contract/flows/flow-document.ts';
import type { VerificationRecord } from '../../src/contract/verification.ts';
import type { AnalysedFace, FaceReading } from '../../src/domain/ports/faces/face-analyser.ts';
import type { Media } from '../../src/domain/media/media.ts';
import type { FaceTemplate } from '../../src/domain/traits.ts';
import { createReplayDecision } from '../../src/services/steps/replay-decision.ts';
import { createStepJobHandler } from '../../src/services/steps/work-on-step.ts';
import { advanceVerification } from '../../src/services/verifications/advance-verification.ts';
import { stepRegistry } from '../../src/steps/registry.ts';
import type { StepTools } from '../../src/steps/step-tools.ts';
import { check, madeUpFace } from '../support/conclude.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import { createPeople, type People } from '../support/people/people.ts';
import type { SdkSession } from '../support/sdk-client.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';
import { handRunner, stepJobsOf } from '../support/steps.ts';

/** The face in the next picture, and whether it is blurred. */
let shown: { face: FaceTemplate; isBlurred: boolean };

let stack: Stack;
let people: People;
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ qualityHandlers: noInspection });
  people = await createPeople(stack);
  const faces = [
    { id: 'face', type: 'selfie', config: {} },
    { id: 'face', type: 'passive-liveness', config: {} },
  ] satisfies FlowDocumentInput['steps'];
  for (const face of faces) {
    const consent = { version: '7', texts: { en: 'We compare your face with your document.' } };
    const document = { id: 'document', type: 'document' as const, config: { accept: [{ type: 'passport' as const }] } };
    await stack.client.addFlow(face.type, { consent, maxAttemptsPerStep: 2, steps: [document, face] });
    const email = { id: 'email', type: 'email' as const, config: { canSkip: true } };
    await stack.client.addFlow(`${face.type}-to-leave`, {
      consent,
      reverification: { from: ['pending', 'verified', 'reviewNeeded', 'rejected'] },
      steps: [document, face, email],
    });
  }
});
afterAll(() => stack.close());

function readingOf({ face: template, isBlurred }: typeof shown): FaceReading {
  const model = { name: 'a model', sha256: 'a'.repeat(64) };
  const face: AnalysedFace = {
    box: { left: 300, top: 200, width: 400, height: 400 },
    score: 1,
    meshScore: 1,
    mesh: [],
    pose: { yaw: 0, pitch: 0, roll: 0 },
    eyes: { left: 0.3, right: 0.3 },
    mouth: { openness: 0, width: 0.5 },
    quality: { eyeDistancePx: 120, sharpness: isBlurred ? 0 : 0.5, light: 0.5, cutOff: 0, occlusion: 0 },
    template,
    antiSpoofing: [{ score: 7, scores: [7], calibration: { live: 2, spoof: -2 }, agreement: null, model }],
    coverings: { mask: 0, sunglasses: 0, reflections: 0, eyesVisible: 1 },
    skin: { texture: 0, colour: -9, colourLine: 1 },
  };
  const reproduction = { screen: 0, printEdge: 0, moire: 0 };
  return {
    widthPx: 1_000,
    heightPx: 1_000,
    faces: [face],
    clearFaces: [],
    reproduction,
    models: [model],
    totalMs: 1,
    modelMs: 1,
  };
}

async function show(session: SdkSession, face: FaceTemplate, isBlurred = false): Promise<void> {
  shown = { face, isBlurred };
  expect((await session.upload(await smallPicture(), { stepId: 'face', kind: 'selfie' })).status).toBe(201);
  expect((await session.submit('face', {})).status).toBe(202);
  const tools = {
    faceAnalyser: {
      antiSpoofing: { rule: 'all', models: [{ name: 'a model', sha256: 'a'.repeat(64) }], missing: [] },
      analyse: () => Promise.resolve(readingOf(shown)),
    },
    // Nothing is known about the origin of the picture, and so nothing contradicts it.
    readImage: (media: Media) =>
      Promise.resolve({ media: { ...media, capture: null }, jpeg: Buffer.from('a picture') }),
  };
  // A step with a picture asks for nothing else.
  const handler = createStepJobHandler({
    ...stack.container,
    job: 'face.judge',
    tools: tools as unknown as StepTools['face.judge'],
  });
  const run = handRunner(stack, { 'face.judge': handler });
  for (const row of await stepJobsOf(stack, session.verificationId)) if (row.job === 'face.judge') await run(row);
}

/** Ends the step of the document, on which this portrait is. */
async function readDocument(session: SdkSession, portrait: FaceTemplate): Promise<void> {
  const { container } = stack;
  const { verificationId } = session;
  await session.upload(await smallPicture());
  await session.submit();
  await container.db.transaction(async (tx) => {
    const verification = await tx.verifications.lock(verificationId);
    const flow = await container.flows.getVersion(verification.flowVersionId, tx);
    const run = (await tx.stepRuns.list(verificationId)).find(({ stepId }) => stepId === 'document');
    if (run === undefined) throw new Error('a flow without a document');
    const checks = Object.keys(stepRegistry.document.schema.checks)
      .filter((id) => stepRegistry.document.schema.checks[id]?.always)
      .map((id) => check(id));
    const named = { documentType: 'passport', documentCountry: 'PT', documentNumber: verificationId } as const;
    const outcome = { record: null, checks, facts: {}, traits: { ...named, portrait }, models: [] };
    await tx.stepRuns.finish(run, { kind: 'broken', code: 'check.broken' }, outcome, container.clock.now());
    await advanceVerification(tx, { ...container, verification, flow });
  });
}

async function recordOf({ verificationId }: SdkSession): Promise<VerificationRecord> {
  const path = `/v2/verifications/${verificationId}`;
  return (await stack.api.get<VerificationRecord>(path, { token: stack.client.token })).body;
}

describe.each(['selfie', 'passive-liveness'])('a picture of the document’s portrait in a %s', (type) => {
  test.each(['before', 'after'] as const)(
    'that the person replaces in the next attempt stays in the record if the document is read %s it',
    async (when) => {
      const portrait = { ...madeUpFace(1).photograph(), source: 'document' as const };
      const copy: FaceTemplate = { ...madeUpFace(1).photograph(), appearance: portrait.appearance };
      const session = await stack.startSession(type);
      await session.consent('7');
      if (when === 'before') await readDocument(session, portrait);
      await show(session, copy, true);
      const [, face] = (await session.state()).body.steps;
      expect(face?.status).toBe('waiting');
      await show(session, madeUpFace(1).photograph());
      if (when === 'after') await readDocument(session, portrait);
      const record = await recordOf(session);
      const found = record.steps[1]?.checks.filter(({ id }) => id === 'facematch');
      expect(found).toMatchObject([
        { outcome: 'passed', code: null },
        { outcome: 'warning', code: 'selfie.same_as_document', attempt: 1 },
      ]);
      expect(record.status).toBe('reviewNeeded');
      expect(record.decision?.reasons.map(({ code }) => code)).toEqual(['selfie.same_as_document']);
      // What the document says was made up, so only the earlier attempt can be repeated.
      const replay = await createReplayDecision(stack.container)(session.verificationId);
      expect(replay?.differences.filter(({ checkId }) => checkId.includes('attempt'))).toEqual([]);
    },
  );

  test.each(['before', 'after'] as const)(
    'in a verification that the person leaves is in the next one if the document is read %s it',
    async (when) => {
      const portrait = { ...madeUpFace(1).photograph(), source: 'document' as const };
      const copy: FaceTemplate = { ...madeUpFace(1).photograph(), appearance: portrait.appearance };
      const flow = `${type}-to-leave`;
      const left = await people.startBackend(flow);
      await left.consent('7');
      if (when === 'before') await readDocument(left, portrait);
      await show(left, copy);
      if (when === 'after') await readDocument(left, portrait);
      await left.cancel();
      const next = await people.startBackend(flow, left.identityId);
      await next.consent('7');
      await readDocument(next, portrait);
      await show(next, madeUpFace(1).photograph());
      await next.skip('email');
      const { decision } = await recordOf(next);
      expect(decision?.reasons.map(({ code }) => code)).toContain('selfie.same_as_document');
    },
  );
});
