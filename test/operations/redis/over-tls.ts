import { expect } from 'vitest';
import { smallPicture } from '../../support/documents/pictures.ts';
import { eventually } from '../../support/eventually.ts';
import { startApiProcess, startWorkerProcess, type ApiProcess } from '../../support/programs/processes.ts';
import { sessionStart, startSdkSession } from '../../support/sdk-client.ts';
import { documentOnly } from '../../support/seed.ts';
import { startStack } from '../../support/stack.ts';

/** An API and a worker on a Redis that speaks TLS. */
export interface ServiceOverTls {
  /** Verifies a person: the end comes on the socket, through Redis. */
  verify(): Promise<void>;
  /** What an API says about a Redis whose authority it does not trust. */
  statusWithoutAuthority(): Promise<string | undefined>;
  stop(): Promise<void>;
}

/**
 * Starts real processes, since Node reads the authorities that it trusts at its start, and waits until they have reached Redis. `redisEnv`
 * names the authority.
 */
export async function startServiceOverTls(redisEnv: Record<string, string>): Promise<ServiceOverTls> {
  const stack = await startStack();
  await stack.client.addFlow('once', { ...documentOnly, maxAttemptsPerStep: 1 });
  const env = { ...stack.env, ...redisEnv };
  const api = await startApiProcess(env);
  const running: { kill(): Promise<void> }[] = [api, await startWorkerProcess(env)];
  await eventually(async () => (await redisOf(api)) === 'up', { withinMs: 60_000, what: 'Redis' });
  return {
    async verify() {
      const session = await startSdkSession(api.api, sessionStart(stack.client.clientId, stack.client.flowOf('once')));
      const socket = session.follow();
      expect((await session.upload(await smallPicture())).status).toBe(201);
      expect((await session.submit()).status).toBe(202);
      const isFinished = () => socket.messages.some(({ type }) => type === 'verification.finished');
      await eventually(() => Promise.resolve(isFinished()), { withinMs: 240_000, what: 'the end on the socket' });
      socket.close();
    },
    async statusWithoutAuthority() {
      const { NODE_EXTRA_CA_CERTS: unnamed, ...others } = env as Record<string, string>;
      expect(unnamed).toBeDefined();
      const distrusting = await startApiProcess(others);
      running.push(distrusting);
      return redisOf(distrusting);
    },
    async stop() {
      for (const process of running) await process.kill();
      await stack.close();
    },
  };
}

async function redisOf({ api }: ApiProcess): Promise<string | undefined> {
  const { body } = await api.get<{ parts: { name: string; status: string }[] }>('/health/ready');
  return body.parts.find(({ name }) => name === 'redis')?.status;
}
