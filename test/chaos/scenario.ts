import type { WorkerGroup } from '../../src/embedded/worker-groups.ts';
import type { FaultScene } from './faults.ts';

export interface SceneOfRun extends FaultScene {
  endsAtMs: number;
  /** For the report; faults that are over. */
  noteFault(what: string): void;
  violate(line: string): void;
}

/** The outside world of one run, apart from the service. */
export interface Surroundings {
  env: Readonly<Record<string, string>>;
  play(scene: SceneOfRun): Promise<void>;
  close(): Promise<void>;
}

export interface Scenario {
  does: string;
  /** Settings of the service's processes. */
  env?: Readonly<Record<string, string>>;
  /** Which workers there are, two of each. Without it: those that start quickly and need no large models. */
  workers?: readonly WorkerGroup[];
  /** What happens while people come and go. Ends with everything repaired. */
  play?(scene: SceneOfRun): Promise<void>;
  /** In place of `play`, for one that needs more servers. */
  open?(): Promise<Surroundings>;
}
