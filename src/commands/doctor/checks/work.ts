import { queueNames } from '../../../domain/jobs/job.ts';
import type { WorkerReport } from '../../../domain/ports/worker-reports.ts';
import { CannotCheck, defineCheck, type DoctorCheck } from '../doctor-check.ts';
import type { CheckContext } from '../check-context.ts';

/** People wait for their verdicts. */
const latestSeconds = 300;

async function reportsOf({ container }: CheckContext): Promise<WorkerReport[]> {
  return container.workers.list().catch(() => {
    throw new CannotCheck('Redis, in which workers report, does not answer');
  });
}

const workers = defineCheck({
  about: 'workers',
  finds: {
    'workers.stopped': {
      severity: 'fault',
      next: 'Start it with `npm start` and run doctor again: what only a running service shows was not checked.',
    },
    'workers.missing': { severity: 'fault', next: 'Start a worker for each of these queues: `worker QUEUE`.' },
    'workers.mixed': {
      severity: 'risk',
      next: 'Finish the upgrade: restart every worker in the version of the API.',
    },
  },
  async run(context) {
    if (context.stopped)
      return [{ code: 'workers.stopped', says: 'The service does not run: neither its API nor its workers.' }];
    const reports = await reportsOf(context);
    const missing = queueNames.filter((name) => !reports.some(({ queues }) => queues.includes(name)));
    const versions = new Set(reports.map(({ version }) => version ?? 'an older one'));
    versions.delete(context.container.engineVersion);
    return [
      ...(missing.length > 0
        ? [{ code: 'workers.missing' as const, says: `No worker serves ${missing.join(', ')}.` }]
        : []),
      ...(versions.size > 0
        ? [
            {
              code: 'workers.mixed' as const,
              says: `Workers of other versions run: ${[...versions].join(', ')}; this is ${context.container.engineVersion}.`,
            },
          ]
        : []),
    ];
  },
});

const models = defineCheck({
  about: 'models',
  needsRunning: true,
  finds: {
    'models.altered': {
      severity: 'fault',
      next: 'Restore the file (`npm run models`) on every worker, and find out who changed it. Its checks go to review.',
    },
    'models.missing': {
      severity: 'fault',
      next: 'Run `npm run models` on the workers’ machines, or build the image again. Their checks go to review.',
    },
    'models.not_downloaded': {
      severity: 'advice',
      next: 'Run `npm run models` to download them, if you want their checks.',
    },
  },
  async run(context) {
    const reports = await reportsOf(context);
    const reported = reports.flatMap(({ models }) => models);
    if (reported.length === 0) throw new CannotCheck('no worker reports its models');
    const namesOf = (...states: readonly string[]) =>
      [...new Set(reported.filter(({ status }) => states.includes(status)).map(({ name }) => name))].sort();
    const { antiSpoofing } = context.container.config.models;
    const absent = namesOf('notDownloaded');
    const found = {
      'models.altered': namesOf('wrongHash', 'unknown'),
      // Without any of these, no face is judged to be live.
      'models.missing': [...namesOf('missing'), ...absent.filter((name) => antiSpoofing.models.includes(name))],
      'models.not_downloaded': absent.filter((name) => !antiSpoofing.models.includes(name)),
    };
    const words = {
      'models.altered': 'are not the files that the catalogue names',
      'models.missing': 'are missing',
      'models.not_downloaded': 'were not downloaded',
    };
    const codes = ['models.altered', 'models.missing', 'models.not_downloaded'] as const;
    return codes
      .filter((code) => found[code].length > 0)
      .map((code) => ({ code, says: `These models ${words[code]}: ${found[code].join(', ')}.` }));
  },
});

const queues = defineCheck({
  about: 'queues',
  needsRunning: true,
  finds: {
    'queues.late': {
      severity: 'risk',
      next: 'Start more workers for this queue, or read the logs of the running ones.',
    },
  },
  async run({ container }) {
    const waiting = await container.db.outbox.measure();
    return waiting
      .filter(({ oldestSeconds }) => oldestSeconds > latestSeconds)
      .map(({ queue, dueJobs, oldestSeconds }) => ({
        code: 'queues.late',
        says: `${dueJobs} jobs of ${queue} are due, the oldest for ${Math.round(oldestSeconds / 60)} minutes.`,
      }));
  },
});

export const workChecks: readonly DoctorCheck[] = [workers, models, queues];
