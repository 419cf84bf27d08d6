import type { AttackedService } from './attacked-service.ts';

/** The result of an attack. `by`: the check or rule that stopped it; null when nothing did. */
export interface AttackEnd {
  by: string | null;
  /** What the host's backend reads about it, or the service's response. */
  seen: string;
}

/** One attempt to pass as another person, against the running service. */
export interface Attack {
  title: string;
  /** The attacker's action, in a sentence. */
  does: string;
  run(service: AttackedService): Promise<AttackEnd>;
}
