import { splitStatements } from './split-statements.ts';

const tableMade = /\bCREATE TABLE "([^"]+)"/;
const indexMade = /\bCREATE (UNIQUE )?INDEX (?="[^"]+" ON "([^"]+)")/;
const foreignKey = /\bALTER TABLE "([^"]+)" ADD CONSTRAINT "([^"]+)" FOREIGN KEY .*REFERENCES "([^"]+)"/;

/**
 * Prisma's SQL, written so that it runs beside traffic: an index of a table that has rows is built concurrently, and a foreign
 * key of one or to one is added for new rows first and then checked for the old ones, which keeps no writer waiting.
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
