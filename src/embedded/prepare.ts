/**
 * Makes what is generated and not in the repository; npm scripts chain it, because install scripts are off. Arguments are
 * scripts to be compiled, too.
 */
import { compile } from './compile.ts';
import { ensurePrismaClient } from './prisma-cli.ts';

await ensurePrismaClient();
await compile(process.argv.slice(2));
