/**
 * Generates files that are not in the repository. npm scripts call it, because install scripts are disabled. Arguments are further scripts
 * to compile.
 */
import { compile } from './compile.ts';
import { ensurePrismaClient } from './prisma-cli.ts';

await ensurePrismaClient();
await compile(process.argv.slice(2));
