import { describe, expect, test } from 'vitest';
import { refusalOf } from '../../src/commands/admin/admin-arguments.ts';
import { adminCommands } from '../../src/commands/admin/index.ts';

const of = (name: string, args: readonly string[]) => {
  const command = adminCommands[name];
  return command === undefined ? `There is no ${name}.` : refusalOf(command, args);
};

describe('an admin command does nothing when it does not understand an argument', () => {
  test.each(Object.entries(adminCommands))('%s refuses a mistyped option', (_name, command) => {
    expect(refusalOf(command, ['--dryrun'])).toContain('no option --dryrun');
    expect(refusalOf(command, ['-n'])).toContain('no option -n');
  });

  test('a word too many is refused: `purge cli_…` does not purge every client', () => {
    expect(of('purge', ['cli_01m8d4h5wbfk3a9rhkqgr7ay2x'])).toContain('does not take');
    expect(of('unknown-files', ['days'])).toContain('does not take');
  });

  test('a flag takes no value, and an option with a value needs one', () => {
    expect(of('purge', ['--dry-run=false'])).toContain('takes no value');
    expect(of('verify-audit', ['--since'])).toContain('needs a value');
  });

  test('what a command takes is let through', () => {
    expect(of('purge', ['--dry-run'])).toBeNull();
    expect(of('restore', ['verify.backup', '--replace', '--dry-run'])).toBeNull();
    expect(of('verify-audit', ['cli_x', '--since', '2026-03-01'])).toBeNull();
    expect(of('doctor', ['--json'])).toBeNull();
  });

  test.each(Object.values(adminCommands).map((command) => [command.usage, command] as const))(
    'the usage line “%s” names exactly what the command takes',
    (usage, { takes = {} }) => {
      const named = [...usage.matchAll(/--([a-z-]+)/g)].map(([, name]) => name).toSorted();
      expect([...(takes.flags ?? []), ...(takes.values ?? [])].toSorted()).toEqual(named);
      const words = usage.match(/<[a-z|]+>|\[[a-zA-Z]+\]|\bFILE\b/gi)?.length ?? 0;
      expect(Math.min(takes.words ?? 0, 2)).toBe(words);
    },
  );
});
