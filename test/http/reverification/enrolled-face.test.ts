import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FlowDocumentInput } from '../../../src/contract/flows/flow-document.ts';
import { isUnacceptableCode } from '../../../src/domain/faults/reason-codes.ts';
import type { FaceTemplate } from '../../../src/domain/traits.ts';
import { faceStepTypes } from '../../../src/steps/faces/judge-facematch.ts';
import type { StepSchema } from '../../../src/steps/define-step-schema.ts';
import { stepSchemas } from '../../../src/steps/schemas.ts';
import { check, conclude, type FoundInStep } from '../../support/conclude.ts';
import { createPeople, foundIn, type People } from '../../support/people/people.ts';
import { sampleOf } from '../../support/sample-of.ts';
import type { SdkSession } from '../../support/sdk-client.ts';
import { startStack, type Stack } from '../../support/stack.ts';

let stack: Stack;
let people: People;
beforeAll(async () => {
  stack = await startStack();
  people = await createPeople(stack);
  const steps = (searchDuplicates: boolean) => [
    { id: 'selfie', type: 'selfie' as const, config: { match: 'none', searchDuplicates } },
  ];
  await stack.client.addFlow('searching', { steps: steps(true), duplicateFaceConsent: { version: 'd1' } });
  const reverification = { flows: [stack.client.flowOf('searching')] };
  await stack.client.addFlow('not-searching', { steps: steps(false), reverification });
  const live = { id: 'live', type: 'passive-liveness' as const, config: { match: 'none' } };
  await stack.client.addFlow('searching and accepting', {
    steps: [...steps(true), live],
    duplicateFaceConsent: { version: 'd1' },
    policy: { 'lens.tinted': 'accept' },
  });
  await stack.client.addFlow('stricter, not searching', { steps: [...steps(false), live] });
  await stack.client.addFlow('without-enrolled-face', {
    steps: steps(false),
    policy: { 're_facematch.no_enrolled_face': 'accept' },
  });
});
afterAll(() => stack.close());

let attempts = 0;

/** An attempt that the backend starts and that shows this face. Each has its own address: many people with one go to review. */
async function attempt(
  flow: string,
  face: FaceTemplate,
  identityId?: string,
  more: Record<string, FoundInStep> = {},
): Promise<SdkSession> {
  const session = await people.startBackend(flow, identityId);
  if (flow.startsWith('searching')) {
    const json = { version: '1', accepted: true, duplicateFaceVersion: 'd1' };
    await stack.api.post('/v2/sdk/session/consent', { token: session.token, json });
  }
  attempts += 1;
  const found = foundIn({ face, address: `a${attempts}@example.com` });
  await conclude(stack, session.verificationId, { ...found, ...more });
  return session;
}

/** The person wears tinted glasses, which the flow's policy accepts. */
function attemptInTintedGlasses(face: FaceTemplate, identityId?: string): Promise<SdkSession> {
  const checks = [check('passive-liveness'), check('lens', 'warning', 'lens.tinted')];
  return attempt('searching and accepting', face, identityId, { live: { checks, traits: { face } } });
}

async function verifiedTwice() {
  const { person, identityId, first } = await people.verifiedPerson();
  const older = await people.enrolledFace(identityId);
  const newer = person.photograph();
  const { verificationId: second } = await attempt('strong', newer, identityId);
  expect(await people.enrolledFace(identityId)).toEqual(newer);
  return { identityId, first, second, older, newer };
}
const erase = (verificationId: string) =>
  stack.api.delete(`/v2/verifications/${verificationId}`, { token: stack.client.token });

test('a flow that verifies identities without an enrolled face takes no other person than the one who was verified', async () => {
  const statusOf = async ({ verificationId }: SdkSession) => (await people.attempt(verificationId)).status;
  const { person, identityId } = await people.verifiedPerson();
  await stack.sql.query('delete from enrolled_faces where identity_id = $1', [identityId]);
  const other = await attempt('without-enrolled-face', people.newFace().photograph(), identityId);
  const { status, decision } = await people.attempt(other.verificationId);
  expect(status).toBe('reviewNeeded');
  expect(decision?.reasons).toContainEqual(expect.objectContaining({ code: 're_facematch.different_person' }));
  expect(await statusOf(await attempt('without-enrolled-face', person.photograph(), identityId))).toBe('verified');
});

test.each(faceStepTypes)(
  'is enrolled by no policy that accepts a doubt of a %s step, only by a reviewer',
  async (type) => {
    const step: StepSchema = stepSchemas[type];
    const checks = Object.entries(step.checks).flatMap(([id, { codes }]) => codes.map((code) => ({ id, code })));
    const doubts = checks.filter(({ code }) => !isUnacceptableCode(code));
    const provider = { name: 'aws-rekognition', region: 'eu-west-1' } as const;
    const config = type === 'enhanced-liveness' ? { provider } : {};
    const steps = [{ id: 'step', type, config }] as FlowDocumentInput['steps']; // One of the types.
    const policy = Object.fromEntries(doubts.map(({ code }) => [code, 'accept' as const]));
    await stack.client.addFlow(`accepts ${type}`, { steps, policy });
    for (const { id, code } of sampleOf(doubts, 4)) {
      const face = people.newFace().photograph();
      const session = await people.startBackend(`accepts ${type}`);
      await conclude(stack, session.verificationId, {
        step: { checks: [check(id, 'warning', code)], traits: { face } },
      });
      expect([code, (await people.attempt(session.verificationId)).status]).toEqual([code, 'verified']);
      expect([code, await people.enrolledFace(session.identityId)]).toEqual([code, null]);
      if (code !== doubts[0]?.code) continue;
      await people.review(session.verificationId, 'verified');
      expect(await people.enrolledFace(session.identityId)).toEqual(face);
    }
  },
);

test('of the newest verified attempt stays when an older one is erased', async () => {
  const { identityId, first, newer } = await verifiedTwice();
  expect((await erase(first)).status).toBe(204);
  expect(await people.enrolledFace(identityId)).toEqual(newer);
});

test('gives way to the face of the attempt before it when its own is erased, and goes with the last', async () => {
  const { identityId, first, second, older } = await verifiedTwice();
  await erase(second);
  expect(await people.enrolledFace(identityId)).toEqual(older);
  await erase(first);
  expect(await people.enrolledFace(identityId)).toBeNull();
});

test('gives way to the face of the attempt before it when a reviewer finds its own not verified', async () => {
  const { identityId, first, second, older } = await verifiedTwice();
  await people.review(second, 'rejected');
  expect(await people.enrolledFace(identityId)).toEqual(older);
  await people.review(first, 'rejected');
  expect(await people.enrolledFace(identityId)).toBeNull();
});

test('is enrolled when a reviewer verifies an attempt after which another was verified without a face', async () => {
  const person = people.newFace();
  const face = person.photograph();
  const session = await people.startBackend('strong');
  await conclude(stack, session.verificationId, foundIn({ face, address: 'b@example.com', emailCheck: 'warning' }));
  const later = await people.startBackend('contact', session.identityId);
  await conclude(stack, later.verificationId, foundIn({ face, address: 'b@example.com' }));
  await people.review(session.verificationId, 'verified');
  expect(await people.enrolledFace(session.identityId)).toEqual(face);
});

test('is not replaced by an attempt of a weaker flow, such as a photograph, even if the backend started it', async () => {
  const { person, identityId } = await people.verifiedPerson();
  const enrolled = await people.enrolledFace(identityId);
  const weak = await attempt('weak', person.photograph(), identityId);
  expect((await people.attempt(weak.verificationId)).status).toBe('verified');
  expect(await people.enrolledFace(identityId)).toEqual(enrolled);
  const stricter = person.photograph();
  const session = await people.startBackend('stricter', identityId);
  const found = { ...foundIn({ face: stricter, address: 'c@example.com' }), place: { checks: [check('geolocation')] } };
  await conclude(stack, session.verificationId, found);
  expect(await people.enrolledFace(identityId)).toEqual(stricter);
});

test('is not replaced by way of a weaker attempt that shows the very same picture', async () => {
  const { person, identityId } = await people.verifiedPerson();
  const enrolled = await people.enrolledFace(identityId);
  if (enrolled === null) throw new Error('no face was enrolled');
  const same = await attempt('weak', enrolled, identityId);
  // The same picture again is a reason for a review, and a reviewer may let it pass.
  expect((await people.attempt(same.verificationId)).status).toBe('reviewNeeded');
  await people.review(same.verificationId, 'verified');
  const other = await attempt('weak', person.photograph(), identityId);
  expect((await people.attempt(other.verificationId)).status).toBe('verified');
  expect(await people.enrolledFace(identityId)).toEqual(enrolled);
});

/** 45 degrees are 0.77 apart, which is one person; 90 are 1.4, which are two. */
function faceAt(degrees: number): FaceTemplate {
  const embedding = Buffer.alloc(512);
  embedding.writeFloatLE(Math.cos((degrees * Math.PI) / 180));
  embedding.writeFloatLE(Math.sin((degrees * Math.PI) / 180), 4);
  return { ...people.newFace().photograph(), embedding: embedding.toString('base64') };
}

async function verdictOn({ verificationId }: Pick<SdkSession, 'verificationId'>) {
  const { status, decision } = await people.attempt(verificationId);
  return [status, ...new Set(decision?.reasons.map(({ code }) => code))];
}

test('does not lead from one person to another by way of a face between them, until a reviewer has decided', async () => {
  const { identityId } = await attempt('strong', faceAt(0));
  const between = await attempt('strong', faceAt(45), identityId);
  expect(await verdictOn(between)).toEqual(['verified']);
  const other = await attempt('strong', faceAt(90), identityId);
  expect(await verdictOn(other)).toEqual(['reviewNeeded', 're_facematch.different_person']);
  await people.review(other.verificationId, 'verified');
  const later = await attempt('strong', faceAt(92), identityId);
  expect(await verdictOn(later)).toEqual(['verified']);
});

test('leads nowhere either when a reviewer has verified the face between them for another reason', async () => {
  const { identityId } = await attempt('strong', faceAt(0));
  const between = await people.startBackend('strong', identityId);
  const shown = { face: faceAt(45), address: 'between@example.com', emailCheck: 'warning' } as const;
  await conclude(stack, between.verificationId, foundIn(shown));
  expect(await verdictOn(between)).toEqual(['reviewNeeded', 'email_ownership.not_confirmed']);
  await people.review(between.verificationId, 'verified');
  const other = await attempt('strong', faceAt(90), identityId);
  expect(await verdictOn(other)).toEqual(['reviewNeeded', 're_facematch.different_person']);
});

test('stays in the search for duplicates when the person is verified again without its consent', async () => {
  const person = people.newFace();
  const first = await attempt('searching', person.photograph());
  const again = await attempt('not-searching', person.photograph(), first.identityId);
  const other = await attempt('searching', person.photograph());
  const statuses = [first, again, other].map(
    async ({ verificationId }) => (await people.attempt(verificationId)).status,
  );
  expect(await Promise.all(statuses)).toEqual(['verified', 'verified', 'reviewNeeded']);
});

/** Whether the search for duplicates finds this person under another identity. */
async function isFound(person: { photograph(): FaceTemplate }): Promise<boolean> {
  const other = await attempt('searching', person.photograph());
  const [status, ...codes] = await verdictOn(other);
  const found = codes.includes('duplicate_face.other_identity');
  expect(status).toBe(found ? 'reviewNeeded' : 'verified');
  await erase(other.verificationId);
  return found;
}

describe('in the search for duplicates', () => {
  test('is a face about which a policy accepted a doubt, although no later attempt is compared with it', async () => {
    const person = people.newFace();
    const first = await attemptInTintedGlasses(person.photograph());
    expect(await verdictOn(first)).toEqual(['verified', 'lens.tinted']);
    expect(await people.enrolledFace(first.identityId)).toBeNull();
    expect(await isFound(person)).toBe(true);
    const again = await attemptInTintedGlasses(person.photograph());
    expect(await verdictOn(again)).toEqual(['reviewNeeded', 'duplicate_face.other_identity', 'lens.tinted']);
  });

  test('a doubtful face gives way to a sure one, which the search finds, too, and leaves with its attempt', async () => {
    const person = people.newFace();
    const { identityId, verificationId } = await attemptInTintedGlasses(person.photograph());
    const sure = person.photograph();
    const later = await attempt('stricter, not searching', sure, identityId);
    await people.review(later.verificationId, 'verified');
    expect(await people.enrolledFace(identityId)).toEqual(sure);
    expect(await isFound(person)).toBe(true);
    await erase(verificationId);
    expect(await people.enrolledFace(identityId)).toEqual(sure);
    expect(await isFound(person)).toBe(false);
  });

  test('is the face of a person who agreed in a later attempt that does not replace it', async () => {
    const person = people.newFace();
    const { identityId } = await attempt('stricter, not searching', person.photograph());
    expect(await isFound(person)).toBe(false);
    const enrolled = await people.enrolledFace(identityId);
    const agreeing = await attempt('searching', person.photograph(), identityId);
    expect(await verdictOn(agreeing)).toEqual(['verified']);
    expect(await people.enrolledFace(identityId)).toEqual(enrolled);
    expect(await isFound(person)).toBe(true);
    await erase(agreeing.verificationId);
    expect(await isFound(person)).toBe(false);
  });

  test('is the face of a person who agreed in an attempt that a reviewer verifies after a later one', async () => {
    const person = people.newFace();
    const blurred = {
      selfie: { checks: [check('face-capture', 'warning', 'face.blurry')], traits: { face: person.photograph() } },
    };
    const agreeing = await attempt('searching', person.photograph(), undefined, blurred);
    const later = await attempt('stricter, not searching', person.photograph(), agreeing.identityId);
    await people.review(later.verificationId, 'verified');
    expect(await isFound(person)).toBe(false);
    await people.review(agreeing.verificationId, 'verified');
    expect(await isFound(person)).toBe(true);
  });
});
