import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { IdentityRecord } from '../../../src/contract/identity.ts';
import type { VerificationRecord } from '../../../src/contract/verification.ts';
import type { Check } from '../../../src/domain/verifications/check.ts';
import type { Facts } from '../../../src/domain/verifications/identity.ts';
import type { DocumentType } from '../../../src/domain/documents/document-type.ts';
import type { FaceTemplate, Traits } from '../../../src/domain/traits.ts';
import { check, conclude, madeUpFace, type FoundInStep } from '../../support/conclude.ts';
import { sessionStart, startSdkSession } from '../../support/sdk-client.ts';
import { startStack, type Stack } from '../../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  const accept = [{ type: 'passport' as const }, { type: 'national-id' as const }];
  const identity = { type: 'document' as const, config: { accept } };
  const letter = { type: 'document' as const, config: { accept: [{ type: 'proof-of-residency' as const }] } };
  await stack.client.addFlow('two', {
    steps: [
      { id: 'first', ...identity },
      { id: 'second', ...identity },
    ],
  });
  const match = 'first';
  await stack.client.addFlow('two-names', {
    policy: { 'document.documents_disagree': 'accept' },
    steps: [
      { id: 'first', ...identity },
      { id: 'second', ...identity },
    ],
  });
  await stack.client.addFlow('two-of-unknown-kinds', {
    policy: { 'document.type_unknown': 'accept' },
    steps: [
      { id: 'first', ...identity },
      { id: 'second', ...identity },
    ],
  });
  await stack.client.addFlow('two-and-selfie', {
    steps: [
      { id: 'first', ...identity },
      { id: 'second', ...identity },
      { id: 'selfie', type: 'selfie', config: { match } },
    ],
  });
  await stack.client.addFlow('two-and-life', {
    steps: [
      { id: 'first', ...identity },
      { id: 'second', ...identity },
      { id: 'life', type: 'passive-liveness', config: { match } },
    ],
  });
  await stack.client.addFlow('one-not-compared', {
    steps: [
      { id: 'first', ...identity },
      { id: 'selfie', type: 'selfie', config: { match: 'none' } },
    ],
  });
  await stack.client.addFlow('letter-first', {
    steps: [
      { id: 'letter', ...letter },
      { id: 'identity', ...identity },
    ],
  });
});
afterAll(() => stack.close());

const newNumber = () => `N${randomBytes(5).toString('hex').toUpperCase()}`;
const holder = { fullName: 'ANA SOUZA LIMA', dateOfBirth: '1985-04-17' };

/** The verdict on an attempt in which the person shows these documents. */
async function show(flow: string, documents: Record<string, { traits: Traits; facts?: Facts; checks?: Check[] }>) {
  const flowId = stack.client.flowOf(flow);
  const { token, clientId } = stack.client;
  const prepared = await stack.api.post<{ clientToken: string }>('/v2/verifications', { token, json: { flowId } });
  const start = sessionStart(clientId, flowId, { clientToken: prepared.body.clientToken });
  const session = await startSdkSession(stack.api, start);
  await session.consent();
  const { verificationId, identityId } = session;
  const shown: Record<string, FoundInStep> = {};
  for (const [id, found] of Object.entries(documents)) shown[id] = { checks: [], ...found };
  await conclude(stack, verificationId, shown);
  const { body } = await stack.api.get<VerificationRecord>(`/v2/verifications/${verificationId}`, { token });
  return { identityId, status: body.status, reasons: body.decision?.reasons.map(({ stepId, code }) => [stepId, code]) };
}

describe('a flow that asks for two documents', () => {
  const passport = (documentNumber: string): Traits => ({
    ...holder,
    documentType: 'passport',
    documentCountry: 'PT',
    documentNumber,
  });

  test('passes with two, and with one passport and one card of the same number', async () => {
    const number = newNumber();
    const other: Traits = { ...passport(number), documentType: 'national-id' };
    expect(await show('two', { first: { traits: passport(number) }, second: { traits: other } })).toMatchObject({
      status: 'verified',
    });
    const two = { first: { traits: passport(newNumber()) }, second: { traits: passport(newNumber()) } };
    expect(await show('two', two)).toMatchObject({ status: 'verified' });
  });

  test('goes to review if one document is shown twice', async () => {
    const number = newNumber();
    const twice = { first: { traits: passport(number) }, second: { traits: passport(number.toLowerCase()) } };
    expect(await show('two', twice)).toMatchObject({
      status: 'reviewNeeded',
      reasons: [
        ['first', 'document.shown_twice'],
        ['second', 'document.shown_twice'],
      ],
    });
  });
});

test('a flow that accepts documents of unknown kinds does not accept one of them twice', async () => {
  const unknown = (documentNumber: string) => ({
    checks: [check('document-type', 'warning', 'document.type_unknown')],
    traits: { ...holder, isGuess: true, documentCountry: 'PT', documentNumber },
  });
  const number = newNumber();
  const twice = { first: unknown(number), second: unknown(number) };
  const { status, reasons } = await show('two-of-unknown-kinds', twice);
  expect([status, reasons]).toEqual([
    'reviewNeeded',
    expect.arrayContaining([
      ['first', 'document.shown_twice'],
      ['second', 'document.shown_twice'],
    ]),
  ]);
  const two = { first: unknown(newNumber()), second: unknown(newNumber()) };
  expect((await show('two-of-unknown-kinds', two)).status).toBe('verified');
});

describe('a flow that asks for two documents and compares the person with one of them', () => {
  /** Portraits and pictures of two people: 0.52 apart, which is one person, or 1.4, which are two. */
  const faceAt = (degrees: number, source: FaceTemplate['source'] = 'camera'): FaceTemplate => {
    const embedding = Buffer.alloc(512);
    embedding.writeFloatLE(Math.cos((degrees * Math.PI) / 180));
    embedding.writeFloatLE(Math.sin((degrees * Math.PI) / 180), 4);
    return { ...madeUpFace(0).photograph(), embedding: embedding.toString('base64'), source };
  };
  const paper = (documentType: DocumentType, portrait: FaceTemplate) => ({
    traits: { ...holder, documentType, documentCountry: 'PT', documentNumber: newNumber(), portrait },
  });
  /** The same picture, in another file. */
  const copyOf = ({ embedding, appearance }: FaceTemplate) => ({ ...faceAt(0), embedding, appearance });

  test('passes with two portraits and a picture of one person', async () => {
    const shown = {
      first: paper('national-id', faceAt(0, 'document')),
      second: paper('passport', faceAt(30, 'document')),
    };
    const face = faceAt(60);
    expect(await show('two-and-selfie', { ...shown, selfie: { traits: { face } } })).toMatchObject({
      status: 'verified',
    });
  });

  test.each([
    ['two-and-selfie', 'selfie'],
    ['two-and-life', 'life'],
  ])('rejects the other document’s portrait as the picture of the person: %s', async (flow, step) => {
    const portrait = faceAt(30, 'document');
    const shown = { first: paper('national-id', faceAt(0, 'document')), second: paper('passport', portrait) };
    expect(await show(flow, { ...shown, [step]: { traits: { face: copyOf(portrait) } } })).toMatchObject({
      status: 'rejected',
      reasons: [[step, 'selfie.same_as_document']],
    });
  });

  test('rejects it in a flow that compares the person with no document, too', async () => {
    const portrait = faceAt(0, 'document');
    const shown = { first: paper('national-id', portrait), selfie: { traits: { face: copyOf(portrait) } } };
    expect(await show('one-not-compared', shown)).toMatchObject({
      status: 'rejected',
      reasons: [['selfie', 'selfie.same_as_document']],
    });
    const own = { first: paper('national-id', portrait), selfie: { traits: { face: faceAt(90) } } };
    expect((await show('one-not-compared', own)).status).toBe('verified');
  });

  test('goes to review if the other document shows another person of the same name', async () => {
    const shown = {
      first: paper('national-id', faceAt(0, 'document')),
      second: paper('passport', faceAt(90, 'document')),
    };
    expect(await show('two-and-selfie', { ...shown, selfie: { traits: { face: faceAt(30) } } })).toMatchObject({
      status: 'reviewNeeded',
      reasons: [
        ['first', 'document.portraits_differ'],
        ['second', 'document.portraits_differ'],
      ],
    });
  });
});

test('a flow that accepts two names accepts no two people', async () => {
  const faces = [madeUpFace(11), madeUpFace(12)].map((face) => ({ ...face.photograph(), source: 'document' as const }));
  const paper = (fullName: string, portrait: FaceTemplate | undefined): { traits: Traits } => ({
    traits: {
      documentType: 'passport',
      documentCountry: 'PT',
      documentNumber: newNumber(),
      dateOfBirth: holder.dateOfBirth,
      fullName,
      ...(portrait && { portrait }),
    },
  });
  const [one, other] = faces;
  const both = (portrait: FaceTemplate | undefined) => ({
    first: paper(holder.fullName, one),
    second: paper('ANA MOURA', portrait),
  });
  expect((await show('two-names', both(one))).status).toBe('verified');
  expect(await show('two-names', both(other))).toMatchObject({ status: 'reviewNeeded' });
});

describe('a letter that is shown before the identity document', () => {
  test('gives the identity its address, and neither the name nor the birth', async () => {
    const letter: Traits = {
      documentType: 'proof-of-residency',
      fullName: 'A SOUZA LIMA',
      letter: 'utility-bill 2026-02-10',
    };
    const identity: Traits = {
      ...holder,
      documentType: 'passport',
      documentCountry: 'PT',
      documentNumber: newNumber(),
    };
    const [visual, mrz] = ['document:visual', 'document:mrz'];
    const { status, identityId } = await show('letter-first', {
      letter: {
        traits: letter,
        facts: {
          fullName: { value: 'A SOUZA LIMA', source: visual },
          dateOfBirth: { value: '1999-01-01', source: visual },
          address: { value: 'RUA DAS FLORES 1', source: visual },
        },
      },
      identity: {
        traits: identity,
        facts: {
          fullName: { value: holder.fullName, source: mrz },
          dateOfBirth: { value: holder.dateOfBirth, source: mrz },
          address: { value: 'RUA VELHA 2', source: visual },
        },
      },
    });
    expect(status).toBe('verified');
    const { token } = stack.client;
    const { body } = await stack.api.get<IdentityRecord>(`/v2/identities/${identityId}`, { token });
    expect(body.data).toMatchObject({
      fullName: { value: holder.fullName, source: mrz },
      dateOfBirth: { value: holder.dateOfBirth, source: mrz },
      address: { value: 'RUA DAS FLORES 1' },
    });
  });
});
