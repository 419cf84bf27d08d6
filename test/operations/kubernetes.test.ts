import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { environmentNames, loadConfig, loadMigrationConfig } from '../../src/config.ts';
import { workerEnvironment } from '../../src/embedded/worker-environment.ts';
import { compose, environmentOfService } from '../support/programs/compose-file.ts';

/**
 * There is no cluster here: the manifests are compared with docker-compose.yml, whose processes other tests start, and with the settings.
 */
const deploy = fileURLToPath(new URL('../../deploy/', import.meta.url));

const containerSchema = z.object({
  name: z.string(),
  image: z.string(),
  args: z.array(z.string()),
  envFrom: z.array(z.object({ configMapRef: z.object({ name: z.string() }) })),
  env: z.array(z.object({ name: z.string(), value: z.string() })),
  ports: z.array(z.object({ containerPort: z.number() })).default([]),
  resources: z.object({ limits: z.object({ memory: z.string() }) }),
  securityContext: z.object({ readOnlyRootFilesystem: z.literal(true), allowPrivilegeEscalation: z.literal(false) }),
  livenessProbe: z.unknown().optional(),
});
const podSchema = z.object({
  securityContext: z.object({ runAsNonRoot: z.literal(true) }),
  terminationGracePeriodSeconds: z.number().optional(),
  containers: z.tuple([containerSchema]),
  volumes: z.array(
    z.object({
      name: z.string(),
      secret: z.object({ items: z.array(z.object({ key: z.string(), path: z.string() })) }).optional(),
    }),
  ),
});
const workloadSchema = z.object({ spec: z.object({ template: z.object({ spec: podSchema }) }) });

const documents = readdirSync(join(deploy, 'kubernetes'))
  .filter((name) => name.endsWith('.yaml'))
  .flatMap((name) => parseAllDocuments(readFileSync(join(deploy, 'kubernetes', name), 'utf8')))
  .map((document) => z.looseObject({ kind: z.string() }).parse(document.toJS()));
const pods = documents
  .filter(({ kind }) => ['Deployment', 'Job'].includes(kind))
  .map((document) => workloadSchema.parse(document).spec.template.spec)
  .map((pod) => ({ ...pod, container: pod.containers[0] }));
const settings = z
  .object({ data: z.record(z.string(), z.string()) })
  .parse(documents.find(({ kind }) => kind === 'ConfigMap')).data;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'verify-kubernetes-'));
  execFileSync('sh', [join(deploy, 'make-secrets.sh'), folder]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const secretsOf = ({ volumes }: (typeof pods)[number]) =>
  volumes.flatMap(({ secret }) => secret?.items ?? []).map(({ key }) => key);

describe('the manifests for Kubernetes', () => {
  it('run the processes that compose runs: commands, memory and secrets', () => {
    const theirs = Object.entries(compose.services).filter(
      ([name, { image }]) => image === 'verify' && name !== 'admin',
    );
    expect(pods.map(({ container }) => container.name).toSorted()).toEqual(theirs.map(([name]) => name).toSorted());
    for (const pod of pods) {
      const { name, args, resources } = pod.container;
      const theirsOf = compose.services[name];
      expect(args, name).toEqual(theirsOf?.command);
      expect(secretsOf(pod), name).toEqual(theirsOf?.secrets);
      const limit = theirsOf?.deploy?.resources.limits.memory;
      if (limit !== undefined) expect(resources.limits.memory, name).toBe(`${limit}i`);
    }
  });

  it('set only settings that exist, and leave the secrets in their files', () => {
    for (const { container } of pods) {
      for (const { name, value } of container.env.filter((one) => !(one.name in workerEnvironment))) {
        expect(environmentNames, container.name).toContain(name.replace(/_FILE$/, ''));
        if (name.endsWith('_FILE')) expect(value).toMatch(/^\/run\/secrets\//);
      }
      expect(container.envFrom).toEqual([{ configMapRef: { name: 'verify-settings' } }]);
    }
    for (const name of Object.keys(settings)) expect(environmentNames).toContain(name);
    const files = Object.values(environmentOfService('api')).filter((value) => value.startsWith('/run/secrets/'));
    expect(Object.keys(settings).filter((name) => files.includes(`/run/secrets/${name.toLowerCase()}`))).toEqual([]);
  });

  it('give every process a configuration that it accepts', () => {
    for (const { container } of pods) {
      const own = container.env.map(({ name, value }) => [name, value.replace(/^\/run\/secrets/, folder)]);
      const environment = { ...settings, ...(Object.fromEntries(own) as Record<string, string>) };
      const load = container.name === 'migrate' ? loadMigrationConfig : loadConfig;
      expect(() => load(environment), container.name).not.toThrow();
    }
  });

  it('give every worker the C library’s settings, a port that says whether it lives, and time to finish', () => {
    const serving = pods.filter(({ container }) => container.name !== 'migrate');
    for (const { container, terminationGracePeriodSeconds } of serving) {
      const environment = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
      if (container.args[0] === 'worker') expect(environment, container.name).toMatchObject(workerEnvironment);
      const port = environment.METRICS_PORT ?? environment.PORT;
      expect(container.ports, container.name).toEqual([{ containerPort: Number(port) }]);
      expect(container.livenessProbe, container.name).toMatchObject({ httpGet: { path: '/health/live' } });
      expect(terminationGracePeriodSeconds, container.name).toBeGreaterThan(20);
    }
  });
});
