import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { WorkContext } from '../../src/db/connection/work-context.ts';
import { newId } from '../../src/domain/id.ts';
import type { DatabaseCaller } from '../../src/domain/repositories/repositories.ts';
import { sessionStart, startSdkSession } from '../support/sdk-client.ts';
import { startStack, type Stack } from '../support/stack.ts';

describe('the value of a piece of work', () => {
  afterEach(() => vi.restoreAllMocks());
  const pauses = [() => Promise.resolve(), () => nextTurn(), () => delay(1)];
  const below = (count: number) => Math.floor(Math.random() * count);

  test('is read by everything in that work, whatever runs next to it, and by nothing else', async () => {
    const context = new WorkContext<number>();
    const wrong: unknown[] = [];
    let shared: Promise<void> = Promise.resolve();
    let looks = 0;
    async function look(value: number | undefined, depth: number): Promise<void> {
      for (let left = 1 + below(4); left > 0; left -= 1) {
        // Some wait for what other work has begun, as the calls of one batch do.
        await (below(4) === 0 ? shared : (shared = pauses[below(3)]?.() ?? Promise.resolve()));
        if (context.current() !== value) wrong.push({ value, read: context.current() });
        looks += 1;
        const inner = below(1_000_000);
        if (depth < 2 && below(3) === 0) await context.during(inner, () => look(inner, depth + 1));
        if (depth < 2 && below(6) === 0) await Promise.all([look(value, depth + 1), look(value, depth + 1)]);
      }
    }
    for (let round = 0; round < 40; round += 1) {
      const some = Array.from({ length: 12 }, (_, at) => {
        const value = below(3) === 0 ? undefined : at;
        const ended = value === undefined ? look(value, 0) : context.during(value, () => look(value, 0));
        // A failure ends the work, too.
        return ended.then(() =>
          value === undefined ? undefined : context.during(value, () => Promise.reject(new Error())),
        );
      });
      await Promise.allSettled(some);
      await nextTurn();
    }
    expect(wrong).toEqual([]);
    expect(looks).toBeGreaterThan(1_000);
  });

  test('burdens nothing once the last piece of work has ended, and is read again in the next', async () => {
    const disable = vi.spyOn(AsyncLocalStorage.prototype, 'disable');
    const context = new WorkContext<string>();
    await context.during('outer', async () => {
      await context.during('inner', () => delay(1));
      expect(disable).not.toHaveBeenCalled();
      expect(context.current()).toBe('outer');
    });
    expect(disable).toHaveBeenCalledTimes(1);
    expect(context.current()).toBeUndefined();
    expect(await context.during('next', () => delay(1).then(() => context.current()))).toBe('next');
    await expect(context.during('failing', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(disable).toHaveBeenCalledTimes(3);
  });
});

describe('the hottest routes, whose handlers name their callers themselves', () => {
  let stack: Stack;
  /** For whom each transaction of the API was opened. */
  const opened: (DatabaseCaller | undefined)[] = [];
  beforeAll(async () => {
    stack = await startStack({ apis: 1 });
    const callers = new AsyncLocalStorage<DatabaseCaller>();
    const { db } = stack.container;
    const { onBehalfOf, transaction } = db;
    db.onBehalfOf = (who, work) => callers.run(who, () => onBehalfOf(who, work));
    db.transaction = (work) => {
      opened.push(callers.getStore());
      return transaction(work);
    };
  });
  afterAll(() => stack.close());

  test('open every transaction on behalf of the client', async () => {
    const { clientId, flowOf, token } = stack.client;
    const flowId = flowOf('document-only');
    const ofClient = { clientId, verificationId: null };
    const json = sessionStart(clientId, flowId);
    const read = async (identityId: string) =>
      (await stack.api.get<object>(`/v2/identities/${identityId}`, { token })).status;

    const session = await startSdkSession(stack.api, json);
    expect((await stack.api.get<object>('/v2/sdk/session', { token: session.token })).status).toBe(200);
    expect(await read(session.identityId)).toBe(200);
    expect(opened).toEqual([]);

    const headers = { 'idempotency-key': newId('request') };
    expect((await stack.api.post<object>('/v2/sdk/sessions', { json, headers })).status).toBe(201);
    expect(opened.splice(0)).toEqual([ofClient]);

    const prepared = await stack.api.post<{ clientToken: string }>('/v2/verifications', { token, json: { flowId } });
    opened.splice(0);
    await startSdkSession(stack.api, { ...json, clientToken: prepared.body.clientToken });
    expect(opened.splice(0)).toEqual([ofClient]);

    const { identityId } = session;
    await stack.api.post<object>('/v2/sdk/sessions', { json: { ...json, metadata: { identityId } } });
    expect(opened.splice(0)).toEqual([ofClient]);

    await stack.api.delete(`/v2/identities/${identityId}`, { token });
    opened.splice(0);
    expect(await read(identityId)).toBe(200);
    expect(opened).toEqual([]);
  });
});
