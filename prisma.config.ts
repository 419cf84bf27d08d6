import { fileURLToPath } from 'node:url';
import { defineConfig } from 'prisma/config';

const root = new URL('.', import.meta.url);
const path = (relative: string): string => fileURLToPath(new URL(relative, root));

// Prisma would download its schema engine; ours is the same engine from npm.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= path('prisma/schema-engine.mjs');

const url = process.env.DATABASE_URL;

export default defineConfig({
  schema: path('prisma/schema.prisma'),
  migrations: { path: path('prisma/migrations') },
  // `generate` needs no database.
  ...(url === undefined ? {} : { datasource: { url } }),
});
