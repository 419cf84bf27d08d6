import { z } from 'zod';
import { keyBytes } from './domain/encryption.ts';
import { parseNetworkRange } from './domain/network-range.ts';

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

/** Everything that can be set from outside. `.env.example` lists the same names; a test keeps the two equal. */
const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().max(255).default('0.0.0.0'),
  PUBLIC_URL: z.url().max(2048).optional(),
  TRUSTED_PROXIES: listSchema,
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).max(2048),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(500).default(10),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).max(2048),
  REDIS_PREFIX: z.string().max(64).default('verify'),
  ROOT_KEY: z.base64().transform((text, context) => {
    const key = Buffer.from(text, 'base64');
    if (key.length !== keyBytes) context.addIssue({ code: 'custom', message: `must be ${keyBytes} bytes in base64` });
    return key;
  }),
  MEDIA_DIR: z.string().min(1).max(4096),
  MODELS_DIR: z.string().min(1).max(4096).optional(),
  WEBHOOK_ALLOW_CIDRS: listSchema.refine((cidrs) => cidrs.every(isNetworkRange), {
    error: 'must be networks such as 10.0.0.0/8, separated by commas',
  }),
  SPEECH_URL: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .optional(),
  AWS_ACCESS_KEY_ID: z.string().min(1).max(200).optional(),
  AWS_SECRET_ACCESS_KEY: z.string().min(1).max(200).optional(),
  AWS_LIVENESS_ROLE_ARN: z.string().min(1).max(2048).optional(),
  AWS_ENDPOINT_URL: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .optional(),
  TWILIO_ACCOUNT_SID: z.string().max(64).optional(),
  TWILIO_AUTH_TOKEN: z.string().max(128).optional(),
  TWILIO_FROM: z.string().max(64).optional(),
  TWILIO_VERIFY_SERVICE: z.string().max(64).optional(),
  TWILIO_LOOKUP: listSchema,
  TWILIO_API_BASE: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .max(2048)
    .optional(),
  SMTP_FROM: z.string().max(320).optional(),
  DNS_SERVERS: listSchema,
  GEOIP_DB: z.string().min(1).max(4096).optional(),
  CODE_LIMIT_RECIPIENT_PER_DAY: z.coerce.number().int().min(1).default(10),
  CODE_LIMIT_PREFIX_PER_HOUR: z.coerce.number().int().min(1).default(30),
  CODE_LIMIT_COUNTRY_PER_HOUR: z.coerce.number().int().min(1).default(1_000),
  CODE_LIMIT_ADDRESS_PER_HOUR: z.coerce.number().int().min(1).default(30),
  CODE_LIMIT_CLIENT_PER_DAY: z.coerce.number().int().min(1).default(20_000),
  CODE_LIMIT_UNCONFIRMED: z.coerce.number().int().min(1).default(100),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  RATE_LIMIT_TOKEN_PER_SECOND: z.coerce.number().int().min(1).default(100),
  RATE_LIMIT_UPLOADS_PER_SECOND: z.coerce.number().int().min(1).default(20),
  RATE_LIMIT_SESSION_STARTS_PER_MINUTE: z.coerce.number().int().min(1).default(10),
});

export const environmentNames = Object.keys(environment.shape);

export type Config = ReturnType<typeof loadConfig>;

/** What is wrong with the environment, by name; values are never repeated, since some are secrets. */
export class ConfigInvalid extends Error {
  readonly faults: readonly { name: string; fault: string }[];

  constructor(faults: readonly { name: string; fault: string }[]) {
    super(`The configuration is not usable:\n${faults.map(({ name, fault }) => `  ${name}: ${fault}`).join('\n')}`);
    this.name = 'ConfigInvalid';
    this.faults = faults;
  }
}

/**
 * The one reader of the environment. Pure, so that a test can hand in any environment.
 * @throws ConfigInvalid with every fault at once.
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>> = process.env) {
  // A variable that is set to nothing counts as not set: compose files write `NAME=` for "use the default".
  const given = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => environmentNames.includes(name) && value !== ''),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    throw new ConfigInvalid(
      parsed.error.issues.map((issue) => ({
        name: issue.path.join('.'),
        fault:
          issue.code === 'invalid_type' && given[String(issue.path[0])] === undefined ? 'is not set' : issue.message,
      })),
    );
  }
  const set = parsed.data;
  return {
    http: {
      port: set.PORT,
      host: set.HOST,
      publicUrl: set.PUBLIC_URL ?? null,
      trustedProxies: set.TRUSTED_PROXIES,
    },
    database: { url: set.DATABASE_URL, poolSize: set.DATABASE_POOL_SIZE },
    redis: { url: set.REDIS_URL, prefix: set.REDIS_PREFIX },
    rootKey: set.ROOT_KEY,
    media: { dir: set.MEDIA_DIR },
    models: { dir: set.MODELS_DIR ?? null },
    webhooks: { allowCidrs: set.WEBHOOK_ALLOW_CIDRS },
    speech: { url: set.SPEECH_URL ?? null },
    aws: awsAccountOf(set),
    sms: smsOf(set),
    email: set.SMTP_URL === undefined ? null : { url: set.SMTP_URL, from: set.SMTP_FROM ?? 'no-reply@localhost' },
    dns: { servers: set.DNS_SERVERS },
    geoip: { file: set.GEOIP_DB ?? null },
    codeLimits: {
      recipientPerDay: set.CODE_LIMIT_RECIPIENT_PER_DAY,
      prefixPerHour: set.CODE_LIMIT_PREFIX_PER_HOUR,
      countryPerHour: set.CODE_LIMIT_COUNTRY_PER_HOUR,
      addressPerHour: set.CODE_LIMIT_ADDRESS_PER_HOUR,
      clientPerDay: set.CODE_LIMIT_CLIENT_PER_DAY,
      conversionAfter: set.CODE_LIMIT_UNCONFIRMED,
    },
    log: { level: set.LOG_LEVEL },
    rateLimits: {
      tokenPerSecond: set.RATE_LIMIT_TOKEN_PER_SECOND,
      uploadsPerSecond: set.RATE_LIMIT_UPLOADS_PER_SECOND,
      sessionStartsPerMinute: set.RATE_LIMIT_SESSION_STARTS_PER_MINUTE,
    },
  };
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

/** Twilio, when account, token and sender (or a Verify service) are set. */
function smsOf(set: z.output<typeof environment>) {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = set;
  const verifyServiceSid = set.TWILIO_VERIFY_SERVICE ?? null;
  if (accountSid === undefined || authToken === undefined) return null;
  if (from === undefined && verifyServiceSid === null) return null;
  const apiBase = set.TWILIO_API_BASE ?? null;
  return { accountSid, authToken, from: from ?? '', verifyServiceSid, lookupFields: set.TWILIO_LOOKUP, apiBase };
}

function isNetworkRange(cidr: string): boolean {
  try {
    parseNetworkRange(cidr);
    return true;
  } catch {
    return false;
  }
}

/** What `npm start` brings along itself where the environment does not name it. */
const embeddable = ['DATABASE_URL', 'REDIS_URL', 'ROOT_KEY', 'MEDIA_DIR'] as const;
const loopbackCidrs = '127.0.0.0/8,::1/128';
export type EmbeddablePart = (typeof embeddable)[number];

export interface EmbeddedSettings {
  port: number;
  /** Folder of everything that `npm start` makes: databases, keys, media. */
  dir: string;
  modelsDir: string | null;
  missing: readonly EmbeddablePart[];
  /** Webhooks may reach this machine: it is tried out, with a database of its own, and nothing else was said. */
  localWebhooks: boolean;
  /** The environment of the processes that are started, with the missing parts filled in. */
  complete(parts: Readonly<Partial<Record<EmbeddablePart, string>>>): Record<string, string | undefined>;
}

/** The settings of `npm start`, before the parts that it brings along are there. @throws ConfigInvalid */
export function loadEmbeddedSettings(
  env: Readonly<Record<string, string | undefined>> = process.env,
): EmbeddedSettings {
  const port = environment.shape.PORT.safeParse(env.PORT === '' ? undefined : env.PORT);
  if (!port.success) throw new ConfigInvalid([{ name: 'PORT', fault: 'is not a port number' }]);
  const isSet = (name: string) => env[name] !== undefined && env[name] !== '';
  const localWebhooks = !isSet('DATABASE_URL') && !isSet('WEBHOOK_ALLOW_CIDRS');
  return {
    port: port.data,
    dir: env.VERIFY_DIR ?? '.verify',
    modelsDir: env.MODELS_DIR ?? null,
    missing: embeddable.filter((name) => !isSet(name)),
    localWebhooks,
    complete: (parts) => ({ ...env, ...(localWebhooks && { WEBHOOK_ALLOW_CIDRS: loopbackCidrs }), ...parts }),
  };
}
