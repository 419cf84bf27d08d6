import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
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

const keyFault = `must be ${keyBytes} random bytes in base64; make them with: openssl rand -base64 ${keyBytes}`;
const keySchema = z.base64({ error: keyFault }).transform((text, context) => {
  const key = Buffer.from(text, 'base64');
  if (key.length !== keyBytes) context.addIssue({ code: 'custom', message: keyFault });
  return key;
});

const flagSchema = z.enum(['true', 'false']).transform((text) => text === 'true');

/** An address with one of these protocols, such as `example`. */
const addressOf = (protocol: RegExp, example: string) =>
  z.url({ protocol, error: `must be an address such as ${example}` }).max(2048);
const databaseAddress = addressOf(/^postgres(ql)?$/, 'postgresql://user:password@host:5432/name');
const webAddress = addressOf(/^https?$/, 'https://host.example');

function wholeNumber(least: number, most = Infinity) {
  const error = `must be a whole number ${most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`}`;
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error });
}

/** Every setting. `.env.example` lists the same names; a test keeps the two equal. */
export const environment = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().max(255).default('0.0.0.0'),
  PUBLIC_URL: webAddress
    .refine((url) => isBareOrigin(url), {
      error: 'must be an address without a path, such as https://verify.example',
    })
    .optional(),
  ALLOWED_HOSTS: listSchema
    .transform((names) => names.map((name) => name.toLowerCase()))
    .refine((names) => names.every((name) => /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(name)), {
      error: 'must be host names without port, separated by commas',
    }),
  TRUSTED_PROXIES: listSchema.refine((proxies) => proxies.every(isProxy), {
    error: 'must be addresses or networks such as 10.0.0.1 or 10.0.0.0/8, separated by commas',
  }),
  DATABASE_URL: databaseAddress,
  DATABASE_OWNER_URL: databaseAddress.optional(),
  DATABASE_DIRECT_URL: databaseAddress.optional(),
  DATABASE_REPLICA_URL: databaseAddress.optional(),
  DATABASE_POOL_SIZE: wholeNumber(1, 500).default(10),
  REDIS_URL: addressOf(/^rediss?$/, 'redis://:password@host:6379'),
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
  KMS_ENDPOINT: webAddress.optional(),
  MEDIA_DIR: z.string().min(1).max(4096).optional(),
  S3_BUCKET: z.string().min(3).max(255).optional(),
  S3_ENDPOINT: webAddress.optional(),
  S3_REGION: z.string().min(1).max(64).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1).max(200).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).max(200).optional(),
  S3_FORCE_PATH_STYLE: flagSchema.optional(),
  S3_PREFIX: z
    .string()
    .regex(/^[a-zA-Z0-9/_-]*$/, { error: 'must consist of letters, digits and / _ -' })
    .max(200)
    .default(''),
  UNKNOWN_FILES_KEPT_DAYS: wholeNumber(1, 3650).default(14),
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
  SPEECH_URL: webAddress.optional(),
  WHISPER_COMMAND: z.string().min(1).max(1000).optional(),
  WHISPER_MODEL: z
    .string()
    .max(1000)
    .regex(/^[\w./@+-]+$/, { error: 'must be a path of letters, digits and . / @ + - _' })
    .optional(),
  AWS_ACCESS_KEY_ID: z.string().min(1).max(200).optional(),
  AWS_SECRET_ACCESS_KEY: z.string().min(1).max(200).optional(),
  AWS_LIVENESS_ROLE_ARN: z.string().min(1).max(2048).optional(),
  AWS_ENDPOINT_URL: webAddress.optional(),
  SMTP_URL: addressOf(/^smtps?$/, 'smtp://user:password@host:587').optional(),
  SMTP_FROM: z.string().max(320).optional(),
  OWNER_EMAIL: z.email().max(320).optional(),
  DNS_SERVERS: listSchema.refine((servers) => servers.every(isDnsServer), {
    error: 'must be addresses such as 10.0.0.1 or 10.0.0.1:53, separated by commas',
  }),
  GEOIP_DB: listSchema,
  SENTRY_DSN: webAddress.optional(),
  CODE_LIMIT_RECIPIENT_PER_DAY: wholeNumber(1).default(10),
  CODE_LIMIT_PREFIX_PER_HOUR: wholeNumber(1).default(30),
  CODE_LIMIT_COUNTRY_PER_HOUR: wholeNumber(1).default(1_000),
  CODE_LIMIT_ADDRESS_PER_HOUR: wholeNumber(1).default(30),
  CODE_LIMIT_CLIENT_PER_DAY: wholeNumber(1).default(20_000),
  CODE_LIMIT_UNCONFIRMED: wholeNumber(1).default(100),
  SECOND_FACTOR_REQUIRED: flagSchema.default(false),
  OIDC_ISSUER: addressOf(/^https$/, 'https://id.example').optional(),
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
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: listSchema,
  OTEL_SERVICE_NAME: z.string().min(1).max(100).default('verify'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  RATE_LIMIT_TOKEN_PER_SECOND: wholeNumber(1).default(100),
  RATE_LIMIT_UPLOADS_PER_SECOND: wholeNumber(1).default(20),
  RATE_LIMIT_SESSION_STARTS_PER_MINUTE: wholeNumber(1).default(60),
  RATE_LIMIT_FLOW_STARTS_PER_MINUTE: wholeNumber(1).default(600),
  CLIENT_WAITING_JOBS: wholeNumber(1).default(5_000),
  RATE_LIMIT_SIGN_INS_PER_MINUTE: wholeNumber(1).default(10),
});

export const environmentNames: readonly string[] = [...Object.keys(environment.shape), ...smsSettingNames];

/** The default value as the environment would give it; empty where there is none. */
export function defaultOf(name: string): string {
  const schema = (environment.shape as Record<string, { safeParse(value: unknown): { data?: unknown } }>)[name];
  const value = schema?.safeParse(undefined).data;
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The faults of the environment, by name. Values are never repeated, because some are secrets. */
export class ConfigInvalid extends Error {
  readonly faults: readonly { name: string; fault: string }[];

  constructor(faults: readonly { name: string; fault: string }[]) {
    const lines = faults.map(({ name, fault }) => `${name}: ${fault}`);
    const [only = '', ...more] = lines;
    super(
      more.length === 0
        ? `Setting ${only}. See docs/configuration.md.`
        : `These settings cannot be used (see docs/configuration.md):\n${lines.map((line) => `  ${line}`).join('\n')}`,
    );
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
  const faults: { name: string; fault: string }[] = [];
  for (const [name, file] of Object.entries(namedFilesOf(env))) {
    try {
      read[name] = readFileSync(file, 'utf8').trim();
    } catch {
      faults.push({ name: `${name}_FILE`, fault: 'names a file that cannot be read' });
    }
  }
  if (faults.length > 0) throw new ConfigInvalid(faults);
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

/** The faults of a parsed environment, the first of each setting: further ones follow from it. */
export function faultsOf(issues: readonly z.core.$ZodIssue[], given: Environment): { name: string; fault: string }[] {
  const faults = new Map<string, string>();
  for (const { code, path, message } of issues) {
    const name = String(path[0]);
    const unset = code === 'invalid_type' && given[name] === undefined;
    if (!faults.has(name)) faults.set(name, unset ? 'is not set' : message);
  }
  return [...faults].map(([name, fault]) => ({ name, fault }));
}

/** Links to pages are made of the host alone. */
function isBareOrigin(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { pathname, search, hash } = new URL(url);
  return pathname === '/' && search === '' && hash === '';
}

/** As Fastify reads them: an address, a network, or a name for private ones. */
function isProxy(text: string): boolean {
  const [address = '', mask] = text.split('/');
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  return isIP(address) !== 0 && (mask === undefined || isIP(mask) === 4 || isNetworkRange(text));
}

function isDnsServer(text: string): boolean {
  const { address, port } = /^\[?(?<address>[\da-f:.]+?)\]?(?<port>:\d{1,5})?$/i.exec(text)?.groups ?? {};
  if (isIP(text) !== 0) return true;
  return isIP(address ?? '') !== 0 && Number(port?.slice(1) ?? 0) <= 65_535;
}

function isNetworkRange(cidr: string): boolean {
  try {
    parseNetworkRange(cidr);
    return true;
  } catch {
    return false;
  }
}
