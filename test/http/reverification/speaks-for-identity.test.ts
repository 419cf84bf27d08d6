import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FaceTemplate } from '../../../src/domain/traits.ts';
import { newId } from '../../../src/domain/id.ts';
import { check, conclude } from '../../support/conclude.ts';
import { createPeople, foundIn, type People } from '../../support/people/people.ts';
import { smallPicture } from '../../support/documents/pictures.ts';
import { noInspection, startStack, type Stack } from '../../support/stack.ts';

let stack: Stack;
let people: People;
beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ qualityHandlers: noInspection });
  people = await createPeople(stack);
});
afterAll(() => stack.close());

describe('an attempt with public ids', () => {
  test('speaks for an identity that begins with it', async () => {
    const session = await people.startDevice('strong');
    const face = people.newFace().photograph();
    await conclude(stack, session.verificationId, foundIn({ face, address: 'new@example.com' }));
    const record = await people.identity(session.identityId);
    expect(record).toMatchObject({
      status: 'verified',
      latestVerification: { startedBy: 'device', speaksForIdentity: true, silentBecause: [] },
      silentVerifications: [],
    });
  });

  test('that shows a photograph without a live step changes nothing, be it verified, reviewed or rejected', async () => {
    const { person, identityId, address, first } = await people.verifiedPerson();
    for (const emailCheck of ['passed', 'warning', 'failed'] as const) {
      const session = await people.startDevice('weak', identityId);
      const shown = { face: person.photograph(), address: 'stranger@example.com', emailCheck };
      await conclude(stack, session.verificationId, foundIn(shown));
      const record = await people.identity(identityId);
      expect(record.status).toBe('verified');
      expect(record.data.email?.value).toBe(address);
      expect(record.latestVerification?.id).toBe(first);
      expect(record.verifications.map(({ id }) => id)).toEqual([first]);
      expect(record.silentVerifications[0]).toMatchObject({
        id: session.verificationId,
        startedBy: 'device',
        speaksForIdentity: false,
      });
    }
  });

  test('that is verified on its own says in its record, lists and events that it does not speak', async () => {
    const { person, identityId } = await people.verifiedPerson();
    const session = await people.startDevice('weak', identityId);
    const shown = { face: person.photograph(), address: 'stranger@example.com' };
    await conclude(stack, session.verificationId, foundIn(shown));
    const silent = {
      startedBy: 'device',
      speaksForIdentity: false,
      silentBecause: ['noLiveStep', 'weakerFlow'],
    };
    expect(await people.attempt(session.verificationId)).toMatchObject({ status: 'verified', ...silent });
    const { body } = await stack.api.get<{ data: unknown[] }>(`/v2/verifications?identityId=${identityId}`, {
      token: stack.client.token,
    });
    expect(body.data[0]).toMatchObject({ id: session.verificationId, ...silent });
    const events = await people.eventsOf(session.verificationId);
    expect(events.length).toBeGreaterThan(1);
    for (const { type, data } of events) {
      expect(data, type).toMatchObject({ startedBy: 'device', speaksForIdentity: false });
      expect(type).not.toBe('identity.updated');
    }
    expect(events.find(({ type }) => type === 'verification.completed')?.data).toMatchObject(silent);
  });

  test('leaves nothing by which the identity is found', async () => {
    const { person, identityId } = await people.verifiedPerson();
    const session = await people.startDevice('weak', identityId);
    const address = `planted-${identityId.slice(4, 12).toLowerCase()}@example.com`;
    await conclude(stack, session.verificationId, foundIn({ face: person.photograph(), address }));
    const { body } = await stack.api.get<{ data: unknown[] }>(`/v2/identities?email=${address}`, {
      token: stack.client.token,
    });
    expect(body.data).toEqual([]);
  });

  test('speaks with the living face of the identity, in the same flow, a stricter one and one that names it', async () => {
    for (const flow of ['strong', 'stricter', 'named']) {
      const { person, identityId } = await people.verifiedPerson();
      const session = await people.startDevice(flow, identityId);
      const address = `moved-${flow}@example.com`;
      await conclude(stack, session.verificationId, foundIn({ face: person.photograph(), address }));
      const record = await people.identity(identityId);
      expect(record.latestVerification, flow).toMatchObject({ id: session.verificationId, silentBecause: [] });
      if (flow !== 'named') expect(record.data.email?.value).toBe(address);
    }
  });

  test.each(['active-alone', 'enhanced-alone'])(
    'speaks in the flow %s, whose one step sees a living face',
    async (flow) => {
      const { person, identityId, first } = await people.verifiedPerson(flow);
      const stranger = await people.startDevice(flow, identityId);
      const strange = foundIn({ face: people.newFace().photograph(), address: '' });
      await conclude(stack, stranger.verificationId, strange);
      const session = await people.startDevice(flow, identityId);
      await conclude(stack, session.verificationId, foundIn({ face: person.photograph(), address: '' }));
      const record = await people.identity(identityId);
      expect(record.latestVerification).toMatchObject({ id: session.verificationId, silentBecause: [] });
      expect(record.verifications.map(({ id }) => id)).toEqual([session.verificationId, first]);
      expect(record.silentVerifications.map(({ id }) => id)).toEqual([stranger.verificationId]);
    },
  );

  test.each(['live', 'selfie'] as const)(
    'does not speak with a picture of the step %s of which nothing shows that a camera took it, even if the flow accepts that',
    async (doubted) => {
      const flow = `gallery-${doubted}`;
      const config = doubted === 'selfie' ? { reuseSelfieOf: 'selfie' } : {};
      await stack.client.addFlow(flow, {
        policy: { 'selfie.origin_doubtful': 'accept' },
        steps: [
          { id: 'selfie', type: 'selfie', config: {} },
          { id: 'live', type: 'passive-liveness', config },
        ],
      });
      const { person, identityId, first } = await people.verifiedPerson(flow);
      const session = await people.startDevice(flow, identityId);
      const found = foundIn({ face: person.photograph(), address: '' });
      const sent = found[doubted];
      const origin = check('selfie-origin', 'warning', 'selfie.origin_doubtful');
      await conclude(stack, session.verificationId, {
        ...found,
        [doubted]: { ...sent, checks: [...sent.checks, origin] },
      });
      expect(await people.attempt(session.verificationId)).toMatchObject({
        status: 'verified',
        silentBecause: ['noLiveStep'],
      });
      expect((await people.identity(identityId)).latestVerification?.id).toBe(first);
    },
  );

  test('raises an identity that was reviewed, and gives way to the verdict before it when a reviewer reverses it', async () => {
    const { person, identityId, first } = await people.verifiedPerson();
    await people.review(first, 'reviewNeeded');
    // The review has withdrawn the enrolled face: without one, two people cannot be said to be the same.
    const without = await people.startDevice('strong', identityId);
    await conclude(stack, without.verificationId, foundIn({ face: person.photograph(), address: 'a@example.com' }));
    expect((await people.identity(identityId)).status).toBe('reviewNeeded');

    const other = await people.verifiedPerson();
    await stack.sql.query(`update identities set status = 'reviewNeeded' where id = $1`, [other.identityId]);
    const session = await people.startDevice('strong', other.identityId);
    await conclude(
      stack,
      session.verificationId,
      foundIn({ face: other.person.photograph(), address: 'b@example.com' }),
    );
    expect(await people.identity(other.identityId)).toMatchObject({
      status: 'verified',
      data: { email: { value: 'b@example.com' } },
    });
    await people.review(session.verificationId, 'rejected');
    expect(await people.identity(other.identityId)).toMatchObject({
      status: 'verified',
      data: { email: { value: other.address } },
      latestVerification: { id: other.first },
    });
  });

  test('does not undo what a reviewer has decided, even with the living face of the identity', async () => {
    for (const status of ['rejected', 'reviewNeeded']) {
      const { person, identityId, address } = await people.verifiedPerson();
      const second = await people.startBackend('strong', identityId);
      await conclude(stack, second.verificationId, foundIn({ face: person.photograph(), address }));
      await people.review(second.verificationId, status);
      const own = await people.startDevice('strong', identityId);
      await conclude(stack, own.verificationId, foundIn({ face: person.photograph(), address }));
      expect(await people.attempt(own.verificationId)).toMatchObject({
        status: 'verified',
        speaksForIdentity: false,
        silentBecause: ['weakerFlow'],
      });
      expect(await people.identity(identityId)).toMatchObject({
        status,
        latestVerification: { id: second.verificationId },
      });
      const asked = await people.startBackend('strong', identityId);
      await conclude(stack, asked.verificationId, foundIn({ face: person.photograph(), address }));
      expect((await people.identity(identityId)).status).toBe('verified');
    }
  });

  test('stays silent when a reviewer verifies it', async () => {
    const { person, identityId, address, first } = await people.verifiedPerson();
    const session = await people.startDevice('strong', identityId);
    const shown = { face: person.photograph(), address: 'c@example.com', emailCheck: 'warning' as const };
    await conclude(stack, session.verificationId, foundIn(shown));
    expect(await people.review(session.verificationId, 'verified')).toMatchObject({
      status: 'verified',
      speaksForIdentity: false,
    });
    expect(await people.identity(identityId)).toMatchObject({
      latestVerification: { id: first },
      data: { email: { value: address } },
    });
  });

  test('stays silent with a file that the identity has given before, and with the photograph that is enrolled', async () => {
    const { person, identityId } = await people.verifiedPerson();
    const earlier = await people.startDevice('strong', identityId);
    const picture = await smallPicture();
    expect((await earlier.upload(picture, { stepId: 'selfie', kind: 'selfie' })).status).toBe(201);
    await earlier.cancel();
    const again = await people.startDevice('strong', identityId);
    await again.upload(picture, { stepId: 'selfie', kind: 'selfie' });
    await conclude(stack, again.verificationId, foundIn({ face: person.photograph(), address: 'd@example.com' }));
    expect((await people.attempt(again.verificationId)).silentBecause).toEqual(['pictureReplayed']);

    const enrolled = await people.verifiedPerson();
    const template = await people.enrolledFace(enrolled.identityId);
    const replay = await people.startDevice('strong', enrolled.identityId);
    if (template === null) throw new Error('no face was enrolled');
    await conclude(stack, replay.verificationId, foundIn({ face: template, address: 'e@example.com' }));
    expect((await people.attempt(replay.verificationId)).silentBecause).toEqual([
      'notVerified',
      'faceNotMatched',
      'pictureReplayed',
    ]);
  });

  test('cannot push the attempts that speak out of the identity’s record by frequent starts', async () => {
    const { identityId, first } = await people.verifiedPerson();
    const ids = Array.from({ length: 30 }, () => newId('verification'));
    await stack.sql.query(
      `insert into verifications (id, status, client_id, identity_id, flow_version_id, language, metadata_sealed,
                                  expires_at, reverifies)
       select new.id, 'deleted', client_id, identity_id, flow_version_id, language, '', expires_at, true
         from verifications v, unnest($2::text[]) as new (id) where v.id = $1`,
      [first, ids],
    );
    const session = await people.startDevice('weak', identityId);
    await session.cancel();
    expect((await people.identity(identityId)).latestVerification?.id).toBe(first);
  });
});

describe('an attempt of the backend', () => {
  test('is reviewed when it shows a photograph that any earlier attempt has shown', async () => {
    const { person, identityId } = await people.verifiedPerson();
    const [second, third] = [person.photograph(), person.photograph()];
    const shown = async (face: FaceTemplate, liveFace: FaceTemplate) => {
      const session = await people.startBackend('strong', identityId);
      await conclude(stack, session.verificationId, foundIn({ face, liveFace, address: 'f@example.com' }));
      const { status, decision } = await people.attempt(session.verificationId);
      return [status, ...(decision?.reasons ?? []).map(({ stepId, code }) => `${stepId} ${code}`)];
    };
    const again = 're_facematch.same_picture';
    expect(await shown(second, person.photograph())).toEqual(['verified']);
    expect(await shown(third, person.photograph())).toEqual(['verified']);
    // The photograph that is enrolled, one from before it, and one of the liveness step alone.
    expect(await shown(third, person.photograph())).toEqual(['reviewNeeded', `selfie ${again}`]);
    expect(await shown(second, person.photograph())).toEqual(['reviewNeeded', `selfie ${again}`]);
    expect(await shown(person.photograph(), second)).toEqual(['reviewNeeded', `live ${again}`]);
  });

  test('speaks whatever its verdict, and its weaker evidence does not replace stronger', async () => {
    const { person, identityId, address } = await people.verifiedPerson();
    const session = await people.startBackend('contact', identityId);
    await conclude(stack, session.verificationId, foundIn({ face: person.photograph(), address: 'new@example.com' }));
    expect(await people.identity(identityId)).toMatchObject({
      status: 'verified',
      data: { email: { value: address } },
      latestVerification: { id: session.verificationId, startedBy: 'backend', speaksForIdentity: true },
    });
    const failed = await people.startBackend('contact', identityId);
    const shown = { face: person.photograph(), address: 'f@example.com', emailCheck: 'failed' as const };
    await conclude(stack, failed.verificationId, foundIn(shown));
    expect((await people.identity(identityId)).status).toBe('rejected');
  });
});
