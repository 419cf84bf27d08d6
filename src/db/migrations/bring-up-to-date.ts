import { applyMigrations } from './apply-migrations.ts';
import { grantAppRole } from './grant-app-role.ts';

/** Migrates as the owner of the tables, and creates the application's role if it is a different one. */
export async function bringUpToDate(
  { url, ownerUrl }: { url: string; ownerUrl: string },
  say: (line: string) => void,
): Promise<void> {
  await applyMigrations({ url: ownerUrl, say });
  if (ownerUrl !== url) await grantAppRole({ ownerUrl, appUrl: url });
}
