import { createServer } from 'node:http';
import type { PrometheusTelemetry } from '../src/adapters/telemetry/prometheus-telemetry.ts';
import { mayReadMetrics } from '../src/services/health/may-read-metrics.ts';
import type { RunningWorker } from './runtime.ts';

/**
 * A worker has no address unless `METRICS_PORT` gives it one; there it shows its metrics and says that it runs. Without a token
 * it shows its metrics to this machine alone.
 */
export async function startObservationServer(options: {
  port: number;
  host: string;
  token: string | null;
  telemetry: Pick<PrometheusTelemetry, 'contentType' | 'render'>;
}): Promise<RunningWorker> {
  const { port, host, token, telemetry } = options;
  const server = createServer((request, response) => {
    request.resume();
    if (request.method !== 'GET') return void response.writeHead(405).end();
    if (request.url === '/health/live') return void response.writeHead(200).end('ok');
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    if (!mayReadMetrics(request, token)) return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    // All processes share the queues, so the API shows them.
    telemetry.render(null).then(
      (text) => response.writeHead(200, { 'content-type': telemetry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.headersTimeout = 10_000;
  server.requestTimeout = 10_000;
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return {
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
