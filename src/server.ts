import { createLogger } from './adapters/telemetry/logger.ts';
import { createApi } from './api.ts';
import { demandPublicUrl, loadConfig } from './config.ts';
import { createContainer } from './container.ts';
import { listen, startProcess } from './start-process.ts';

/** After a signal the process finishes running requests. Clients that are still connected after this time are disconnected. */
const shutdownMs = 20_000;

await startProcess(async () => {
  const config = loadConfig();
  // People try `npm start` under whatever address its machine has.
  if (!process.argv.includes('--any-public-url')) demandPublicUrl(config);
  const log = createLogger({ level: config.log.level, process: 'api' });
  const container = createContainer(config, log);
  const app = await createApi(container);

  async function stop(): Promise<void> {
    const cutOff = setTimeout(() => process.exit(1), shutdownMs);
    cutOff.unref();
    await app.close();
    await container.close();
    clearTimeout(cutOff);
    process.exit(0);
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());

  await container.settle();
  const { host, port } = config.http;
  await listen({ host, port, portSetting: 'PORT' }, () => app.listen({ host, port }));
  // The parent process waits for this message.
  process.send?.({ type: 'ready' });
});
