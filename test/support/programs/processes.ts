import { findFreePort } from '../../../src/embedded/free-port.ts';
import { createApiClient, type ApiClient } from '../api-client.ts';
import { startServiceProcess, type ServiceProcess } from './service-process.ts';

export type { ServiceProcess };

export type ApiProcess = ServiceProcess & { api: ApiClient };

/** The API as `npm start` runs it. `port`: the port of an earlier API. */
export async function startApiProcess(env: Readonly<Record<string, string>>, port?: number): Promise<ApiProcess> {
  const own = port ?? (await findFreePort());
  const running = await startServiceProcess('src/server.ts', ['--any-public-url'], {
    ...env,
    HOST: '127.0.0.1',
    PORT: String(own),
  });
  return { ...running, api: createApiClient(`http://127.0.0.1:${own}`) };
}

/** A worker as `npm start` runs it, for these queues. */
export function startWorkerProcess(
  env: Readonly<Record<string, string>>,
  ...queues: readonly string[]
): Promise<ServiceProcess> {
  return startServiceProcess('workers/main.ts', queues, env);
}
