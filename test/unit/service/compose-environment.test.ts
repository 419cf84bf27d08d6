import { describe, expect, it } from 'vitest';
import { environment, environmentNames } from '../../../src/environment.ts';
import { roles } from '../../../src/settings/setting.ts';
import { settings } from '../../../src/settings/settings.ts';
import {
  compose,
  environmentOfService,
  interpolate,
  ours,
  serviceOfRole,
} from '../../support/programs/compose-file.ts';

/** Each setting with a unique value. */
const marked = Object.fromEntries(Object.keys(settings).map((name) => [name, `value-of-${name}`]));

describe('the table of settings', () => {
  it('has every setting of the schema and of the providers, and no other', () => {
    expect(Object.keys(settings).sort()).toEqual([...environmentNames, 'VERIFY_DIR'].sort());
  });

  it('says what happens without each setting that has no default and is needed', () => {
    for (const [name, { effect, usedBy, composeSets }] of Object.entries(settings)) {
      expect(effect.length, name).toBeGreaterThan(10);
      expect(usedBy.length > 0 || composeSets !== undefined, name).toBe(true);
    }
  });

  it('marks as secret each setting whose name says so', () => {
    for (const name of Object.keys(settings).filter((one) => /KEY$|TOKEN$|SECRET|DATABASE_URL|REDIS_URL/.test(one)))
      expect(settings[name]?.secret, name).toBe(true);
  });
});

describe('what each container gets from .env', () => {
  it.each(roles)('%s: every setting that it reads, and no other', (role) => {
    const got = environmentOfService(serviceOfRole[role], marked);
    const passed = Object.keys(settings).filter((name) => got[name] === marked[name]);
    const read = Object.keys(settings).filter(
      (name) => settings[name]?.usedBy.includes(role) === true && settings[name].composeSets === undefined,
    );
    expect(passed.sort()).toEqual(read.sort());
  });

  it('never replaces an empty value with a setting’s default', () => {
    // Compose gives defaults only to settings of the services that it starts; all others have the default of the schema.
    const given = new Set(['PUBLIC_URL', 'S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'PORT', 'METRICS_PORT']);
    for (const [name] of ours)
      for (const [key, value] of Object.entries(environmentOfService(name)))
        if (key in environment.shape && !given.has(key)) expect(value, `${name} ${key}`).toBe('');
  });

  it('decides on which address and port of the machine the API is reached', () => {
    const [published = ''] = compose.services.api?.ports ?? [];
    expect(interpolate(published, { HOST: '127.0.0.1', PORT: '8080' })).toBe('127.0.0.1:8080:3000');
    expect(interpolate(published, {})).toBe('0.0.0.0:3000:3000');
  });
});

describe('the secrets of a container', () => {
  it('are those that its settings read, and no others', () => {
    for (const [name, { environment: stated, secrets }] of ours) {
      const read = Object.values(stated).filter((value) => value.startsWith('/run/secrets/'));
      expect(read.map((value) => value.replace('/run/secrets/', '')).sort(), name).toEqual([...secrets].sort());
    }
  });

  it('let only the API, the workers and `admin` decrypt a record: `migrate` has no key', () => {
    expect(compose.services.migrate?.secrets).not.toContain('root_key');
    for (const [name, { image, secrets }] of Object.entries(compose.services))
      if (image !== 'verify') expect(secrets, name).not.toContain('root_key');
  });
});
