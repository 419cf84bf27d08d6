import { createUnknownFiles, type UnknownFile } from '../../services/objects/unknown-files.ts';
import type { AdminCommand } from './admin-command.ts';

/** Prints each file on a line, in the store's order (oldest first), then their number and the period in which they were made. */
export async function sayFiles(files: AsyncIterable<UnknownFile>, say: (line: string) => void): Promise<void> {
  let count = 0;
  let first = Infinity;
  let last = -Infinity;
  for await (const { objectKey, madeAt } of files) {
    count += 1;
    first = Math.min(first, madeAt?.getTime() ?? Infinity);
    last = Math.max(last, madeAt?.getTime() ?? -Infinity);
    say(`  ${objectKey}  ${madeAt?.toISOString() ?? 'of an unknown time'}`);
  }
  const between = last < first ? '' : `, made from ${new Date(first).toISOString()} to ${new Date(last).toISOString()}`;
  say(`${count} files that no row refers to${between}.`);
}

/** After a restore by Postgres's own tools; `restore` does so automatically. */
export const unknownFilesCommand: AdminCommand = {
  usage: 'unknown-files [--dry-run]',
  takes: { flags: ['dry-run'] },
  does: 'schedules the deletion of files that no row refers to, some days later; --dry-run only lists them',
  async run(container, args, say) {
    const files = createUnknownFiles(container);
    if (args.includes('--dry-run')) {
      await sayFiles(files.list(), say);
      return 0;
    }
    const days = container.config.unknownFilesKeptDays;
    const count = await files.keepFor(days);
    say(
      count === 0
        ? 'Every file belongs to a row.'
        : `No row of this database refers to ${count} files; they will be deleted in ${days} days. If you restored the wrong backup, restore the right one before that.`,
    );
    return 0;
  },
};
