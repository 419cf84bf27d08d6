import { compile } from '../../../src/embedded/compile.ts';
import { ensurePrismaClient } from '../../../src/embedded/prisma-cli.ts';

/** A command that tests start, too. TypeScript's loader would take most of the time of each start. */
export const adminProgram = 'src/commands/admin.ts';

/** Compiles the programs that tests start as processes, as `npm start` does. */
export async function preparePrograms(): Promise<void> {
  await ensurePrismaClient();
  await compile([adminProgram]);
}
