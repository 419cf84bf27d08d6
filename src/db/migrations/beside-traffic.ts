import { splitStatements } from './split-statements.ts';

const tableMade = /\bCREATE TABLE "([^"]+)"/;
const indexMade = /\bCREATE (UNIQUE )?INDEX (?="[^"]+" ON "([^"]+)")/;
const foreignKey = /\bALTER TABLE "([^"]+)" ADD CONSTRAINT "([^"]+)" FOREIGN KEY .*REFERENCES "([^"]+)"/;

/**
 * Rewrites Prisma's SQL so that it runs while there is traffic: an index on a table with rows is built concurrently, and a foreign key is
 * first added for new rows and then validated for old ones, which blocks no writer.
 */
export function besideTraffic(sql: string): string {
  const statements = splitStatements(sql);
  const isNew = (table: string | undefined) => statements.some((other) => tableMade.exec(other)?.[1] === table);
  return statements
    .flatMap((statement) => {
      const key = foreignKey.exec(statement);
      if (key !== null && !(isNew(key[1]) && isNew(key[3]))) {
        return [`${statement} NOT VALID`, `ALTER TABLE "${key[1] ?? ''}" VALIDATE CONSTRAINT "${key[2] ?? ''}"`];
      }
      const index = indexMade.exec(statement);
      if (index !== null && !isNew(index[2])) return [statement.replace(indexMade, 'CREATE $1INDEX CONCURRENTLY ')];
      return [statement];
    })
    .map((statement) => `${statement};\n`)
    .join('\n');
}
