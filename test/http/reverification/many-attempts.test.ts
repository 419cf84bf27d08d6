import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mostEarlierAttempts } from '../../../src/services/reverification/replayed-faces.ts';
import { newId } from '../../../src/domain/id.ts';
import { sealedJson } from '../../../src/db/keys/sealed.ts';
import { verificationPlace } from '../../../src/db/verifications/verifications.ts';
import { check, conclude } from '../../support/conclude.ts';
import { createPeople, foundIn, type People } from '../../support/people/people.ts';
import { isFullSuite } from '../../support/sample-of.ts';
import { noInspection, startStack, type Stack } from '../../support/stack.ts';

/** More than a page of places that the service reads. */
const many = 55;
/** More attempts than the service once looked at: 5, 50 and 200. */
const manyCancelled = 202;
/** The quick suite makes fewer of those that need requests. */
const manyConcluded = isFullSuite ? 202 : 8;
const here = { latitude: -23.5505, longitude: -46.6333, accuracyMeters: 12 };
const far = { latitude: 48.8566, longitude: 2.3522, accuracyMeters: 30 };
const placed = (gpsPlace?: typeof here) => ({
  place: { checks: [check('geolocation')], traits: gpsPlace === undefined ? {} : { gpsPlace } },
});

let stack: Stack;
let people: People;
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ qualityHandlers: noInspection });
  people = await createPeople(stack);
  await stack.client.addFlow('where', { steps: [{ id: 'place', type: 'location', config: {} }] });
});
afterAll(() => stack.close());

async function seenAt(gpsPlace: typeof here | undefined, identityId?: string) {
  const session = await people.startBackend('where', identityId);
  await conclude(stack, session.verificationId, placed(gpsPlace));
  return session;
}

/** The same without a device, which makes no difference to what is found and takes a third of the requests. */
async function findNoPlace(identityId: string) {
  const json = { flowId: stack.client.flowOf('where'), identityId };
  const { token } = stack.client;
  const { body } = await stack.api.post<{ verificationId: string }>('/v2/verifications', { token, json });
  await conclude(stack, body.verificationId, placed());
}

async function reasonsOf(verificationId: string) {
  return (await people.attempt(verificationId)).decision?.reasons.map(({ code }) => code);
}

describe('the last place of an identity', () => {
  test('is not hidden by attempts that were cancelled since', async () => {
    const { identityId } = await seenAt(here);
    await people.cancelMany('where', identityId, 1);
    await leaveMany(identityId, manyCancelled, { submitted: false });
    const { verificationId } = await seenAt(far, identityId);
    expect(await reasonsOf(verificationId)).toEqual(['location_consistency.impossible_speed']);
  });

  test('is not hidden by attempts without a place', async () => {
    const { identityId } = await seenAt(here);
    await findNoPlace(identityId);
    await leaveMany(identityId, many);
    const { verificationId } = await seenAt(far, identityId);
    expect(await reasonsOf(verificationId)).toEqual(['location_consistency.impossible_speed']);
  });

  test('is the one that was seen last, even if its attempt began first', async () => {
    const { person, identityId, address } = await people.verifiedPerson('stricter');
    const asked = await people.startBackend('stricter', identityId);
    const own = await people.startDevice('stricter', identityId);
    const shown = () => foundIn({ face: person.photograph(), address });
    await conclude(stack, own.verificationId, { ...shown(), ...placed(here) });
    expect(await people.attempt(own.verificationId)).toMatchObject({ status: 'verified' });
    await conclude(stack, asked.verificationId, { ...shown(), ...placed(far) });
    expect(await reasonsOf(asked.verificationId)).toEqual(['location_consistency.impossible_speed']);
    const { verificationId } = await seenAt(far, identityId);
    expect(await reasonsOf(verificationId)).toEqual([]);
  });
});

/** Attempts of the identity that were left after each step was submitted, or before any. Whole attempts would take seconds. */
async function leaveMany(identityId: string, count: number, { submitted = true } = {}) {
  const { clientId } = stack.client;
  const key = await stack.container.db.identities.getDataKey(clientId, identityId);
  const ids = Array.from({ length: count }, () => newId('verification'));
  const sealed = ids.map((id) => sealedJson(key, {}, verificationPlace(clientId, id, 'metadata')));
  const likeFirst = `(select t from verifications t where t.identity_id = $1 order by t.id limit 1)`;
  await stack.sql.query(
    `insert into verifications (id, client_id, identity_id, flow_version_id, status, started_by, reverifies, language,
                                metadata_sealed, expires_at, finished_at)
     select made.id, t.client_id, t.identity_id, t.flow_version_id, 'cancelled', 'backend', true, 'en', made.sealed, now(), now()
       from ${likeFirst} first, unnest($2::text[], $3::bytea[]) made (id, sealed), lateral (select (first.t).*) t`,
    [identityId, ids, sealed],
  );
  await stack.sql.query(
    `insert into step_runs (id, verification_id, step_id, type, position, status, finished_at)
     select 'str_' || substr(v.id, 6) || r.position, v.id, r.step_id, r.type, r.position,
            case when $3 then 'finished' else 'waiting' end, case when $3 then now() end
       from verifications v, ${likeFirst} first, step_runs r
      where v.id = any($2) and r.verification_id = (first.t).id`,
    [identityId, ids, submitted],
  );
}

test('more attempts without a verdict than the service reads in time are no pass', async () => {
  const { person, address, identityId } = await people.verifiedPerson();
  await leaveMany(identityId, mostEarlierAttempts + 50);
  const next = await people.startBackend('strong', identityId);
  await conclude(stack, next.verificationId, foundIn({ face: person.photograph(), address }));
  const { status, decision } = await people.attempt(next.verificationId);
  expect([status, new Set(decision?.reasons.map(({ code }) => code))]).toEqual([
    'reviewNeeded',
    new Set(['check.timed_out']),
  ]);
});

describe('attempts in which nothing was shown, however many, do not hide', () => {
  test('an earlier photograph or a sign of forgery', async () => {
    const { person, address, identityId } = await people.verifiedPerson();
    const old = person.photograph();
    const second = await people.startBackend('strong', identityId);
    await conclude(stack, second.verificationId, foundIn({ face: old, address }));
    const newer = await people.startBackend('strong', identityId);
    await conclude(stack, newer.verificationId, foundIn({ face: person.photograph(), address }));
    expect(await people.attempt(newer.verificationId)).toMatchObject({ status: 'verified' });
    const left = await people.startBackend('strong', identityId);
    await people.findScreen(left.verificationId);
    await left.cancel();
    await people.cancelMany('strong', identityId, 3);
    await leaveMany(identityId, 300);

    const next = await people.startBackend('strong', identityId);
    await conclude(stack, next.verificationId, foundIn({ face: old, address }));
    expect(new Set(await reasonsOf(next.verificationId))).toEqual(
      new Set(['re_facematch.same_picture', 'passive_liveness.screen_or_print']),
    );
  });

  test('the attempt that enrolled the face: a weaker one does not replace it', async () => {
    const { person, address, identityId } = await people.verifiedPerson();
    const enrolled = await people.enrolledFace(identityId);
    const json = { flowId: stack.client.flowOf('contact'), identityId };
    const { token } = stack.client;
    for (let round = 0; round < manyConcluded; round++) {
      const { body } = await stack.api.post<{ verificationId: string }>('/v2/verifications', { token, json });
      await conclude(stack, body.verificationId, foundIn({ face: person.photograph(), address }));
    }
    const weak = await people.startBackend('weak', identityId);
    await conclude(stack, weak.verificationId, foundIn({ face: person.photograph(), address }));
    expect(await people.attempt(weak.verificationId)).toMatchObject({ status: 'verified' });
    expect(await people.enrolledFace(identityId)).toEqual(enrolled);
  });

  test('an attempt that was sealed to the client’s own key', async () => {
    const { identityId, first, person } = await people.verifiedPerson();
    await stack.sql.query('update verifications set sealed_at = now() where id = $1', [first]);
    await stack.sql.query('delete from enrolled_faces where identity_id = $1', [identityId]);
    await people.cancelMany('strong', identityId, 1);
    await leaveMany(identityId, manyCancelled, { submitted: false });
    const next = await people.startBackend('strong', identityId);
    const shown = foundIn({ face: person.photograph(), address: 'sealed@example.com' });
    await conclude(stack, next.verificationId, shown);
    expect(new Set(await reasonsOf(next.verificationId))).toEqual(new Set(['encryption.sealed']));
  });
});
