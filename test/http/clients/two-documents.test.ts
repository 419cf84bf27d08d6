import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { IdentityRecord } from '../../../src/contract/identity.ts';
import type { VerificationRecord } from '../../../src/contract/verification.ts';
import type { Facts } from '../../../src/domain/verifications/identity.ts';
import type { Traits } from '../../../src/domain/traits.ts';
import { check, conclude, type FoundInStep } from '../../support/conclude.ts';
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
async function show(flow: string, documents: Record<string, { traits: Traits; facts?: Facts }>) {
  const flowId = stack.client.flowOf(flow);
  const { token, clientId } = stack.client;
  const prepared = await stack.api.post<{ clientToken: string }>('/v2/verifications', { token, json: { flowId } });
  const start = sessionStart(clientId, flowId, { clientToken: prepared.body.clientToken });
  const { verificationId, identityId } = await startSdkSession(stack.api, start);
  const shown: Record<string, FoundInStep> = {};
  for (const [id, found] of Object.entries(documents)) shown[id] = { checks: [check('document-reading')], ...found };
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
