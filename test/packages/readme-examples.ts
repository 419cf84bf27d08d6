import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { root } from './pack-packages.ts';

/** The public ids of a flow that exists. */
export interface ExampleIds {
  clientId: string;
  flowId: string;
  baseUrl: string;
}

/** The example in the README whose block begins like this, with the ids of an existing flow. */
export function exampleOf(name: string, ids: ExampleIds): string {
  const readme = readFileSync(join(root, 'web/sdk/README.md'), 'utf8');
  const example = new RegExp(`\`\`\`${name}\\n(.*?)\`\`\``, 's').exec(readme)?.[1];
  if (example === undefined) throw new Error(`the README has no example in ${name}`);
  const filled = example
    .replace('cli_…', ids.clientId)
    .replace('flw_…', ids.flowId)
    .replace('https://verify.example', ids.baseUrl);
  expect(filled).not.toContain('…');
  return filled;
}

/** False if no registry is reachable: then the example is not judged. */
export async function install(project: string, packages: Readonly<Record<string, string>>): Promise<boolean> {
  const wanted = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
  const quietly = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-package-lock', '--no-save'];
  try {
    await promisify(execFile)('npm', ['install', ...quietly, ...wanted], { cwd: project, timeout: 120_000 });
    return true;
  } catch (error) {
    console.log(`SKIPPED: ${wanted.join(' ')} could not be installed: ${String(error).slice(0, 200)}`);
    return false;
  }
}
