import { currentEnvironment, loadConfig, type Config } from './config.ts';
import { isSet, type Environment } from './environment.ts';

/** The parts that `npm start` starts itself if the environment does not name them. */
const embeddable = ['DATABASE_URL', 'REDIS_URL', 'ROOT_KEY', 'MEDIA_DIR'] as const;
/** Only this machine reaches `npm start` unless the operator says otherwise. */
const loopbackHost = '127.0.0.1';
const loopbackCidrs = '127.0.0.0/8,::1/128';
export type EmbeddablePart = (typeof embeddable)[number];
/** The parts that `npm start` created or started: with its own database, both of its roles. */
export type MadeParts = Readonly<Partial<Record<EmbeddablePart | 'DATABASE_OWNER_URL', string>>>;

export interface EmbeddedSettings {
  port: number;
  /** The address on which it listens. */
  host: string;
  /** Folder of everything that `npm start` makes: databases, keys, media. */
  dir: string;
  modelsDir: string | null;
  missing: readonly EmbeddablePart[];
  /** Webhooks may reach this machine: a trial with its own database and no other setting. */
  localWebhooks: boolean;
  /** The settings as far as the environment names them: stand-ins take the place of missing parts. */
  given: Config;
  /** The environment of the child processes, with the missing parts filled in. */
  complete(parts: MadeParts): Record<string, string | undefined>;
}

/** Well-formed values of parts that do not exist yet, with which the other settings are checked. */
const standIns: Readonly<Record<EmbeddablePart, string>> = {
  DATABASE_URL: 'postgresql://localhost/verify',
  REDIS_URL: 'redis://localhost',
  ROOT_KEY: Buffer.alloc(32).toString('base64'),
  MEDIA_DIR: 'media',
};

/** The settings of `npm start`. Every fault of any setting is named before a part is started. @throws ConfigInvalid */
export function loadEmbeddedSettings(env: Environment = currentEnvironment()): EmbeddedSettings {
  // Media in a bucket replace the folder, and a file may contain any value.
  const stands: Readonly<Record<EmbeddablePart, readonly string[]>> = {
    DATABASE_URL: [],
    REDIS_URL: [],
    ROOT_KEY: ['KMS_KEY_ID'],
    MEDIA_DIR: ['S3_BUCKET'],
  };
  const isThere = (name: string) => isSet(env, name) || isSet(env, `${name}_FILE`);
  const localWebhooks = !isThere('DATABASE_URL') && !isThere('WEBHOOK_ALLOW_CIDRS');
  const missing = embeddable.filter((name) => ![name, ...stands[name]].some(isThere));
  const complete = (parts: MadeParts) => ({
    ...env,
    ...(!isThere('HOST') && { HOST: loopbackHost }),
    ...(localWebhooks && { WEBHOOK_ALLOW_CIDRS: loopbackCidrs }),
    ...parts,
  });
  const given = loadConfig(complete(Object.fromEntries(missing.map((name) => [name, standIns[name]]))));
  return {
    port: given.http.port,
    host: given.http.host,
    dir: isSet(env, 'VERIFY_DIR') ? (env.VERIFY_DIR ?? '.verify') : '.verify',
    modelsDir: given.models.dir,
    missing,
    localWebhooks,
    given,
    complete,
  };
}
