import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawPassport } from '../../specimens/documents/draw-passport.ts';
import { throughCamera } from '../../specimens/captures/through-camera.ts';
import { eventually } from '../support/eventually.ts';
import { cropFace, samplePicture, type samples } from '../support/people/face-pictures.ts';
import { sharedModels } from '../support/shared-models.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { findTestModels, openFaceAnalyser } from '../support/test-models.ts';

/** A person has a picture of somebody else's passport and puts their photograph where the service might look for a portrait. */

interface Verification {
  status: string;
  steps: { id: string; checks: { id: string; outcome: string }[] }[];
}

const passportSize = { width: 1250, height: 880 };
let stack: Stack;
let selfie: Buffer;
let ownPhotograph: Buffer;
let stranger: Buffer;

beforeAll(async () => {
  stack = await startStack();
  const models = sharedModels(findTestModels());
  await stack.startWorkers({ quality: true, document: true, liveness: true, maintenance: true, models });
  await stack.client.addFlow('faces', {
    consent: { version: '7', texts: { en: 'We compare your face with your document.' } },
    steps: [
      { id: 'paper', type: 'document', config: { accept: [{ type: 'passport' }, { type: 'national-id' }] } },
      { id: 'selfie', type: 'selfie', config: { match: 'paper' } },
    ],
  });
  // One woman in two photographs, and another.
  selfie = await faceOf('sample1', 2);
  ownPhotograph = await faceOf('sample3', 0);
  stranger = await faceOf('sample6', 0);
}, 180_000);
afterAll(() => stack.close());

async function faceOf(name: (typeof samples)[number], index: number): Promise<Buffer> {
  const picture = await samplePicture(name);
  const face = (await (await openFaceAnalyser()).analyse(picture)).faces[index];
  if (face === undefined) throw new Error(`${name} has no face ${index}`);
  return cropFace(picture, face, { room: 0.9, widthPx: 1100 });
}

async function passportOf(portrait: Buffer, seed: number): Promise<Buffer> {
  const holder = { expirationDate: '2034-05-17', documentNumber: `${700_000_000 + seed}` };
  return throughCamera((await drawPassport({ seed, holder, portrait })).jpeg);
}

async function verify(files: Partial<Record<'document-front' | 'document-back', Buffer>>): Promise<Verification> {
  const session = await stack.startSession('faces');
  await session.consent('7');
  for (const [kind, file] of Object.entries(files)) {
    await session.upload(file, { stepId: 'paper', kind: kind as keyof typeof files });
  }
  await session.submit('paper');
  await session.upload(selfie, { stepId: 'selfie', kind: 'selfie' });
  await session.submit('selfie', {});
  return eventually(
    async () => {
      const path = `/v2/verifications/${session.verificationId}`;
      const { body } = await stack.api.get<Verification>(path, { token: stack.client.token });
      return ['verified', 'reviewNeeded', 'rejected'].includes(body.status) ? body : null;
    },
    { what: 'the verdict' },
  );
}

const outcomeOf = ({ steps }: Verification) =>
  steps.find(({ id }) => id === 'selfie')?.checks.find(({ id }) => id === 'facematch')?.outcome;

test('verifies the person whose portrait is in the passport', { timeout: 200_000 }, async () => {
  const verification = await verify({ 'document-front': await passportOf(ownPhotograph, 1) });
  expect([verification.status, outcomeOf(verification)]).toEqual(['verified', 'passed']);
});

test('does not take a photograph that was sent as the other side for the portrait', { timeout: 200_000 }, async () => {
  const print = ['OBSERVATIONS', 'SIGNATURE OF BEARER', 'THIS PASSPORT CONTAINS 48 PAGES', 'EMERGENCY CONTACT'];
  const { width, height } = passportSize;
  const texts = print.map((text, row) => `<text x="30" y="${70 + row * 60}" font-size="34" fill="#222">${text}</text>`);
  const page = `<svg width="${width}" height="${height}"><rect width="100%" height="100%" fill="#e8e8e0"/>${texts.join('')}</svg>`;
  const front = await sharp(Buffer.from(page))
    .composite([{ input: await sharp(ownPhotograph).resize({ width: 420 }).toBuffer(), left: 780, top: 120 }])
    .jpeg({ quality: 100 })
    .toBuffer();
  const verification = await verify({
    'document-front': await throughCamera(front),
    'document-back': await passportOf(stranger, 2),
  });
  expect([verification.status, outcomeOf(verification)]).toEqual(['rejected', 'failed']);
});

test('does not take a larger face next to the passport for the portrait', { timeout: 200_000 }, async () => {
  const { width, height } = passportSize;
  const face = await sharp(ownPhotograph).resize({ width: 420, height, fit: 'cover' }).toBuffer();
  const both = await sharp({ create: { width: width + 420, height, channels: 3, background: '#888' } })
    .composite([
      { input: face, left: 0, top: 0 },
      { input: await passportOf(stranger, 3), left: 420, top: 0 },
    ])
    .jpeg({ quality: 100 })
    .toBuffer();
  const verification = await verify({ 'document-front': await throughCamera(both) });
  expect([verification.status, outcomeOf(verification)]).toEqual(['rejected', 'failed']);
});

test(
  'takes neither face for the portrait when a photograph lies on the page next to it',
  { timeout: 200_000 },
  async () => {
    const laid = await sharp(ownPhotograph).resize({ width: 360, height: 460, fit: 'cover' }).toBuffer();
    const page = await sharp(
      (await drawPassport({ seed: 4, holder: { expirationDate: '2034-05-17' }, portrait: stranger })).jpeg,
    )
      .composite([{ input: laid, left: 840, top: 170 }])
      .jpeg({ quality: 100 })
      .toBuffer();
    const verification = await verify({ 'document-front': await throughCamera(page) });
    expect([verification.status, outcomeOf(verification)]).not.toContain('passed');
    expect(verification.status).not.toBe('verified');
  },
);
