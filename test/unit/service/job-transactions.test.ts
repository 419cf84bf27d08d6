import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/** Programs that run jobs of many clients. Cron jobs have no caller: `workers/maintenance.ts` is not among them. */
const programs = ['quality', 'document', 'liveness', 'otp', 'webhook'].map((name) => `workers/${name}.ts`);

function withImports(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  for (const [, path] of text.matchAll(/^(?:import|\} from)\b(?! type).*?'(\.{1,2}\/[^']+\.ts)'/gm)) {
    if (path !== undefined) withImports(join(dirname(file), path), seen);
  }
  return seen;
}

test('every transaction that a job opens takes one of its client’s seats', () => {
  const files = [...programs.reduce((seen, file) => withImports(file, seen), new Set<string>())];
  const opening = files.filter(
    (file) => file.startsWith('src/services/') && readFileSync(file, 'utf8').includes('.transaction('),
  );
  expect(opening).toContain('src/services/objects/replace-original.ts');
  const bare = opening.filter((file) =>
    /(?<!onBehalfOf\([\s\S]{0,80}=> )db\.transaction\(/.test(readFileSync(file, 'utf8')),
  );
  expect(bare).toEqual([]);
});
