import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** The table "Which form an act has" of src/db/README.md. */
const db = fileURLToPath(new URL('../../src/db/', import.meta.url));
const sources = readdirSync(db, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.startsWith('generated'))
  .map((file) => ({ file, text: readFileSync(`${db}${file}`, 'utf8') }));

/** The database's clock, a lock, `on conflict`, or a search or a value that Prisma's methods cannot express. */
const beyondPrisma =
  /now\(\)|clock_timestamp|for update|advisory|on conflict|exists|join|recursive|distinct on|unnest|filter \(|coalesce|greatest|\|\||\(\s*select|\$\{(now|overdue|withKey|Prisma\.raw\(isDue\))\}/;

const rawStatements = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/\$(?:query|execute)Raw(?:<[^`]*>)?`([^`]*)`/g)].map(([, sql = '']) => ({ file, sql })),
);

describe('the forms of acts on the database', () => {
  it('use raw SQL only where Prisma’s methods cannot express it', () => {
    expect(rawStatements.length).toBeGreaterThan(50);
    expect(rawStatements.filter(({ sql }) => !beyondPrisma.test(sql))).toEqual([]);
  });

  it('use prepared statements, and not Prisma, for every start, submit and quick job', () => {
    const hot = sources.filter(({ file }) =>
      /(^|\/)(starts|preparations|submits|shared-submits|session-reads|prepared-reads|batched-[a-z]+)\.ts$/.test(file),
    );
    expect(hot.length).toBeGreaterThanOrEqual(6);
    const prismas = /\$(query|execute)Raw|\.(find(Unique|First|Many)|create|update|upsert|delete)(OrThrow|Many)?\(\{/;
    expect(hot.filter(({ text }) => prismas.test(text)).map(({ file }) => file)).toEqual([]);
    for (const { file, text } of hot) expect([file, /name: .*'[a-z-]+'/.test(text)]).toEqual([file, true]);
  });

  it('give each prepared statement its own name', () => {
    const names = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/^ +name: .*$/gm)].flatMap(([line]) =>
        [...line.matchAll(/'([a-z]+-[a-z-]+)'/g)].map(([, name = '']) => `${name} of ${file}`),
      ),
    );
    expect(names.length).toBeGreaterThan(40);
    const nameOf = (one: string) => one.split(' ')[0];
    expect(names.filter((one) => names.some((other) => other !== one && nameOf(other) === nameOf(one)))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });
});
