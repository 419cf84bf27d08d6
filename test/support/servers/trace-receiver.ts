import { z } from 'zod';
import { startReceiver } from './receiver.ts';

const attribute = z.object({ key: z.string(), value: z.record(z.string(), z.union([z.string(), z.number()])) });
const span = z.object({
  name: z.string(),
  kind: z.number(),
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z.string().regex(/^([0-9a-f]{16})?$/),
  startTimeUnixNano: z.string().regex(/^\d{19}$/),
  endTimeUnixNano: z.string().regex(/^\d{19}$/),
  attributes: z.array(attribute),
});
/** What a receiver of OTLP/HTTP gets: ExportTraceServiceRequest in JSON. */
const exportRequest = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});

/** A receiver of OpenTelemetry traces. */
export async function startTraceReceiver() {
  const receiver = await startReceiver((response) => void response.writeHead(200).end('{}'));
  return {
    endpoint: new URL('/', receiver.url).href,
    requests: receiver.requests,
    spans: () =>
      receiver.requests.flatMap(({ body }) =>
        exportRequest
          .parse(JSON.parse(body))
          .resourceSpans.flatMap((resource) => resource.scopeSpans.flatMap((scope) => scope.spans)),
      ),
    close: () => receiver.close(),
  };
}
