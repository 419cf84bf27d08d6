import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { smsSettingNames } from './adapters/sms/sms-providers.ts';
import { keyBytes } from './domain/encryption/encryption.ts';
import { defaultAntiSpoofing, spoofRules } from './domain/faces/anti-spoofing.ts';
import { parseNetworkRange } from './domain/network-range.ts';
import { roles, type Role } from './domain/operators/role.ts';

/** Comma-separated values. */
const listSchema = z
  .string()
  .max(4096)
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  );

const keySchema = z.base64().transform((text, context) => {
  const key = Buffer.from(text, 'base64');
  if (key.length !== keyBytes) context.addIssue({ code: 'custom', message: `must be ${keyBytes} bytes in base64` });
  return key;
});

const flagSchema = z.enum(['true', 'false']).transform((text) => text === 'true');

/** Every setting. `.env.example` lists the same names; a test keeps the two equal. */
export const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().max(255).default('0.0.0.0'),
  PUBLIC_URL: z.url().max(2048).optional(),
  ALLOWED_HOSTS: listSchema
    .transform((names) => names.map((name) => name.toLowerCase()))
    .refine((names) => names.every((name) => /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(name)), {
      error: 'must be host names without port, separated by commas',
    }),
  TRUSTED_PROXIES: listSchema,
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).max(2048),
  DATABASE_OWNER_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .max(2048)
    .optional(),
  DATABASE_DIRECT_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .max(2048)
    .optional(),
  DATABASE_REPLICA_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .max(2048)
    .optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(500).default(10),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).max(2048),
  REDIS_CLUSTER: flagSchema.default(false),
  REDIS_SENTINELS: listSchema.transform((nodes, context) =>
    nodes.flatMap((node) => {
      const { host, port } = /^(?<host>[\w.-]+|\[[\da-f:.]+\])(:(?<port>\d{1,5}))?$/i.exec(node)?.groups ?? {};
      if (host !== undefined && Number(port ?? 1) <= 65_535) {
        return [{ host: host.replace(/[[\]]/g, ''), port: Number(port ?? '26379') }];
      }
      context.addIssue({ code: 'custom', message: 'must be addresses such as 10.0.0.1:26379, separated by commas' });
      return [];
    }),
  ),
  REDIS_SENTINEL_NAME: z.string().min(1).max(200).optional(),
  REDIS_SENTINEL_PASSWORD: z.string().min(1).max(1000).optional(),
  REDIS_PREFIX: z.string().max(64).default('verify'),
  ROOT_KEY: keySchema.optional(),
  ROOT_KEY_PREVIOUS: keySchema.optional(),
  KMS_KEY_ID: z.string().min(1).max(2048).optional(),
  KMS_REGION: z.string().min(1).max(64).default('us-east-1'),
  KMS_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .optional(),
  MEDIA_DIR: z.string().min(1).max(4096).optional(),
  S3_BUCKET: z.string().min(3).max(255).optional(),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .optional(),
  S3_REGION: z.string().min(1).max(64).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1).max(200).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).max(200).optional(),
  S3_FORCE_PATH_STYLE: flagSchema.optional(),
  S3_PREFIX: z
    .string()
    .regex(/^[a-zA-Z0-9/_-]*$/)
    .max(200)
    .default(''),
  UNKNOWN_FILES_KEPT_DAYS: z.coerce.number().int().min(1).max(3650).default(14),
  DOCUMENT_ISSUERS: z.string().min(1).max(4096).optional(),
  MODELS_DIR: z.string().min(1).max(4096).optional(),
  ANTI_SPOOFING_MODEL: listSchema
    .transform((names) => (names.length === 0 ? [...defaultAntiSpoofing.models] : names))
    .refine((names) => names.length <= 10 && new Set(names).size === names.length, {
      error: 'must be at most ten names of the model catalogue, each of them once, separated by commas',
    }),
  ANTI_SPOOFING_RULE: z.enum(spoofRules).default(defaultAntiSpoofing.rule),
  DEMO_FILE: z.string().min(1).max(4096).optional(),
  WEBHOOK_ALLOW_CIDRS: listSchema.refine((cidrs) => cidrs.every(isNetworkRange), {
    error: 'must be networks such as 10.0.0.0/8, separated by commas',
  }),
  SPEECH_URL: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .optional(),
  WHISPER_COMMAND: z.string().min(1).max(1000).optional(),
  WHISPER_MODEL: z
    .string()
    .max(1000)
    .regex(/^[\w./@+-]+$/, { error: 'must be a path of letters, digits and . / @ + - _' })
    .optional(),
  AWS_ACCESS_KEY_ID: z.string().min(1).max(200).optional(),
  AWS_SECRET_ACCESS_KEY: z.string().min(1).max(200).optional(),
  AWS_LIVENESS_ROLE_ARN: z.string().min(1).max(2048).optional(),
  AWS_ENDPOINT_URL: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .max(2048)
    .optional(),
  SMTP_FROM: z.string().max(320).optional(),
  OWNER_EMAIL: z.email().max(320).optional(),
  DNS_SERVERS: listSchema,
  GEOIP_DB: listSchema,
  SENTRY_DSN: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .optional(),
  CODE_LIMIT_RECIPIENT_PER_DAY: z.coerce.number().int().min(1).default(10),
  CODE_LIMIT_PREFIX_PER_HOUR: z.coerce.number().int().min(1).default(30),
  CODE_LIMIT_COUNTRY_PER_HOUR: z.coerce.number().int().min(1).default(1_000),
  CODE_LIMIT_ADDRESS_PER_HOUR: z.coerce.number().int().min(1).default(30),
  CODE_LIMIT_CLIENT_PER_DAY: z.coerce.number().int().min(1).default(20_000),
  CODE_LIMIT_UNCONFIRMED: z.coerce.number().int().min(1).default(100),
  SECOND_FACTOR_REQUIRED: flagSchema.default(false),
  OIDC_ISSUER: z
    .url({ protocol: /^https$/, error: 'must be an address with https' })
    .max(2048)
    .optional(),
  OIDC_CLIENT_ID: z.string().min(1).max(500).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).max(1000).optional(),
  OIDC_NAME: z.string().min(1).max(60).default('single sign-on'),
  OIDC_SCOPES: z
    .string()
    .max(1000)
    .default('openid email profile')
    .refine((scopes) => scopes.split(' ').includes('openid'), { error: 'must contain openid' }),
  OIDC_ROLE_CLAIM: z.string().min(1).max(200).default('roles'),
  OIDC_ROLES: listSchema.transform((pairs, context) =>
    pairs.flatMap((pair): [string, Role][] => {
      const at = pair.lastIndexOf('=');
      const role = roles.find((known) => known === pair.slice(at + 1).trim());
      const value = pair.slice(0, Math.max(at, 0)).trim();
      if (role !== undefined && value !== '') return [[value, role]];
      context.addIssue({
        code: 'custom',
        message: `must be pairs such as staff=reviewer; roles are ${roles.join(', ')}`,
      });
      return [];
    }),
  ),
  OIDC_CLIENTS_CLAIM: z.string().min(1).max(200).optional(),
  OIDC_EMAIL_DOMAINS: listSchema.transform((domains) => domains.map((domain) => domain.toLowerCase())),
  OIDC_LINK_BY_EMAIL: flagSchema.default(false),
  OIDC_SECOND_FACTOR: z.enum(['amr', 'provider']).default('amr'),
  OIDC_ONLY: flagSchema.default(false),
  METRICS_TOKEN: z.string().min(8).max(200).optional(),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: listSchema,
  OTEL_SERVICE_NAME: z.string().min(1).max(100).default('verify'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  RATE_LIMIT_TOKEN_PER_SECOND: z.coerce.number().int().min(1).default(100),
  RATE_LIMIT_UPLOADS_PER_SECOND: z.coerce.number().int().min(1).default(20),
  RATE_LIMIT_SESSION_STARTS_PER_MINUTE: z.coerce.number().int().min(1).default(60),
  RATE_LIMIT_FLOW_STARTS_PER_MINUTE: z.coerce.number().int().min(1).default(600),
  CLIENT_WAITING_JOBS: z.coerce.number().int().min(1).default(5_000),
  RATE_LIMIT_SIGN_INS_PER_MINUTE: z.coerce.number().int().min(1).default(10),
});

export const environmentNames: readonly string[] = [...Object.keys(environment.shape), ...smsSettingNames];

/** The faults of the environment, by name. Values are never repeated, because some are secrets. */
export class ConfigInvalid extends Error {
  readonly faults: readonly { name: string; fault: string }[];

  constructor(faults: readonly { name: string; fault: string }[]) {
    super(`The configuration is not usable:\n${faults.map(({ name, fault }) => `  ${name}: ${fault}`).join('\n')}`);
    this.name = 'ConfigInvalid';
    this.faults = faults;
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** An empty variable counts as not set: compose files write `NAME=` for "use the default". */
export const isSet = (env: Environment, name: string) => env[name] !== undefined && env[name] !== '';

/** `NAME_FILE` names a file with the value of `NAME`, which is how containers get their secrets. */
export function readNamedFiles(env: Environment): Environment {
  const read: Record<string, string> = {};
  for (const [name, file] of Object.entries(namedFilesOf(env))) {
    try {
      read[name] = readFileSync(file, 'utf8').trim();
    } catch {
      throw new ConfigInvalid([{ name: `${name}_FILE`, fault: 'names a file that cannot be read' }]);
    }
  }
  return { ...env, ...read };
}

/** The file from which a setting's value came, if any. */
export function namedFilesOf(env: Environment): Readonly<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const name of environmentNames) {
    const file = env[`${name}_FILE`];
    if (file !== undefined && file !== '' && !isSet(env, name)) files[name] = file;
  }
  return files;
}

function isNetworkRange(cidr: string): boolean {
  try {
    parseNetworkRange(cidr);
    return true;
  } catch {
    return false;
  }
}
