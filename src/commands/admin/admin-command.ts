import type { Container } from '../../container.ts';

/** A command of `npm run admin`. Answers the exit code. */
export interface AdminCommand {
  usage: string;
  does: string;
  /** It may find no database yet, and fills it. */
  fillsEmpty?: true;
  /** It changes nothing and shows no personal data, so that the audit logs get no line of it. */
  onlyLooks?: true;
  run(container: Container, args: readonly string[], say: (line: string) => void): Promise<number>;
}
