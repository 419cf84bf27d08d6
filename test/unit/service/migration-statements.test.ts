import { expect, it } from 'vitest';
import { besideTraffic } from '../../../src/db/migrations/beside-traffic.ts';
import { splitStatements } from '../../../src/db/migrations/split-statements.ts';

it('splits at the semicolons that end statements, and at no other', () => {
  const sql = `
    -- a note; with a semicolon
    CREATE TABLE "a;b" ("id" TEXT DEFAULT 'x;''y;');
    /* another; one */
    CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN RAISE 'no; $$ never'; END; $body$;
    SELECT $1, '--;' ;
    -- the end;
  `;
  expect(splitStatements(sql)).toEqual([
    expect.stringMatching(/^-- a note.*\n\s+CREATE TABLE "a;b" \("id" TEXT DEFAULT 'x;''y;'\)$/),
    expect.stringMatching(/^\/\* another; one \*\/\s+CREATE FUNCTION .*END; \$body\$$/),
    "SELECT $1, '--;'",
  ]);
});

it('builds indexes of existing tables concurrently and checks their foreign keys apart, and leaves new tables as they are', () => {
  const sql = `
    CREATE TABLE "new" ("id" TEXT);
    CREATE INDEX "new_idx" ON "new"("id");
    CREATE TABLE "newer" ("id" TEXT);
    ALTER TABLE "newer" ADD CONSTRAINT "newer_fkey" FOREIGN KEY ("id") REFERENCES "new"("id");
    CREATE UNIQUE INDEX "old_idx" ON "old"("id");
    ALTER TABLE "new" ADD CONSTRAINT "new_fkey" FOREIGN KEY ("id") REFERENCES "old"("id");
    ALTER TABLE "old" ADD CONSTRAINT "old_fkey" FOREIGN KEY ("id") REFERENCES "other"("id") ON DELETE CASCADE;`;
  expect(splitStatements(besideTraffic(sql))).toEqual([
    'CREATE TABLE "new" ("id" TEXT)',
    'CREATE INDEX "new_idx" ON "new"("id")',
    'CREATE TABLE "newer" ("id" TEXT)',
    'ALTER TABLE "newer" ADD CONSTRAINT "newer_fkey" FOREIGN KEY ("id") REFERENCES "new"("id")',
    'CREATE UNIQUE INDEX CONCURRENTLY "old_idx" ON "old"("id")',
    'ALTER TABLE "new" ADD CONSTRAINT "new_fkey" FOREIGN KEY ("id") REFERENCES "old"("id") NOT VALID',
    'ALTER TABLE "new" VALIDATE CONSTRAINT "new_fkey"',
    'ALTER TABLE "old" ADD CONSTRAINT "old_fkey" FOREIGN KEY ("id") REFERENCES "other"("id") ON DELETE CASCADE NOT VALID',
    'ALTER TABLE "old" VALIDATE CONSTRAINT "old_fkey"',
  ]);
});
