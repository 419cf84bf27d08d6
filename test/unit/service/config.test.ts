import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  ConfigInvalid,
  demandPublicUrl,
  environmentNames,
  loadConfig,
  loadMigrationConfig,
} from '../../../src/config.ts';
import { loadEmbeddedSettings } from '../../../src/embedded-settings.ts';

const complete = {
  DATABASE_URL: 'postgresql://u:p@localhost:5432/v',
  REDIS_URL: 'redis://localhost:6379',
  ROOT_KEY: Buffer.alloc(32, 7).toString('base64'),
  MEDIA_DIR: '/var/lib/media',
};

function faultsOf(env: Record<string, string>): readonly { name: string; fault: string }[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigInvalid) return error.faults;
    throw error;
  }
  return [];
}

describe('the configuration', () => {
  it('needs nothing but the four parts of the deployment', () => {
    expect(loadConfig(complete).http.port).toBe(3000);
    for (const name of Object.keys(complete)) {
      expect(faultsOf({ ...complete, [name]: '' })).toEqual([{ name, fault: 'is not set' }]);
    }
  });

  it('ignores a variable that it does not know, such as the setting of an earlier version', () => {
    const removed = { SECOND_READER: 'tesseract', SECOND_READER_FILE: '/nowhere' };
    expect(loadConfig({ ...complete, ...removed })).toEqual(loadConfig(complete));
  });

  it('names everything that is wrong at once and repeats no value', () => {
    const env = { ...complete, ROOT_KEY: 'c2hvcnQ=', PORT: '99999', DATABASE_URL: 'mysql://secret@host/db' };
    expect(
      faultsOf(env)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['DATABASE_URL', 'PORT', 'ROOT_KEY']);
    const text = JSON.stringify(faultsOf(env));
    for (const value of ['c2hvcnQ=', 'secret', '99999']) expect(text).not.toContain(value);
  });

  it('says what is wrong in plain words, whatever the value is, and never repeats it', () => {
    const hostile = [
      'zebra',
      '-1',
      '1.5',
      '999999999999',
      'http://',
      'zebra:3000',
      'https://zebra/a?b',
      'z'.repeat(9_000),
      '{}',
    ];
    for (const name of environmentNames)
      for (const value of hostile)
        for (const fault of faultsOf({ ...complete, [name]: value })) {
          expect(fault.fault, `${name} ${value.slice(0, 20)}`).toMatch(/^(must|is|needs|does|cannot)\b/);
          expect(fault.fault).not.toMatch(/Invalid|expected|Too (big|small)|zebra|999999/);
          expect(fault.name).toMatch(/^[A-Z0-9_]+$/);
        }
    expect(faultsOf({ ...complete, PORT: 'abc' })).toEqual([
      { name: 'PORT', fault: 'must be a whole number from 0 to 65535' },
    ]);
  });

  it.each([
    ['PUBLIC_URL', 'localhost:3000', 'http://localhost:3000'],
    ['PUBLIC_URL', 'https://bank.example/verify', 'https://verify.bank.example/'],
    ['TRUSTED_PROXIES', '10.0.0.1,proxy', '10.0.0.1, fd00::/8, loopback, 10.0.0.0/255.0.0.0'],
    ['TRUSTED_PROXIES', '10.0.0.0/99', '10.0.0.0/8'],
    ['DNS_SERVERS', 'dns.example', '10.0.0.1, 10.0.0.1:53, fd00::1, [fd00::1]:53'],
    ['DNS_SERVERS', '10.0.0.1:99999', ''],
  ])('refuses what the service could not use later: %s=%s', (name, wrong, right) => {
    expect(faultsOf({ ...complete, [name]: wrong }).map((fault) => fault.name)).toEqual([name]);
    expect(faultsOf({ ...complete, [name]: right })).toEqual([]);
  });

  it('is checked whole before `npm start` has started any part', () => {
    const load = () => loadEmbeddedSettings({ PORT: 'abc', SMTP_URL: 'mail', OIDC_ROLES: 'x', VERIFY_DIR: '' });
    expect(load).toThrow(/PORT: [^]*SMTP_URL: [^]*OIDC_ROLES: /);
    expect(loadEmbeddedSettings({ VERIFY_DIR: '', MODELS_DIR: '' })).toMatchObject({ dir: '.verify', modelsDir: null });
  });

  it('is listed completely in .env.example, and nothing else is', () => {
    const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
    const listed = [...example.matchAll(/^([A-Z0-9_]+)=/gm)].map((match) => match[1]);
    expect(listed.sort()).toEqual([...environmentNames, 'VERIFY_DIR'].sort());
  });

  it('tells npm start which parts to start', () => {
    expect(loadEmbeddedSettings({}).missing).toEqual(['DATABASE_URL', 'REDIS_URL', 'ROOT_KEY', 'MEDIA_DIR']);
    expect(loadEmbeddedSettings({ REDIS_URL: complete.REDIS_URL }).missing).not.toContain('REDIS_URL');
  });
});

describe('who reaches the service', () => {
  it('is this machine alone with `npm start`, unless HOST says otherwise', () => {
    const hostOf = (env: Record<string, string>) => loadEmbeddedSettings(env).complete({}).HOST;
    expect(hostOf({})).toBe('127.0.0.1');
    expect(hostOf({ HOST: '' })).toBe('127.0.0.1');
    expect(hostOf({ HOST: '0.0.0.0' })).toBe('0.0.0.0');
  });

  it('must be named by PUBLIC_URL outside `npm start`', () => {
    expect(() => demandPublicUrl(loadConfig(complete))).toThrow(ConfigInvalid);
    expect(() => demandPublicUrl(loadConfig({ ...complete, PUBLIC_URL: 'https://verify.example' }))).not.toThrow();
  });

  it('is refused under host names that are none', () => {
    const names = loadConfig({ ...complete, ALLOWED_HOSTS: 'Api, verify.internal' }).http.allowedHosts;
    expect(names).toEqual(['api', 'verify.internal']);
    for (const name of ['api:3000', 'http://api', '*.example']) {
      expect(faultsOf({ ...complete, ALLOWED_HOSTS: name }).length, name).toBe(1);
    }
  });
});

describe('a part with several settings', () => {
  const twilio = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'tok-en', TWILIO_FROM: '+12015550199' };
  const aws = { AWS_ACCESS_KEY_ID: 'key-id', AWS_SECRET_ACCESS_KEY: 'hidden', AWS_LIVENESS_ROLE_ARN: 'arn:aws:x' };
  const bucket = { S3_BUCKET: 'media', S3_ACCESS_KEY_ID: 'key-id', S3_SECRET_ACCESS_KEY: 'hidden' };
  const owner = { OWNER_EMAIL: 'a@b.example', SMTP_URL: 'smtp://mail:587', PUBLIC_URL: 'https://verify.example' };
  const openid = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'verify', OIDC_CLIENT_SECRET: 'hidden', OIDC_ROLES: 'staff=reviewer' }; // prettier-ignore
  const parts: readonly { part: Record<string, string>; needs: readonly string[] }[] = [
    { part: twilio, needs: Object.keys(twilio) },
    { part: aws, needs: ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] },
    { part: { KMS_KEY_ID: 'key', KMS_ENDPOINT: 'http://kms:8080' }, needs: ['KMS_KEY_ID'] },
    { part: bucket, needs: Object.keys(bucket) },
    { part: { S3_BUCKET: 'media', S3_ENDPOINT: 'http://store:9000', S3_PREFIX: 'a/' }, needs: ['S3_BUCKET'] },
    { part: { SMTP_URL: 'smtp://mail:587', SMTP_FROM: 'Verify <a@b.example>' }, needs: ['SMTP_URL'] },
    { part: owner, needs: ['SMTP_URL', 'PUBLIC_URL'] },
    {
      part: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://traces:4318', OTEL_EXPORTER_OTLP_HEADERS: 'a=b' },
      needs: ['OTEL_EXPORTER_OTLP_ENDPOINT'],
    },
    {
      part: { WHISPER_COMMAND: 'ffmpeg', WHISPER_MODEL: 'model.bin' },
      needs: ['WHISPER_COMMAND', 'WHISPER_MODEL'],
    },
    { part: openid, needs: Object.keys(openid) },
  ];

  it.each(parts)(
    'works where all is there; without one that it needs, that one is named: $needs',
    ({ part, needs }) => {
      expect(faultsOf({ ...complete, ...part })).toEqual([]);
      for (const name of needs) {
        const faults = faultsOf({ ...complete, ...part, [name]: '' });
        expect(faults.map((fault) => fault.name)).toEqual([name]);
        expect(JSON.stringify(faults)).not.toMatch(/hidden|tok-en/);
      }
    },
  );

  it('says in one plain line what is missing and why it is needed', () => {
    expect(() => loadConfig({ ...complete, ...twilio, TWILIO_FROM: '' })).toThrow(
      'Setting TWILIO_FROM: is not set, and neither is TWILIO_VERIFY_SERVICE; TWILIO_ACCOUNT_SID works only together with it. See docs/configuration.md.',
    );
    expect(faultsOf({ ...complete, OIDC_ROLES: 'staff=reviewer', OIDC_ONLY: 'false' }).map(({ name }) => name)).toEqual(
      ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
    );
    expect(faultsOf({ ...complete, OIDC_ONLY: 'false', S3_FORCE_PATH_STYLE: 'false' })).toEqual([]);
  });

  it('asks for nothing while its settings have the values of .env.example', () => {
    const settings = [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z]\w*)=(.*)$/gm)];
    const given: Record<string, string> = {};
    for (const [, name = '', value = ''] of settings) given[name] = value;
    const example = { ...given, ...complete };
    expect(Object.keys(example).length).toBeGreaterThan(80);
    expect(faultsOf(example)).toEqual([]);
    expect(loadMigrationConfig(example).media).toEqual(loadMigrationConfig(complete).media);
  });

  it('in a bucket stops the migration, too, which would otherwise look for the media in a folder', () => {
    const load = () => loadMigrationConfig({ ...complete, S3_ENDPOINT: 'http://store:9000' });
    expect(load).toThrow(/S3_BUCKET: is not set/);
  });
});

describe('sentinels of Redis', () => {
  const set = {
    ...complete,
    REDIS_SENTINELS: '10.0.0.1:26380, sentinel-2,[fd00::1]:26379',
    REDIS_SENTINEL_NAME: 'main',
  };

  it('are read as addresses, with the usual port where none is named', () => {
    expect(loadConfig(complete).redis.sentinel).toBeNull();
    const nodes = [
      { host: '10.0.0.1', port: 26_380 },
      { host: 'sentinel-2', port: 26_379 },
      { host: 'fd00::1', port: 26_379 },
    ];
    expect(loadConfig(set).redis.sentinel).toEqual({ nodes, primary: 'main', password: null });
  });

  it.each([
    ['REDIS_SENTINELS', { REDIS_CLUSTER: 'true' }],
    ['REDIS_SENTINELS', { REDIS_SENTINELS: '' }],
    ['REDIS_SENTINELS', { REDIS_SENTINELS: '10.0.0.1:70000' }],
    ['REDIS_SENTINELS', { REDIS_SENTINELS: 'redis://10.0.0.1' }],
    ['REDIS_SENTINEL_NAME', { REDIS_SENTINEL_NAME: '' }],
  ])('stop the start where they contradict the other settings: %s %o', (name, changed) => {
    expect(faultsOf({ ...set, ...changed }).map((fault) => fault.name)).toEqual([name]);
  });

  it('are both missing where only their password is set', () => {
    const names = faultsOf({ ...complete, REDIS_SENTINEL_PASSWORD: 'secret' }).map((fault) => fault.name);
    expect(names).toEqual(['REDIS_SENTINELS', 'REDIS_SENTINEL_NAME']);
  });
});

describe('networks that webhooks may reach', () => {
  it('are read as a list, and a text that is no network is refused by name', () => {
    const allow = (value: string) => ({ ...complete, WEBHOOK_ALLOW_CIDRS: value });
    expect(loadConfig(complete).webhooks.allowCidrs).toEqual([]);
    expect(loadConfig(allow('10.0.0.0/8, fd00::/8')).webhooks.allowCidrs).toEqual(['10.0.0.0/8', 'fd00::/8']);
    expect(faultsOf(allow('10.0.0.0/8,intranet')).map(({ name }) => name)).toEqual(['WEBHOOK_ALLOW_CIDRS']);
  });

  it('include this machine for `npm start` with its own database, unless something else is said', () => {
    const allowedBy = (env: Record<string, string>) => loadEmbeddedSettings(env).complete({}).WEBHOOK_ALLOW_CIDRS;
    expect(allowedBy({})).toBe('127.0.0.0/8,::1/128');
    expect(allowedBy({ WEBHOOK_ALLOW_CIDRS: '10.0.0.0/8' })).toBe('10.0.0.0/8');
    expect(allowedBy({ DATABASE_URL: complete.DATABASE_URL })).toBeUndefined();
  });
});

describe('media in a bucket', () => {
  const bucket = { ...complete, MEDIA_DIR: '', S3_BUCKET: 'media' };

  it('need both parts of an access key', () => {
    for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
      expect(faultsOf({ ...bucket, [name]: 'x' }).map((fault) => fault.fault)).toEqual([expect.stringContaining(name)]);
  });

  it('take the place of the folder, and Amazon is the default', () => {
    expect(loadConfig(bucket).media).toMatchObject({
      store: 's3',
      endpoint: null,
      forcePathStyle: false,
      credentials: null,
    });
    expect(loadEmbeddedSettings({ S3_BUCKET: 'media' }).missing).not.toContain('MEDIA_DIR');
  });

  it('are found by path at a store of one’s own, unless something else is said', () => {
    const own = { ...bucket, S3_ENDPOINT: 'http://store:9000', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    expect(loadConfig(own).media).toMatchObject({ forcePathStyle: true, credentials: { accessKeyId: 'id' } });
    expect(loadConfig({ ...own, S3_FORCE_PATH_STYLE: 'false' }).media).toMatchObject({ forcePathStyle: false });
  });
});

describe('settings from files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'verify-config-'));
  const file = join(folder, 'root-key');
  writeFileSync(file, `${complete.ROOT_KEY}\n`);
  const { ROOT_KEY: _inline, ...withoutKey } = complete;

  it('are read as if they were in the environment, which takes precedence', () => {
    expect(loadConfig({ ...withoutKey, ROOT_KEY_FILE: file }).rootKey).toEqual(loadConfig(complete).rootKey);
    expect(loadConfig({ ...complete, ROOT_KEY_FILE: '/nowhere' }).rootKey).toEqual(loadConfig(complete).rootKey);
    expect(loadEmbeddedSettings({ ROOT_KEY_FILE: file }).missing).not.toContain('ROOT_KEY');
  });

  it('are named when the file cannot be read', () => {
    expect(faultsOf({ ...withoutKey, ROOT_KEY_FILE: join(folder, 'none') })).toEqual([
      { name: 'ROOT_KEY_FILE', fault: 'names a file that cannot be read' },
    ]);
  });
});
