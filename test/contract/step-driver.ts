import type { World } from './drive-world.ts';
import type { createOutsideBackend, OutsideSession } from './outside-client.ts';

export interface DriveOptions {
  session: OutsideSession;
  verificationId: string;
  backend: ReturnType<typeof createOutsideBackend>;
  world: World;
  /** Whether the input will be judged: making a video that passes takes seconds. */
  judged: boolean;
}

/** How a person gets through a step of one type. The step's id is its type. */
export interface StepDriver {
  config: object;
  /** The same with `canSkip`, for the types that have it. */
  skippable: object | null;
  /** What the backend learns about a person who submitted what `give` gives. */
  verdict: 'verified' | 'reviewNeeded';
  /** Everything up to the submit. Returns what the state of the step must still say after the app was restarted. */
  give(options: DriveOptions): Promise<object>;
  /** Input that the person has to give again. */
  fail(options: DriveOptions): Promise<void>;
  /** The body of the submit. */
  input: Parameters<OutsideSession['submit']>[1];
}
