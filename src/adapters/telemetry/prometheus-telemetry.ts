import { AsyncLocalStorage } from 'node:async_hooks';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Gauges, Telemetry } from '../../domain/ports/telemetry.ts';
import { createSpanExporter, type Span, type TraceSettings } from './otlp-spans.ts';

/** Events while one job runs. */
interface JobInHand {
  verificationId: string | null;
  models: NonNullable<Span['children']>[number][];
}

export interface PrometheusTelemetry extends Telemetry {
  contentType: string;
  /** All metrics in Prometheus's text format, with the current gauges where they are known. */
  render(gauges: Gauges | null): Promise<string>;
  close(): Promise<void>;
}

const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const jobSeconds = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40];
const modelSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/**
 * This process's metrics, and its traces if a receiver is configured. Labels are words of fixed lists (routes, jobs, models, codes), so
 * that their number is bounded and they contain no personal data.
 */
export function createPrometheusTelemetry(options: {
  tracing: TraceSettings | null;
  process: string;
  version: string;
}): PrometheusTelemetry {
  metricsOfProcess();
  const registry = new Registry();
  const metrics = createMetrics(registry);
  const spans =
    options.tracing && createSpanExporter(options.tracing, { name: options.process, version: options.version });
  const jobs = new AsyncLocalStorage<JobInHand>();

  return {
    contentType: registry.contentType,

    requestEnded({ requestId, method, route, status, durationMs, verificationId }) {
      const pattern = route ?? 'none';
      metrics.requests.observe({ method, route: pattern, status }, durationMs / 1000);
      spans?.record({
        name: `${method} ${pattern}`,
        kind: 'server',
        endedAtMs: Date.now(),
        durationMs,
        failed: status >= 500,
        attributes: {
          'http.request.method': method,
          'http.route': pattern,
          'http.response.status_code': status,
          'verify.request_id': requestId,
        },
        verificationId,
      });
    },

    async duringJob({ job, outboxId, attempt }, work) {
      const inHand: JobInHand = { verificationId: null, models: [] };
      const startedAt = performance.now();
      const outcome = await jobs.run(inHand, work);
      const durationMs = performance.now() - startedAt;
      metrics.jobs.observe({ job, outcome }, durationMs / 1000);
      spans?.record({
        name: job,
        kind: 'consumer',
        endedAtMs: Date.now(),
        durationMs,
        failed: outcome === 'failed' || outcome === 'exhausted',
        attributes: {
          'verify.job': job,
          'verify.outbox_id': outboxId,
          'verify.attempt': attempt,
          'verify.outcome': outcome,
        },
        verificationId: inHand.verificationId,
        children: inHand.models,
      });
      return { outcome, durationMs, verificationId: inHand.verificationId };
    },

    noteVerification(verificationId) {
      const inHand = jobs.getStore();
      if (inHand !== undefined) inHand.verificationId = verificationId;
    },

    modelRan(model, durationMs) {
      metrics.models.observe({ model }, durationMs / 1000);
      if (spans === null) return;
      const span = { name: `model ${model}`, endedAtMs: Date.now(), durationMs, attributes: { 'verify.model': model } };
      jobs.getStore()?.models.push(span);
    },

    replicaRead: (outcome) => metrics.replicaReads.inc({ outcome }),
    deliveryTried: (outcome, durationMs) => metrics.deliveries.observe({ outcome }, durationMs / 1000),
    codeSent: (channel, outcome) => metrics.codeMessages.inc({ channel, outcome }),
    codeChecked: (confirmed) => metrics.codeChecks.inc({ outcome: confirmed ? 'confirmed' : 'wrong' }),

    verificationMoved(status, reasonCodes) {
      metrics.verifications.inc({ status });
      for (const code of reasonCodes) metrics.reasons.inc({ code });
    },

    async render(gauges) {
      metrics.stand(gauges);
      return Registry.merge([metricsOfProcess(), registry]).metrics();
    },

    async close() {
      await spans?.close();
      jobs.disable();
    },
  };
}

let processRegistry: Registry | undefined;

/** Memory, garbage collection and the event loop: collected once in a process, because the timers and observers of a collection never end. */
function metricsOfProcess(): Registry {
  if (processRegistry === undefined) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry });
  }
  return processRegistry;
}

function createMetrics(register: Registry) {
  const registers = [register];
  const histogram = <L extends string>(name: string, help: string, labelNames: L[], buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers });
  const counter = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Gauge({ name, help, labelNames, registers });

  const queueJobs = gauge('verify_queue_jobs', 'Jobs in the outbox: due now or later', ['queue', 'state']);
  const oldest = gauge('verify_queue_oldest_seconds', 'How long the oldest due job has waited', ['queue']);
  const workers = gauge('verify_workers', 'Worker processes that serve the queue', ['queue']);
  const parts = gauge('verify_part_up', '1 when the part answers, 0 when it does not', ['part']);
  const daysAhead = gauge('verify_partition_days_ahead', 'Days for which partitions for new rows of the table exist', [
    'table',
  ]);
  const rowsOutside = gauge(
    'verify_rows_outside_partitions',
    'Rows of the table outside the partitions of weeks or months, counted up to a thousand',
    ['table'],
  );
  return {
    requests: histogram(
      'verify_http_request_duration_seconds',
      'Requests by route and status',
      ['method', 'route', 'status'],
      requestSeconds,
    ),
    jobs: histogram('verify_job_duration_seconds', 'Runs of jobs by outcome', ['job', 'outcome'], jobSeconds),
    models: histogram('verify_model_run_duration_seconds', 'Runs of one model', ['model'], modelSeconds),
    deliveries: histogram(
      'verify_webhook_attempt_duration_seconds',
      'Attempts to deliver a webhook, by response',
      ['outcome'],
      requestSeconds,
    ),
    replicaReads: counter(
      'verify_replica_reads_total',
      'Reads for lists and figures: by the replica, or by the primary because the replica was late or down',
      ['outcome'],
    ),
    codeMessages: counter('verify_code_messages_total', 'Codes sent through a provider', ['channel', 'outcome']),
    codeChecks: counter('verify_code_checks_total', 'Codes typed by people', ['outcome']),
    verifications: counter('verify_verifications_total', 'Changes of a verification to a status', ['status']),
    reasons: counter('verify_decision_reasons_total', 'Reasons of verdicts that are not verified', ['code']),
    stand(gauges: Gauges | null) {
      for (const one of [queueJobs, oldest, workers, parts, daysAhead, rowsOutside]) one.reset();
      for (const { queue, dueJobs, laterJobs, oldestSeconds, workers: serving } of gauges?.queues ?? []) {
        queueJobs.set({ queue, state: 'due' }, dueJobs);
        queueJobs.set({ queue, state: 'later' }, laterJobs);
        oldest.set({ queue }, oldestSeconds);
        workers.set({ queue }, serving);
      }
      for (const { table, ...measured } of gauges?.partitions ?? []) {
        daysAhead.set({ table }, measured.daysAhead);
        rowsOutside.set({ table }, measured.rowsOutside);
      }
      for (const { name, up } of gauges?.parts ?? []) parts.set({ part: name }, up ? 1 : 0);
    },
  };
}
