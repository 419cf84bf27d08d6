import { compile } from '../../../src/embedded/compile.ts';
import { ensurePrismaClient } from '../../../src/embedded/prisma-cli.ts';

/** Compiles the programs that tests start as processes, as `npm start` does. */
export async function preparePrograms(): Promise<void> {
  await ensurePrismaClient();
  await compile();
}
