import type { AttackedService } from './attacked-service.ts';

/** What an attack came to. `by`: the check or rule that stopped it; null when nothing did. */
export interface AttackEnd {
  by: string | null;
  /** What the host's backend reads of it, or what the service answered. */
  seen: string;
}

/** One attempt to be taken for somebody else, against the running service. */
export interface Attack {
  title: string;
  /** What the attacker does, in a sentence. */
  does: string;
  run(service: AttackedService): Promise<AttackEnd>;
}
