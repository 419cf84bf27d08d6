import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as apps from 'kubernetes-models/apps/v1';
import * as batch from 'kubernetes-models/batch/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';

/**
 * The schemas of Kubernetes itself, as classes (`kubernetes-models`): a class checks values and what is required, its type refuses fields that
 * Kubernetes does not know.
 */
const models = {
  ConfigMap: { Model: core.ConfigMap, room: 'v1' },
  Deployment: { Model: apps.Deployment, room: 'apps/v1' },
  Job: { Model: batch.Job, room: 'batch/v1' },
  PodDisruptionBudget: { Model: policy.PodDisruptionBudget, room: 'policy/v1' },
  Service: { Model: core.Service, room: 'v1' },
} as const;
type Kind = keyof typeof models;

const manifestSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string().refine((kind): kind is Kind => kind in models),
  metadata: z.looseObject({ name: z.string() }),
});
type Manifest = z.infer<typeof manifestSchema>;

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(root, 'deploy/kubernetes');
const manifests = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml'))
  .flatMap((name) => parseAllDocuments(readFileSync(join(folder, name), 'utf8')))
  .map((document) => manifestSchema.parse(document.toJS()));
const nameOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`;

/** How many errors the compiler finds in each manifest, written as a literal of its kind's type. */
function countTypeErrors(literals: readonly Manifest[]): number[] {
  const file = join(root, 'manifests.ts');
  const lines = literals.map(
    (literal, at) =>
      `export const m${String(at)}: import('kubernetes-models/${models[literal.kind].room}').I${literal.kind} = ${JSON.stringify(literal)};`,
  );
  const options = { strict: true, noEmit: true, skipLibCheck: true, types: [], module: ts.ModuleKind.NodeNext };
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, version) =>
    name === file ? ts.createSourceFile(name, lines.join('\n'), version) : read(name, version);
  const program = ts.createProgram([file], options, host);
  const source = program.getSourceFile(file);
  if (source === undefined) throw new Error('the manifests were not compiled');
  const counts = literals.map(() => 0);
  for (const { start } of ts.getPreEmitDiagnostics(program)) {
    const { line } = source.getLineAndCharacterOfPosition(start ?? 0);
    counts[line] = (counts[line] ?? 0) + 1;
  }
  return counts;
}

/** Their keys are the operator's choice. */
const maps: ReadonlySet<string> = new Set([
  'annotations',
  'data',
  'labels',
  'limits',
  'matchLabels',
  'requests',
  'selector',
]);

/** Copies of a value, each with one field that Kubernetes does not know, wherever one could be. */
function withUnknownField(value: unknown, name = ''): unknown[] {
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    return list.flatMap((one, at) => withUnknownField(one).map((changed) => list.with(at, changed)));
  }
  if (typeof value !== 'object' || value === null || (maps.has(name) && !('matchLabels' in value))) return [];
  const inner = Object.entries(value).flatMap(([key, one]) =>
    withUnknownField(one, key).map((changed) => ({ ...value, [key]: changed })),
  );
  return [{ ...value, replicaz: 1 }, ...inner];
}

describe('the Kubernetes manifests', () => {
  it.each(manifests.map((manifest) => [nameOf(manifest), manifest] as const))(
    'have only valid values, and all that Kubernetes requires: %s',
    (_name, manifest) => {
      expect(() => {
        new models[manifest.kind].Model(manifest).validate();
      }).not.toThrow();
    },
  );

  it('have only fields that Kubernetes knows, and this test refuses any other one', () => {
    const changed = manifests.flatMap((manifest) => withUnknownField(manifest).map((one) => manifestSchema.parse(one)));
    expect(changed.length).toBeGreaterThan(100);
    const counts = countTypeErrors([...manifests, ...changed]);
    expect(counts.slice(0, manifests.length)).toEqual(manifests.map(() => 0));
    const overlooked = changed.filter((_, at) => counts[manifests.length + at] === 0);
    expect(overlooked).toEqual([]);
  }, 120_000);
});
