import type { InstalledParts } from '../../contract/flow-warnings/flow-warning.ts';
import type { WorkerReports } from '../../domain/ports/worker-reports.ts';
import type { StepProviders } from './missing-providers.ts';

/**
 * The parts that the workers report. A model that no worker reports counts as missing, and all models do while the reports cannot be read:
 * an unnecessary warning does no harm.
 */
export function createReadInstalledParts({
  workers,
  antiSpoofingModels,
  speech,
  networks,
  numberLookup,
  providers,
}: {
  workers: Pick<WorkerReports, 'list'>;
  /** The configured models: while one of them is unusable, no face is judged to be live. */
  antiSpoofingModels: readonly string[];
  speech: boolean;
  networks: InstalledParts['networks'];
  numberLookup: InstalledParts['numberLookup'];
  providers: StepProviders;
}) {
  return async function readInstalledParts(): Promise<InstalledParts> {
    const reports = await workers.list().catch(() => []);
    const models = reports.flatMap((report) => report.models);
    const isLoaded = (wanted: string) => models.some(({ name, status }) => name === wanted && status === 'loaded');
    const antiSpoofing = antiSpoofingModels.every(isLoaded);
    return { antiSpoofing, speech, senders: providers, awsLiveness: providers.awsLiveness, networks, numberLookup };
  };
}

export type ReadInstalledParts = ReturnType<typeof createReadInstalledParts>;
