/** Tokens in which a semicolon ends no statement: comments, strings, quoted names and dollar-quoted bodies. */
const opaque = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1/y;

/** The statements of a migration, in order, with their comments. Parts that contain only comments are dropped. */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let from = 0;
  let at = 0;
  while (at < sql.length) {
    opaque.lastIndex = at;
    const skipped = opaque.exec(sql)?.[0].length ?? 0;
    if (skipped === 0 && sql[at] === ';') {
      statements.push(sql.slice(from, at));
      from = at + 1;
    }
    at += Math.max(1, skipped);
  }
  statements.push(sql.slice(from));
  return statements.map((statement) => statement.trim()).filter((statement) => withoutComments(statement) !== '');
}

/** A statement without the comments before its first word. */
export function withoutComments(statement: string): string {
  return statement.replaceAll(/^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)+/g, '');
}
