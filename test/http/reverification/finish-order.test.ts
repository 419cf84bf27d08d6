import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conclude } from '../../support/conclude.ts';
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

/**
 * A person whose attempt by the backend is open, who is verified on a second device meanwhile, and is then rejected in the first attempt.
 */
async function rejectedLast() {
  const { person, identityId, first, address } = await people.verifiedPerson();
  const asked = await people.startBackend('strong', identityId);
  const own = await people.startDevice('strong', identityId);
  await conclude(stack, own.verificationId, foundIn({ face: person.photograph(), address }));
  expect(await people.identity(identityId)).toMatchObject({
    status: 'verified',
    latestVerification: { id: own.verificationId, speaksForIdentity: true },
  });
  const shown = { face: person.photograph(), address, emailCheck: 'failed' } as const;
  await conclude(stack, asked.verificationId, foundIn(shown));
  return { person, identityId, first, address, asked: asked.verificationId, own: own.verificationId };
}

describe('of two attempts, the one that finished last decides, even if it began first', () => {
  test('the identity’s status and its latest verification are the same attempt’s', async () => {
    const { identityId, asked, own, first } = await rejectedLast();
    expect(await people.identity(identityId)).toMatchObject({
      status: 'rejected',
      latestVerification: { id: asked, status: 'rejected' },
      verifications: [{ id: own }, { id: asked }, { id: first }],
    });
  });

  test('even if its transaction began before the other attempt finished', async () => {
    const { person, identityId, address } = await people.verifiedPerson();
    const asked = await people.startBackend('strong', identityId);
    const own = await people.startDevice('strong', identityId);
    const shown = { face: person.photograph(), address, emailCheck: 'failed' } as const;
    await conclude(stack, asked.verificationId, foundIn(shown), () =>
      conclude(stack, own.verificationId, foundIn({ face: person.photograph(), address })),
    );
    expect(await people.identity(identityId)).toMatchObject({
      status: 'rejected',
      latestVerification: { id: asked.verificationId, status: 'rejected' },
    });
  });

  test('erasing an older attempt does not turn a rejected person into a verified one', async () => {
    const { identityId, asked, first } = await rejectedLast();
    const { status } = await stack.api.delete(`/v2/verifications/${first}`, { token: stack.client.token });
    expect(status).toBe(204);
    expect(await people.identity(identityId)).toMatchObject({
      status: 'rejected',
      latestVerification: { id: asked, status: 'rejected' },
    });
  });

  test('attempts that were cancelled since do not hide the latest verdict', async () => {
    const { identityId, asked } = await rejectedLast();
    await people.cancelMany('strong', identityId, 21);
    expect(await people.identity(identityId)).toMatchObject({
      status: 'rejected',
      latestVerification: { id: asked, status: 'rejected' },
    });
  });
});

test('a sign of forgery that an open attempt shows after another one’s verdict is still one in the next', async () => {
  const { person, identityId, address } = await people.verifiedPerson();
  const left = await people.startBackend('strong', identityId);
  const own = await people.startDevice('strong', identityId);
  await conclude(stack, own.verificationId, foundIn({ face: person.photograph(), address }));
  expect((await people.identity(identityId)).latestVerification?.id).toBe(own.verificationId);
  await people.findScreen(left.verificationId);
  await left.cancel();

  const next = await people.startBackend('strong', identityId);
  await conclude(stack, next.verificationId, foundIn({ face: person.photograph(), address }));
  expect(await people.attempt(next.verificationId)).toMatchObject(ofScreen);
});

test('a sign of forgery in an attempt that is still open keeps another one from being verified', async () => {
  const { person, identityId, address } = await people.verifiedPerson();
  const left = await people.startBackend('strong', identityId);
  await people.findScreen(left.verificationId);
  const own = await people.startDevice('strong', identityId);
  await conclude(stack, own.verificationId, foundIn({ face: person.photograph(), address }));
  expect((await left.state()).body.status).toBe('pending');
  expect(await people.attempt(own.verificationId)).toMatchObject(ofScreen);
  expect((await people.identity(identityId)).latestVerification?.id).not.toBe(own.verificationId);
});

const ofScreen = { status: 'reviewNeeded', decision: { reasons: [{ code: 'passive_liveness.screen_or_print' }] } };
