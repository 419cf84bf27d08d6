import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** A face that becomes searchable, and a value by which somebody is found. */
const claims = [/\.enrolledFaces\s*\.(enrol|setSearchable)\(/, /\.blindIndexes\s*\.addAll\(/];

test('only claim-person enrols a face or indexes a value, so no verdict does so without the search', () => {
  const files = ['src', 'workers'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.includes('generated'))
      .map((file) => join(top, file)),
  );
  const claiming = files.filter((file) => claims.some((claim) => claim.test(readFileSync(join(root, file), 'utf8'))));
  expect(claiming).toEqual(['src/services/verifications/claim-person.ts']);
});
