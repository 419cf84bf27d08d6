import { afterAll, beforeAll, expect, test } from 'vitest';
import { silences, type Silence } from '../../../src/domain/verifications/silence.ts';
import { conclude, madeUpFace } from '../../support/conclude.ts';
import { createPeople, foundIn, type People } from '../../support/people/people.ts';
import { noInspection, startStack, type Stack } from '../../support/stack.ts';

let stack: Stack;
let people: People;
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ qualityHandlers: noInspection });
  people = await createPeople(stack);
});
afterAll(() => stack.close());

/** Mulberry32: the same attempts in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const rankOf = { rejected: 0, reviewNeeded: 1, verified: 2 } as const;

test(
  'no generated attempt with public ids lowers a status, or speaks without all of its evidence',
  { timeout: 180_000 },
  async () => {
    const random = seeded(23);
    const pick = <T>(...values: T[]): T => values[Math.floor(random() * values.length)] as T; // Below their number.
    const spoke = new Map<boolean, number>();
    for (let round = 0; round < 60; round += 1) {
      const { person, identityId, address, first } = await people.verifiedPerson();
      const status = pick('rejected', 'reviewNeeded', 'verified');
      await stack.sql.query('update identities set status = $2 where id = $1', [identityId, status]);
      const enrolled = await people.enrolledFace(identityId);
      const stranger = madeUpFace(100);
      const flow = pick('strong', 'strong', 'stricter', 'named', 'weak', 'live-weaker', 'contact');
      const faceIs = pick('own', 'own', 'own', 'own', 'stranger', 'replayed');
      const liveIs = pick('own', 'own', 'own', 'own', 'stranger');
      const faceOf = {
        own: person.photograph(),
        stranger: stranger.photograph(),
        replayed: enrolled ?? person.photograph(),
      };
      const life = pick('passed', 'passed', 'passed', 'warning', 'failed');
      const emailCheck = pick('passed', 'passed', 'passed', 'warning', 'failed');
      const session = await people.startDevice(flow, identityId);
      const shown = { face: faceOf[faceIs], liveFace: liveIs === 'own' ? person.photograph() : faceOf.stranger };
      await conclude(
        stack,
        session.verificationId,
        foundIn({ ...shown, address: `g${round}@example.com`, life, emailCheck }),
      );

      const [record, told] = [await people.identity(identityId), await people.attempt(session.verificationId)];
      const hasEmail = flow !== 'live-weaker' && flow !== 'named';
      const mayReverify = flow === 'strong' || flow === 'stricter' || flow === 'named';
      const expected =
        mayReverify &&
        faceIs === 'own' &&
        liveIs === 'own' &&
        life === 'passed' &&
        (!hasEmail || emailCheck === 'passed');
      const what = JSON.stringify({
        round,
        status,
        flow,
        faceIs,
        liveIs,
        life,
        emailCheck,
        silentBecause: told.silentBecause,
      });
      expect(told.speaksForIdentity, what).toBe(expected);
      expect(record.status, what).toBe(expected ? 'verified' : status);
      expect(rankOf[record.status as keyof typeof rankOf], what).toBeGreaterThanOrEqual(rankOf[status]);
      expect(record.latestVerification?.id, what).toBe(expected ? session.verificationId : first);
      const replaced = expected && (flow === 'strong' || flow === 'stricter');
      expect(record.data.email?.value, what).toBe(replaced ? `g${round}@example.com` : address);
      if (!expected) expect(told.silentBecause.every((word: Silence) => silences.includes(word))).toBe(true);
      spoke.set(expected, (spoke.get(expected) ?? 0) + 1);
    }
    expect(Math.min(spoke.get(true) ?? 0, spoke.get(false) ?? 0)).toBeGreaterThan(3);
  },
);
