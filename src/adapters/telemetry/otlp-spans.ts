import { createHash, randomBytes } from 'node:crypto';

export interface TraceSettings {
  /** Base address of an OTLP/HTTP receiver; spans go to `/v1/traces` below it. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  serviceName: string;
}

export interface Span {
  name: string;
  kind: 'server' | 'consumer' | 'internal';
  endedAtMs: number;
  durationMs: number;
  failed: boolean;
  attributes: Readonly<Record<string, string | number>>;
  /** All spans of one verification form one trace. */
  verificationId: string | null;
  children?: readonly Pick<Span, 'name' | 'endedAtMs' | 'durationMs' | 'attributes'>[];
}

export interface SpanExporter {
  record(span: Span): void;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

const sendEveryMs = 2_000;
const sendTimeoutMs = 5_000;
const largestBatch = 1_000;
/** While the receiver is unavailable, older spans are dropped: tracing must never use up the service's memory. */
const mostKept = 5_000;
/** Span kinds and the error status by their numbers in OTLP. */
const kinds = { internal: 1, server: 2, consumer: 5 } as const;
const statusError = 2;

/**
 * Sends spans as OTLP/HTTP in JSON (opentelemetry.io/docs/specs/otlp), in batches. Implemented here because the official exporter requires
 * a newer Node than the service does and patches loaded modules. An unavailable receiver loses spans, nothing else.
 */
export function createSpanExporter(settings: TraceSettings, process: { name: string; version: string }): SpanExporter {
  const url = `${settings.endpoint.replace(/\/$/, '')}/v1/traces`;
  const resource = {
    attributes: attributesOf({
      'service.name': settings.serviceName,
      'service.version': process.version,
      'verify.process': process.name,
    }),
  };
  let waiting: object[] = [];

  async function send(): Promise<void> {
    const spans = waiting.splice(0, largestBatch);
    if (spans.length === 0) return;
    const scopeSpans = [{ scope: { name: 'verify', version: process.version }, spans }];
    await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...settings.headers },
      body: JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] }),
      signal: AbortSignal.timeout(sendTimeoutMs),
    }).then(
      (answer) => answer.body?.cancel(),
      () => undefined,
    );
  }

  const timer = setInterval(() => void send(), sendEveryMs).unref();
  return {
    record(span) {
      const { traceId, parentSpanId } = placeOf(span.verificationId);
      const spanId = randomBytes(8).toString('hex');
      const { verificationId, children = [] } = span;
      const about = verificationId === null ? {} : { 'verify.verification_id': verificationId };
      const own = { ...encode(span, { ...span.attributes, ...about }), traceId, spanId, parentSpanId };
      const inner = children.map((child) => ({
        ...encode({ ...child, kind: 'internal', failed: false }, child.attributes),
        traceId,
        spanId: randomBytes(8).toString('hex'),
        parentSpanId: spanId,
      }));
      waiting.push(own, ...inner);
      if (waiting.length > mostKept) waiting = waiting.slice(-mostKept);
    },
    async close() {
      clearInterval(timer);
      await send();
    },
  };
}

/** A verification's trace id, which every process derives by itself; a separate trace for spans without a verification. */
function placeOf(verificationId: string | null): { traceId: string; parentSpanId: string } {
  if (verificationId === null) return { traceId: randomBytes(16).toString('hex'), parentSpanId: '' };
  const digest = createHash('sha256').update(verificationId).digest('hex');
  return { traceId: digest.slice(0, 32), parentSpanId: digest.slice(32, 48) };
}

function encode(
  span: Pick<Span, 'name' | 'kind' | 'endedAtMs' | 'durationMs' | 'failed'>,
  attributes: Span['attributes'],
) {
  return {
    name: span.name,
    kind: kinds[span.kind],
    startTimeUnixNano: nanoseconds(span.endedAtMs - span.durationMs),
    endTimeUnixNano: nanoseconds(span.endedAtMs),
    attributes: attributesOf(attributes),
    status: span.failed ? { code: statusError } : {},
  };
}

const nanoseconds = (atMs: number) => `${Math.round(atMs * 1_000)}000`;

function attributesOf(attributes: Span['attributes']) {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { doubleValue: value } : { stringValue: value },
  }));
}
