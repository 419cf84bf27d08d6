import type { Container } from '../../container.ts';

/** A command of `npm run admin`. Returns the exit code. */
export interface AdminCommand {
  usage: string;
  does: string;
  /** The command may run without a database, and creates one. */
  fillsEmpty?: true;
  /** It changes nothing and shows no personal data, so the audit logs get no line about it. */
  onlyLooks?: true;
  run(container: Container, args: readonly string[], say: (line: string) => void): Promise<number>;
}
