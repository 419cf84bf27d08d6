import type { z } from 'zod';
import { readSmsAccount, smsSettingsTogether } from './adapters/sms/sms-providers.ts';
import { describeSettingFault } from './domain/faults/describe-setting-fault.ts';
import { partlySet, type SettingFault, type SettingsTogether } from './domain/faults/partly-set.ts';
import {
  ConfigInvalid,
  defaultOf,
  environment,
  environmentNames,
  faultsOf,
  isSet,
  namedFilesOf,
  readNamedFiles,
  type Environment,
} from './environment.ts';

export { ConfigInvalid, environmentNames } from './environment.ts';

export type Config = ReturnType<typeof loadConfig>;

/**
 * The only reader of the environment. A test passes a different one.
 * @throws ConfigInvalid with every fault at once
 */
export function loadConfig(env: Environment = process.env) {
  const complete = readNamedFiles(env);
  const given = Object.fromEntries(
    Object.entries(complete).filter(([name]) => environmentNames.includes(name) && isSet(complete, name)),
  );
  const parsed = environment.safeParse(given, { error: describeSettingFault });
  const sms = readSmsAccount(given);
  const faults = [
    ...partlySet([...settingsTogether, ...smsSettingsTogether], given, defaultOf),
    ...faultsOf([...(parsed.error?.issues ?? []), ...sms.issues], given),
  ];
  if (!parsed.success || faults.length > 0) throw new ConfigInvalid(firstOfEach(faults));
  const set = parsed.data;
  return {
    http: {
      port: set.PORT,
      host: set.HOST,
      publicUrl: set.PUBLIC_URL ?? null,
      allowedHosts: set.ALLOWED_HOSTS,
      trustedProxies: set.TRUSTED_PROXIES,
    },
    database: {
      url: set.DATABASE_URL,
      // The role that owns the tables: the same one unless another is named.
      ownerUrl: set.DATABASE_OWNER_URL ?? set.DATABASE_DIRECT_URL ?? set.DATABASE_URL,
      /** Postgres itself, when `url` leads to a pooler in transaction mode; null: `url` leads there. */
      directUrl: set.DATABASE_DIRECT_URL ?? null,
      /** A streaming replica, for lists and figures; null: the primary answers everything. */
      replicaUrl: set.DATABASE_REPLICA_URL ?? null,
      poolSize: set.DATABASE_POOL_SIZE,
    },
    unknownFilesKeptDays: set.UNKNOWN_FILES_KEPT_DAYS,
    redis: {
      url: set.REDIS_URL,
      cluster: set.REDIS_CLUSTER,
      sentinel: sentinelOf(set),
      prefix: set.REDIS_CLUSTER ? inOneSlot(set.REDIS_PREFIX) : set.REDIS_PREFIX,
    },
    rootKey: rootKeyOf(set),
    media: mediaOf(set),
    documentIssuers: set.DOCUMENT_ISSUERS ?? null,
    models: {
      dir: set.MODELS_DIR ?? null,
      antiSpoofing: { models: set.ANTI_SPOOFING_MODEL, rule: set.ANTI_SPOOFING_RULE },
    },
    demo: { file: set.DEMO_FILE ?? null },
    webhooks: { allowCidrs: set.WEBHOOK_ALLOW_CIDRS },
    speech: { url: set.SPEECH_URL ?? null, whisper: whisperOf(set) },
    aws: awsAccountOf(set),
    sms: sms.account,
    email: set.SMTP_URL === undefined ? null : { url: set.SMTP_URL, from: set.SMTP_FROM ?? 'no-reply@localhost' },
    ownerEmail: set.OWNER_EMAIL ?? null,
    dns: { servers: set.DNS_SERVERS },
    sentry: { dsn: set.SENTRY_DSN ?? null },
    geoip: { files: set.GEOIP_DB },
    codeLimits: {
      recipientPerDay: set.CODE_LIMIT_RECIPIENT_PER_DAY,
      prefixPerHour: set.CODE_LIMIT_PREFIX_PER_HOUR,
      countryPerHour: set.CODE_LIMIT_COUNTRY_PER_HOUR,
      addressPerHour: set.CODE_LIMIT_ADDRESS_PER_HOUR,
      clientPerDay: set.CODE_LIMIT_CLIENT_PER_DAY,
      conversionAfter: set.CODE_LIMIT_UNCONFIRMED,
    },
    clientWaitingJobs: set.CLIENT_WAITING_JOBS,
    signIn: signInOf(set),
    log: { level: set.LOG_LEVEL },
    metrics: { token: set.METRICS_TOKEN ?? null, port: set.METRICS_PORT ?? null },
    tracing: tracingOf(set),
    /** The file from which a value came, by setting. */
    namedFiles: namedFilesOf(env),
    rateLimits: {
      tokenPerSecond: set.RATE_LIMIT_TOKEN_PER_SECOND,
      uploadsPerSecond: set.RATE_LIMIT_UPLOADS_PER_SECOND,
      sessionStartsPerMinute: set.RATE_LIMIT_SESSION_STARTS_PER_MINUTE,
      flowStartsPerMinute: set.RATE_LIMIT_FLOW_STARTS_PER_MINUTE,
      signInsPerMinute: set.RATE_LIMIT_SIGN_INS_PER_MINUTE,
    },
  };
}

/** What migrations need: no key and no queue, so that their container has neither. @throws ConfigInvalid */
export function loadMigrationConfig(env: Environment = process.env) {
  const complete = readNamedFiles(env);
  const given = Object.fromEntries(Object.entries(complete).filter(([name]) => isSet(complete, name)));
  const parsed = migrationSettings.safeParse(given, { error: describeSettingFault });
  const faults = [...partlySet(bucketTogether, given, defaultOf), ...faultsOf(parsed.error?.issues ?? [], given)];
  if (!parsed.success || faults.length > 0) throw new ConfigInvalid(firstOfEach(faults));
  const { DATABASE_URL: pooled, DATABASE_DIRECT_URL: url = pooled, DATABASE_OWNER_URL: ownerUrl = url } = parsed.data;
  return { database: { url, ownerUrl }, media: mediaOf(parsed.data) };
}

const bucketTogether: readonly SettingsTogether[] = [
  { settings: ['S3_ENDPOINT', 'S3_REGION', 'S3_FORCE_PATH_STYLE', 'S3_PREFIX'], needs: ['S3_BUCKET'] },
  {
    settings: ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    needs: ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_BUCKET'],
  },
];

/** Parts with several settings. One that is only partly set stops the start: otherwise the part would be missing without a word. */
const settingsTogether: readonly SettingsTogether[] = [
  ...bucketTogether,
  {
    settings: ['REDIS_SENTINELS', 'REDIS_SENTINEL_NAME', 'REDIS_SENTINEL_PASSWORD'],
    needs: ['REDIS_SENTINELS', 'REDIS_SENTINEL_NAME'],
  },
  { settings: ['KMS_REGION', 'KMS_ENDPOINT'], needs: ['KMS_KEY_ID'] },
  // The keys may be there for another program; half of them are a mistake.
  {
    settings: ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_LIVENESS_ROLE_ARN'],
    needs: ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
  },
  { settings: ['WHISPER_COMMAND', 'WHISPER_MODEL'], needs: ['WHISPER_COMMAND', 'WHISPER_MODEL'] },
  { settings: ['SMTP_FROM', 'OWNER_EMAIL'], needs: ['SMTP_URL'] },
  { settings: ['OWNER_EMAIL'], needs: ['PUBLIC_URL'] },
  { settings: ['OTEL_EXPORTER_OTLP_HEADERS'], needs: ['OTEL_EXPORTER_OTLP_ENDPOINT'] },
  {
    settings: environmentNames.filter((name) => name.startsWith('OIDC_')),
    needs: ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ROLES'],
  },
];

/** What is wrong with a setting besides often follows from the first fault. */
function firstOfEach(faults: readonly SettingFault[]): SettingFault[] {
  return faults.filter(({ name }, index) => faults.findIndex((other) => other.name === name) === index);
}

const migrationSettings = environment.pick({
  DATABASE_URL: true,
  DATABASE_OWNER_URL: true,
  DATABASE_DIRECT_URL: true,
  MEDIA_DIR: true,
  S3_BUCKET: true,
  S3_ENDPOINT: true,
  S3_REGION: true,
  S3_ACCESS_KEY_ID: true,
  S3_SECRET_ACCESS_KEY: true,
  S3_FORCE_PATH_STYLE: true,
  S3_PREFIX: true,
});

/** All keys begin with the prefix. With braces around it they share a slot: a cluster refuses scripts over keys of several slots. */
function inOneSlot(prefix: string): string {
  return /\{[^}]+\}/.test(prefix) ? prefix : `{${prefix}}`;
}

/** The sentinels that name the primary, if any. @throws ConfigInvalid when a cluster is named, too */
function sentinelOf(set: z.output<typeof environment>) {
  const { REDIS_SENTINELS: nodes, REDIS_SENTINEL_NAME: primary, REDIS_SENTINEL_PASSWORD: password = null } = set;
  if (nodes.length === 0 || primary === undefined) return null;
  if (set.REDIS_CLUSTER) {
    throw new ConfigInvalid([{ name: 'REDIS_SENTINELS', fault: 'cannot be used together with REDIS_CLUSTER' }]);
  }
  return { nodes, primary, password };
}

/** A key in a KMS if one is named, otherwise the key in the environment. @throws ConfigInvalid */
function rootKeyOf(set: z.output<typeof environment>) {
  const { ROOT_KEY: key, ROOT_KEY_PREVIOUS: previous, KMS_KEY_ID: keyId, KMS_REGION: region } = set;
  if (key === undefined && keyId === undefined) throw new ConfigInvalid([{ name: 'ROOT_KEY', fault: 'is not set' }]);
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = set;
  const credentials =
    accessKeyId === undefined || secretAccessKey === undefined ? null : { accessKeyId, secretAccessKey };
  const kms = keyId === undefined ? null : { keyId, region, endpoint: set.KMS_ENDPOINT ?? null, credentials };
  return { keys: [key, previous].filter((one) => one !== undefined), kms };
}

/** A bucket if one is named, otherwise a folder. @throws ConfigInvalid */
function mediaOf(set: z.output<typeof migrationSettings>) {
  const { MEDIA_DIR: dir, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId } = set;
  const { S3_ENDPOINT: endpoint = null, S3_SECRET_ACCESS_KEY: secretAccessKey } = set;
  if (bucket === undefined) {
    if (dir === undefined) throw new ConfigInvalid([{ name: 'MEDIA_DIR', fault: 'is not set' }]);
    return { store: 'disk' as const, dir };
  }
  const credentials =
    accessKeyId === undefined || secretAccessKey === undefined ? null : { accessKeyId, secretAccessKey };
  // Self-hosted stores seldom have a name for each bucket.
  const forcePathStyle = set.S3_FORCE_PATH_STYLE ?? endpoint !== null;
  const { S3_REGION: region, S3_PREFIX: prefix } = set;
  return { store: 's3' as const, bucket, endpoint, region, credentials, forcePathStyle, prefix };
}

/** How operators sign in. */
function signInOf(set: z.output<typeof environment>) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = set;
  return {
    secondFactorRequired: set.SECOND_FACTOR_REQUIRED,
    passwordsOff: set.OIDC_ONLY,
    openid:
      issuer === undefined || clientId === undefined || clientSecret === undefined
        ? null
        : { name: set.OIDC_NAME, issuer, clientId, clientSecret, scopes: set.OIDC_SCOPES },
    singleSignOn: {
      roleClaim: set.OIDC_ROLE_CLAIM,
      roles: set.OIDC_ROLES,
      clientsClaim: set.OIDC_CLIENTS_CLAIM ?? null,
      emailDomains: set.OIDC_EMAIL_DOMAINS,
      linkByEmail: set.OIDC_LINK_BY_EMAIL,
      secondFactor: set.OIDC_SECOND_FACTOR,
    },
  };
}

/** The destination of traces, under OpenTelemetry's names. */
function tracingOf(set: z.output<typeof environment>) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: serviceName } = set;
  if (endpoint === undefined) return null;
  const pairs = set.OTEL_EXPORTER_OTLP_HEADERS.map((pair) => pair.split('='));
  const headers = Object.fromEntries(pairs.map(([name = '', ...value]) => [name.trim(), value.join('=').trim()]));
  return { endpoint, headers, serviceName };
}

/** An FFmpeg with speech recognition, if it and its model are named. */
function whisperOf({ WHISPER_COMMAND: command, WHISPER_MODEL: model }: z.output<typeof environment>) {
  return command === undefined || model === undefined ? null : { command, model };
}

/** Null unless all three parts are there. */
function awsAccountOf(set: z.infer<typeof environment>) {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_LIVENESS_ROLE_ARN: roleArn,
  } = set;
  if (accessKeyId === undefined || secretAccessKey === undefined || roleArn === undefined) return null;
  return { accessKeyId, secretAccessKey, roleArn, endpointUrl: set.AWS_ENDPOINT_URL ?? null };
}

/** Links use `PUBLIC_URL`: without it they would use the host that a request names. @throws ConfigInvalid */
export function demandPublicUrl({ http }: Config): void {
  const fault = 'is not set; it is the address at which people reach the service, such as https://verify.example';
  if (http.publicUrl === null) throw new ConfigInvalid([{ name: 'PUBLIC_URL', fault }]);
}

/** The environment's setting for Node.js's certificate checks: `0` turns all of them off. */
export function loadTlsOverride(env: Environment = process.env): string | undefined {
  return env.NODE_TLS_REJECT_UNAUTHORIZED;
}

/** For settings that are read in another file. */
export const currentEnvironment = (): Environment => process.env;
