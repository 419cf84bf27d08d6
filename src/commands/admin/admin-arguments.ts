import { faultIn } from '../read-arguments.ts';
import type { AdminCommand } from './admin-command.ts';

/**
 * Why a command may not run with these arguments, or null. A mistyped `--dry-run`, or a client that a command does not take, would otherwise
 * be ignored: the operator would delete what they only wanted to look at.
 */
export function refusalOf({ usage, takes = {} }: AdminCommand, args: readonly string[]): string | null {
  const fault = faultIn(takes, args);
  return fault === null ? null : `${fault} Usage: npm run admin -- ${usage}`;
}
