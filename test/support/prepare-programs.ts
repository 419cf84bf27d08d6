import { compile } from '../../src/embedded/compile.ts';
import { ensurePrismaClient } from '../../src/embedded/prisma-cli.ts';

/** Compiles the programs that tests start as processes, as `npm start` does. */
export default async function setup(): Promise<void> {
  await ensurePrismaClient();
  await compile();
}
