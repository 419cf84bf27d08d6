import { parseArgs } from 'node:util';

/** What may follow the name of a command. */
export interface Takes {
  /** How many words that are no options. */
  words?: number;
  /** Names of options without a value, without their dashes. */
  flags?: readonly string[];
  /** Names of options with a value. */
  values?: readonly string[];
}

export interface ReadArguments {
  words: string[];
  flags: ReadonlySet<string>;
  values: ReadonlyMap<string, string>;
}

/**
 * The arguments of an npm command. `--help` prints its usage and ends with 0. For anything that the command does not know, it says so and
 * ends with 1, before it has done anything: a mistyped option must not change what the command does.
 */
export function readArguments(
  { usage, takes }: { usage: string; takes: Takes },
  args: readonly string[] = process.argv.slice(2),
): ReadArguments {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  const fault = faultIn(takes, args);
  if (fault !== null) {
    process.stderr.write(`${fault}\n\n${usage}\n`);
    process.exit(1);
  }
  const tokens = tokensOf(takes, args);
  return {
    words: tokens.flatMap((token) => (token.kind === 'positional' ? token.value : [])),
    flags: new Set(tokens.flatMap((token) => (token.kind === 'option' && token.value === undefined ? token.name : []))),
    values: new Map(
      tokens.flatMap((token): [string, string][] =>
        token.kind === 'option' && token.value !== undefined ? [[token.name, token.value]] : [],
      ),
    ),
  };
}

/** Why a command does not understand its arguments, in plain words, or null. */
export function faultIn(takes: Takes, args: readonly string[]): string | null {
  const { words = 0, flags = [], values = [] } = takes;
  let seen = 0;
  for (const token of tokensOf(takes, args)) {
    if (token.kind === 'positional') {
      seen += 1;
      if (seen > words) return `This command does not take “${token.value}”.`;
    }
    if (token.kind !== 'option') continue;
    if (![...flags, ...values].includes(token.name))
      return `This command has no option ${token.rawName}, so nothing was done.`;
    const needsValue = values.includes(token.name);
    if (needsValue && (token.value === undefined || token.value === '')) return `${token.rawName} needs a value.`;
    if (!needsValue && token.value !== undefined) return `${token.rawName} takes no value.`;
  }
  return null;
}

function tokensOf({ flags = [], values = [] }: Takes, args: readonly string[]) {
  const options = {
    ...Object.fromEntries(flags.map((name) => [name, { type: 'boolean' as const }])),
    ...Object.fromEntries(values.map((name) => [name, { type: 'string' as const }])),
  };
  return parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true }).tokens;
}
