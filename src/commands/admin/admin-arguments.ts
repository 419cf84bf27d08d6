import { parseArgs } from 'node:util';
import type { AdminCommand } from './admin-command.ts';

/**
 * Why a command may not run with these arguments, or null. A mistyped `--dry-run`, or a client that a command does not take, would otherwise
 * be ignored: the operator would delete what they only wanted to look at.
 */
export function refusalOf({ usage, takes = {} }: AdminCommand, args: readonly string[]): string | null {
  const { words = 0, flags = [], values = [] } = takes;
  const options = {
    ...Object.fromEntries(flags.map((name) => [name, { type: 'boolean' as const }])),
    ...Object.fromEntries(values.map((name) => [name, { type: 'string' as const }])),
  };
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  const usageLine = `Usage: npm run admin -- ${usage}`;
  let positionals = 0;
  for (const token of tokens) {
    if (token.kind === 'positional') {
      positionals += 1;
      if (positionals > words) return `This command does not take “${token.value}”. ${usageLine}`;
    }
    if (token.kind !== 'option') continue;
    if (!Object.hasOwn(options, token.name))
      return `This command has no option ${token.rawName}, so nothing was done. ${usageLine}`;
    const needsValue = values.includes(token.name);
    if (needsValue && (token.value === undefined || token.value === ''))
      return `${token.rawName} needs a value. ${usageLine}`;
    if (!needsValue && token.value !== undefined) return `${token.rawName} takes no value. ${usageLine}`;
  }
  return null;
}
