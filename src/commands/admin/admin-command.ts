import type { Container } from '../../container.ts';
import type { Takes } from '../read-arguments.ts';

/** A command of `npm run admin`. Returns the exit code. */
export interface AdminCommand {
  usage: string;
  does: string;
  /** What may follow the command's name. Anything else is refused before the command runs. */
  takes?: Takes;
  /** The command may run without a database, and creates one. */
  fillsEmpty?: true;
  /** It changes nothing and shows no personal data, so the audit logs get no line about it. */
  unaudited?: true;
  run(
    container: Container,
    args: readonly string[],
    say: (line: string) => void,
    /** `stopped`: the service does not run, and the command had to start its databases. */
    about?: { stopped: boolean },
  ): Promise<number>;
}
