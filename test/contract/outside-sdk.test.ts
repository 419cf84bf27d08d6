import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StepType } from '../../src/domain/verifications/step-type.ts';
import { createExpireVerifications } from '../../src/services/verifications/end-verification.ts';
import { eventually } from '../support/eventually.ts';
import { isFullSuite, sampleOf } from '../support/sample-of.ts';
import type { Stack } from '../support/stack.ts';
import { openWorld, type World } from './drive-world.ts';
import {
  bodyOf,
  createOutsideBackend,
  createOutsideSdk,
  refusalOf,
  type OutsideSdk,
  type SocketMessage,
} from './outside-client.ts';
import type { StepDriver } from './step-driver.ts';
import { flowOf, stepDrivers } from './step-drivers.ts';

let world: World;
let stack: Stack;
let sdk: OutsideSdk;
let backend: ReturnType<typeof createOutsideBackend>;
beforeAll(async () => {
  world = await openWorld();
  stack = world.stack;
  sdk = createOutsideSdk(stack.api.baseUrl);
  backend = createOutsideBackend(stack.api.baseUrl, stack.client.token);
});
afterAll(() => world.close());

const driven = Object.entries(stepDrivers) as [StepType, StepDriver][];
/** Filming a person and judging the film takes ten seconds: workers/active-liveness.test.ts does it in the quick suite. */
const judged = driven.filter(([type]) => isFullSuite || type !== 'active-liveness');

/** Videos take their time on a busy machine. */
const judging = { withinMs: 60_000, what: 'the judgement' };
const patient = { timeout: 150_000 };

let lastFlow = 0;
/** A session of a flow with one step of this type, whose id is the type. */
async function begin(type: StepType, config: object, more: object = {}) {
  const name = `${type} ${(lastFlow += 1)}`;
  const flowId = await stack.client.addFlow(name, flowOf(type, config, more));
  const started = await sdk.start(stack.client.clientId, flowId);
  const session = sdk.resume(started.sessionToken);
  if (started.consent.required) await session.consent(started.consent.version ?? '');
  return { started, session, verificationId: started.verificationId, backend, world, judged: false };
}

describe.each(judged)('a step of type %s, driven by a client made from openapi.json alone', (type, driver) => {
  test(
    'gets its inputs, is submitted once however often it is sent, and ends; the socket reports all of it',
    patient,
    async () => {
      const person = await begin(type, driver.config, { maxAttemptsPerStep: 1 });
      const { session } = person;
      const socket = session.follow();
      await driver.give({ ...person, judged: true });
      const key = `the-submit-${person.verificationId}`;
      const first = bodyOf(await session.submit(type, driver.input, key));
      const again = bodyOf(await session.submit(type, driver.input, key));
      expect(again).toEqual(first);
      expect(refusalOf(await session.submit(type, driver.input))).toMatch(
        /^(409 step\.not_waiting|410 session\.ended)$/,
      );

      const isFinished = (message: SocketMessage) =>
        message.type === 'step.updated' && message.step.status === 'finished';
      await eventually(() => socket.messages.some(isFinished), judging);
      await eventually(() => socket.messages.some((message) => message.type === 'verification.finished'));
      socket.close();
      expect(await session.stepState(type)).toMatchObject({ status: 'finished' });
      const sequences = socket.messages.map(({ sequence }) => sequence);
      expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
      // The device gets no verdict.
      expect(JSON.stringify([await session.state(), socket.messages])).not.toMatch(
        /"(verified|rejected|reviewNeeded)"(?!:)/,
      );
      expect((await backend.verification(person.verificationId)).status).toBe(driver.verdict);
    },
  );
});

describe.each(sampleOf(judged, 4))(
  'a step of type %s whose files are refused, driven by the same client',
  (type, driver) => {
    test('comes back with codes that the list of screen texts explains, and can be repeated', patient, async () => {
      const person = await begin(type, driver.config, { maxAttemptsPerStep: 2 });
      const { session } = person;
      await driver.fail(person);
      const step = await eventually(async () => {
        const now = await session.stepState(type);
        return now.status === 'waiting' && now.codes.length > 0 ? now : null;
      }, judging);
      expect(step.attemptsLeft).toBeGreaterThan(0);
      const texts = new Map((await sdk.errorCodes()).data.map(({ code, kind }) => [code, kind]));
      expect(step.codes.map((code) => texts.get(code))).toEqual(step.codes.map(() => 'retake'));
      expect(await session.stepState(type)).toMatchObject({ files: [] });

      await driver.give({ ...person, judged: true });
      expect((await session.submit(type, driver.input)).response.status).toBe(202);
      await eventually(async () => (await session.stepState(type)).status === 'finished', judging);
      expect((await session.stepState(type)).codes).toEqual([]);
    });
  },
);

describe.each(sampleOf(driven, 5))('a step of type %s that is not over, driven by the same client', (type, driver) => {
  test('continues where it was when the app is started again in the middle', async () => {
    const person = await begin(type, driver.config);
    const still = await driver.give(person);
    const socket = person.session.follow();
    socket.close();

    const resumed = sdk.resume(person.started.sessionToken);
    const state = await resumed.state();
    expect(state).toMatchObject({ status: 'pending', verificationId: person.verificationId });
    expect(await resumed.stepState(type)).toMatchObject({ status: 'waiting', attempt: 1, ...still });
    expect((await resumed.submit(type, driver.input)).response.status).toBe(202);
    const after = resumed.follow(state.lastSequence);
    await eventually(() => after.messages.length > 0);
    expect(after.messages[0]?.sequence).toBeGreaterThan(state.lastSequence);
    after.close();
  });

  test('can be skipped if and only if the flow says so', async () => {
    const { session } = await begin(type, driver.config);
    expect(refusalOf(await session.skip(type))).toBe('409 step.not_skippable');
    if (driver.skippable === null) return;
    const person = await begin(type, driver.skippable);
    expect(bodyOf(await person.session.skip(type))).toMatchObject({ id: type, status: 'skipped' });
    expect((await person.session.state()).status).not.toBe('pending');
  });

  test('accepts nothing more after the person has cancelled, who learns which verification it was', async () => {
    const person = await begin(type, driver.config);
    await driver.give(person);
    const { identityId, verificationId } = person.started;
    const cancelled = bodyOf(await person.session.cancel());
    expect(cancelled).toEqual({ identityId, verificationId, status: 'cancelled' });
    expect(refusalOf(await person.session.submit(type, driver.input))).toBe('410 session.ended');
    expect((await person.session.state()).status).toBe('cancelled');
  });

  test('accepts nothing more once the time without progress is over, and the socket says so', async () => {
    const person = await begin(type, driver.config);
    await driver.give(person);
    const socket = person.session.follow();
    await stack.sql.query(`update verifications set expires_at = now() - interval '1 second' where id = $1`, [
      person.verificationId,
    ]);
    expect(refusalOf(await person.session.submit(type, driver.input))).toBe('410 session.ended');
    await createExpireVerifications(stack.container)();
    await eventually(() => socket.messages.some((message) => message.type === 'verification.finished'));
    expect(socket.messages.at(-1)).toMatchObject({ outcome: 'expired' });
    socket.close();
    expect((await person.session.state()).status).toBe('expired');
  });
});

test('a picture that is unreadable twice uses up the attempts and ends the step', async () => {
  const person = await begin('document', stepDrivers.document.config, { maxAttemptsPerStep: 2 });
  for (const status of ['waiting', 'finished']) {
    await stepDrivers.document.fail(person);
    const step = await eventually(async () => {
      const now = await person.session.stepState('document');
      return now.status === 'processing' ? null : now;
    });
    expect(step).toMatchObject({ status, attemptsLeft: status === 'waiting' ? 1 : 0 });
  }
});
