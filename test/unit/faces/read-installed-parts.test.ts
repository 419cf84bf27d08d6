import { expect, it } from 'vitest';
import type { ModelState, WorkerReport } from '../../../src/domain/ports/worker-reports.ts';
import { createReadInstalledParts } from '../../../src/services/flows/read-installed-parts.ts';

const providers = { sms: true, email: false, awsLiveness: true };
const report = (...models: [string, ModelState][]): WorkerReport => ({
  workerId: 'w',
  queues: ['liveness'],
  models: models.map(([name, status]) => ({ name, sha256: '', status })),
});
const read = (list: () => Promise<WorkerReport[]>) =>
  createReadInstalledParts({
    workers: { list },
    antiSpoofingModels: ['a', 'b'],
    speech: false,
    networks: { places: false, hiddenNetworks: false },
    numberLookup: [],
    providers,
  })();

it('anti-spoofing counts as installed only if every configured model is loaded', async () => {
  const whole = await read(() => Promise.resolve([report(['a', 'loaded'], ['b', 'loaded'])]));
  expect(whole).toMatchObject({
    antiSpoofing: true,
    speech: false,
    senders: { sms: true, email: false },
    awsLiveness: true,
  });
  const halves: WorkerReport[][] = [[], [report(['a', 'loaded'])], [report(['a', 'loaded'], ['b', 'notDownloaded'])]];
  for (const reports of halves) expect((await read(() => Promise.resolve(reports))).antiSpoofing).toBe(false);
});

it('nothing counts as installed while the reports cannot be read', async () => {
  expect((await read(() => Promise.reject(new Error('away')))).antiSpoofing).toBe(false);
});
