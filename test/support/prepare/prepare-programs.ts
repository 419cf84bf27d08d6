import { compile } from '../../../src/embedded/compile.ts';

/** Commands that tests start, too. The TypeScript loader would take most of the time of each start. */
export const adminProgram = 'src/commands/admin.ts';
export const startProgram = 'src/commands/start.ts';

/** Processes that tests start in place of the decoders of hostile files. */
const hostilePrograms = ['test/support/programs/hostile-decoder.ts', 'test/support/misbehave.ts'];

/** Compiles the programs that tests start as processes, as `npm start` does. */
export async function preparePrograms(): Promise<void> {
  await compile([adminProgram, startProgram, ...hostilePrograms]);
}
