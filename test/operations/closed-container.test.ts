import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { noInspection, startStack } from '../support/stack.ts';
import { watchWhatIsAlive } from './what-is-alive.ts';

let watch: ReturnType<typeof watchWhatIsAlive>;
beforeAll(() => {
  watch = watchWhatIsAlive();
});
afterAll(() => watch.stop());

/** An API and workers of every queue. A started session uses the database, Redis, the queues and the metrics. */
async function useAndClose(): Promise<void> {
  const stack = await startStack({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' } });
  await stack.startWorkers({
    qualityHandlers: noInspection,
    documentHandlers: noInspection,
    livenessHandlers: noInspection,
    webhook: true,
    otp: true,
    maintenance: true,
  });
  await stack.startSession();
  await stack.close();
}

test('closed containers and stopped workers leave no timer, socket, listener, metric or store behind in their process', async () => {
  // The first one creates what a process keeps for good, such as the metrics of the process.
  await useAndClose();
  const before = watch.count();
  const containers = 3;
  for (let count = 0; count < containers; count++) await useAndClose();
  // Less than one for each container: the test runner makes timers in this process, too.
  await eventually(() => {
    const left = [...watch.count()].filter(([name, count]) => count - (before.get(name) ?? 0) >= containers);
    expect(left).toEqual([]);
    return true;
  });
});
