import type { FaultScene } from './faults.ts';

export interface SceneOfRun extends FaultScene {
  endsAtMs: number;
  /** For the report; faults that are over. */
  noteFault(what: string): void;
  violate(line: string): void;
}

export interface Scenario {
  does: string;
  /** Settings of the service's processes. */
  env?: Readonly<Record<string, string>>;
  /** What happens while people come and go. Ends with everything healed. */
  play(scene: SceneOfRun): Promise<void>;
}
