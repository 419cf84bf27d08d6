import { findFreePort } from '../../../src/embedded/free-port.ts';
import { createApiClient, type ApiClient } from '../api-client.ts';
import { startServiceProcess, type ServiceProcess } from './service-process.ts';

export type { ServiceProcess };

export type ApiProcess = ServiceProcess & { api: ApiClient };

const mostTries = 5;

/** The API as `npm start` runs it. `port`: the port of an earlier API. */
export async function startApiProcess(env: Readonly<Record<string, string>>, port?: number): Promise<ApiProcess> {
  if (port !== undefined) return startOn(port, env);
  for (let tries = 1; ; tries += 1) {
    try {
      return await startOn(await findFreePort(), env);
    } catch (error) {
      // Another test may take the port between the search and the start.
      if (tries === mostTries || !String(error).includes('another program uses port')) throw error;
    }
  }
}

async function startOn(port: number, env: Readonly<Record<string, string>>): Promise<ApiProcess> {
  const running = await startServiceProcess('src/server.ts', ['--any-public-url'], {
    ...env,
    HOST: '127.0.0.1',
    PORT: String(port),
  });
  return { ...running, api: createApiClient(`http://127.0.0.1:${port}`) };
}

/** A worker as `npm start` runs it, for these queues. */
export function startWorkerProcess(
  env: Readonly<Record<string, string>>,
  ...queues: readonly string[]
): Promise<ServiceProcess> {
  return startServiceProcess('workers/main.ts', queues, env);
}
