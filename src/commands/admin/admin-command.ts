import type { Container } from '../../container.ts';

/** A command of `npm run admin`. Returns the exit code. */
export interface AdminCommand {
  usage: string;
  does: string;
  /** What may follow the command's name. Anything else is refused before the command runs. */
  takes?: {
    /** How many words that are no options. */
    words?: number;
    /** Names of options without a value, without their dashes. */
    flags?: readonly string[];
    /** Names of options with a value. */
    values?: readonly string[];
  };
  /** The command may run without a database, and creates one. */
  fillsEmpty?: true;
  /** It changes nothing and shows no personal data, so the audit logs get no line about it. */
  unaudited?: true;
  run(container: Container, args: readonly string[], say: (line: string) => void): Promise<number>;
}
