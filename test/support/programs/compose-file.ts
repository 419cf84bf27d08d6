import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Role } from '../../../src/settings/setting.ts';

/** docker-compose.yml as a test reads it, and what its services would get from a `.env`. */
const serviceSchema = z.object({
  command: z.array(z.string()).optional(),
  entrypoint: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  read_only: z.boolean().optional(),
  image: z.string(),
  ports: z.array(z.string()).default([]),
  secrets: z.array(z.string()).default([]),
  deploy: z.object({ resources: z.object({ limits: z.object({ memory: z.string() }) }) }).optional(),
});
const composeSchema = z.object({
  services: z.record(z.string(), serviceSchema),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});

export const composeFile = new URL('../../../docker-compose.yml', import.meta.url);
export const compose = composeSchema.parse(parse(readFileSync(composeFile, 'utf8'), { merge: true }));
/** The services that run the image of this repository. */
export const ours = Object.entries(compose.services).filter(([, { image }]) => image === 'verify');

export const serviceOfRole: Readonly<Record<Role, string>> = {
  migrate: 'migrate',
  api: 'api',
  messages: 'worker-messages',
  quality: 'worker-quality',
  document: 'worker-document',
  liveness: 'worker-liveness',
  admin: 'admin',
};

/** Substitutes values of `.env` as compose does: `${NAME:-default}`, and `$$` for a dollar sign. */
export function interpolate(text: string, env: Readonly<Record<string, string>>): string {
  return text.replace(/\$\$|\$\{([A-Z0-9_]+):-([^}]*)\}/g, (whole, name: string | undefined, otherwise: string) => {
    if (name === undefined) return whole === '$$' ? '$' : whole;
    const value = env[name] ?? '';
    return value === '' ? otherwise : value;
  });
}

/** The environment of one service's container. */
export function environmentOfService(name: string, env: Readonly<Record<string, string>> = {}): Record<string, string> {
  const stated = compose.services[name]?.environment ?? {};
  return Object.fromEntries(Object.entries(stated).map(([key, value]) => [key, interpolate(value, env)]));
}
