import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FaceTemplate, Traits } from '../../../src/domain/traits.ts';
import { conclude, type FoundInStep } from '../../support/conclude.ts';
import { eventually } from '../../support/eventually.ts';
import { createPeople, foundIn, type People } from '../../support/people/people.ts';
import type { SdkSession } from '../../support/sdk-client.ts';
import { startStack, type Stack } from '../../support/stack.ts';

let stack: Stack;
let people: People;
beforeAll(async () => {
  stack = await startStack();
  people = await createPeople(stack);
  const selfie = { id: 'selfie', type: 'selfie' as const, config: { match: 'none' } };
  const live = { id: 'live', type: 'passive-liveness' as const, config: { match: 'none' } };
  const accept = [{ type: 'passport' as const }];
  await stack.client.addFlow('faces', { steps: [selfie, live] });
  await stack.client.addFlow('with-passport', {
    steps: [{ id: 'document', type: 'document', config: { accept } }, selfie, live],
  });
});
afterAll(() => stack.close());

/** Ends these attempts so that none is committed before every other one waits for a lock. */
async function concludeTogether(identityId: string, attempts: [SdkSession, Record<string, FoundInStep>][]) {
  const holder = await stack.sql.connect();
  await holder.query('begin');
  await holder.query('select from identities where id = $1 for update', [identityId]);
  const ends = attempts.map(([{ verificationId }, found]) => conclude(stack, verificationId, found));
  await eventually(
    async () => {
      const { rows } = await stack.sql.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length === attempts.length;
    },
    { what: 'all attempts at the lock' },
  );
  await holder.query('commit');
  holder.release();
  await Promise.all(ends);
}

async function verdictsOf(sessions: readonly SdkSession[]): Promise<string[]> {
  const records = await Promise.all(sessions.map(({ verificationId }) => people.attempt(verificationId)));
  return records
    .map(({ status, decision }) => [status, ...new Set(decision?.reasons.map(({ code }) => code))].join(' '))
    .sort();
}

const shown = (face: FaceTemplate) => foundIn({ face, address: 'any@example.com' });

test('of two attempts that end at the same moment, the second one is compared with the document of the first', async () => {
  const person = people.newFace();
  const { identityId, verificationId } = await people.startBackend('faces');
  await conclude(stack, verificationId, shown(person.photograph()));
  const both = [
    await people.startBackend('with-passport', identityId),
    await people.startDevice('with-passport', identityId),
  ];
  const passportOf = (fullName: string, documentNumber: string): FoundInStep => {
    const traits: Traits = { documentType: 'passport', documentCountry: 'PT', fullName, documentNumber };
    return { checks: [], traits, facts: { fullName: { value: fullName, source: 'document:mrz' } } };
  };
  const documents = [passportOf('ANA SOUZA LIMA', 'N1'), passportOf('RUI TEIXEIRA', 'N2')];
  await concludeTogether(
    identityId,
    both.map((session, index) => [
      session,
      { ...shown(person.photograph()), document: documents[index] ?? { checks: [] } },
    ]),
  );
  expect(await verdictsOf(both)).toEqual(['reviewNeeded document.identity_differs', 'verified']);
});

/** 45 degrees are 0.77 apart, which is one person; 90 are 1.4, which are two. */
function faceAt(degrees: number): FaceTemplate {
  const embedding = Buffer.alloc(512);
  embedding.writeFloatLE(Math.cos((degrees * Math.PI) / 180));
  embedding.writeFloatLE(Math.sin((degrees * Math.PI) / 180), 4);
  return { ...people.newFace().photograph(), embedding: embedding.toString('base64') };
}

test('of two people who resemble one enrolled face and end at the same moment, only one is verified', async () => {
  const { identityId, verificationId } = await people.startBackend('faces');
  await conclude(stack, verificationId, shown(faceAt(0)));
  const both = [await people.startBackend('faces', identityId), await people.startDevice('faces', identityId)];
  await concludeTogether(
    identityId,
    both.map((session, index) => [session, shown(faceAt(index === 0 ? 45 : -45))]),
  );
  expect(await verdictsOf(both)).toEqual(['rejected re_facematch.different_person', 'verified']);
});
