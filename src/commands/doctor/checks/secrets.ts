import { defineCheck, type DoctorCheck } from '../doctor-check.ts';

/** As many as `openssl rand -hex 8` prints. */
const leastCharacters = 16;
const leastDifferentCharacters = 6;
/** A random key has some 30 different bytes of 32. */
const leastDifferentBytes = 16;

/** Whether a secret could be guessed: too short, or mostly one repeated character. */
const isWeak = (secret: string) => secret.length < leastCharacters || new Set(secret).size < leastDifferentCharacters;

/** Letters alone: a person typed it instead of having a machine draw it. */
const isTyped = (key: Buffer) => key.every((byte) => byte >= 0x20 && byte < 0x7f);

const secrets = defineCheck({
  about: 'the strength of secrets',
  finds: {
    'secret.weak': {
      severity: 'risk',
      next: 'Replace it by a random one (openssl rand -hex 24), on both sides.',
    },
    'root_key.weak': {
      severity: 'risk',
      next: 'Make a random one (openssl rand -base64 32) and run `rotate-root-key`; docs/operations.md, Keys.',
    },
  },
  run({ container: { config } }) {
    const passwordOf = (url: string) => decodeURIComponent(new URL(url).password);
    const { media, metrics, database, redis } = config;
    const given: Readonly<Record<string, string | null>> = {
      'the password in DATABASE_URL': passwordOf(database.url),
      'the password in DATABASE_OWNER_URL': database.ownerUrl === database.url ? null : passwordOf(database.ownerUrl),
      // Without a password, the check of Redis reports it.
      'the password in REDIS_URL': passwordOf(redis.url) || null,
      REDIS_SENTINEL_PASSWORD: redis.sentinel?.password ?? null,
      S3_SECRET_ACCESS_KEY: media.store === 's3' ? (media.credentials?.secretAccessKey ?? null) : null,
      METRICS_TOKEN: metrics.token,
    };
    const weak = Object.entries(given).filter(([, secret]) => secret !== null && isWeak(secret));
    const isWeakKey = (key: Buffer) => new Set(key).size < leastDifferentBytes || isTyped(key);
    return Promise.resolve([
      ...weak.map(([name]) => ({ code: 'secret.weak' as const, says: `Others could guess ${name}.` })),
      ...(config.rootKey.keys.some(isWeakKey)
        ? [{ code: 'root_key.weak' as const, says: 'ROOT_KEY is not a random key.' }]
        : []),
    ]);
  },
});

const certificates = defineCheck({
  about: 'whether certificates are checked',
  finds: {
    'certificates.unchecked': {
      severity: 'risk',
      next: 'Remove NODE_TLS_REJECT_UNAUTHORIZED from the environment of every process, and name a private authority in NODE_EXTRA_CA_CERTS.',
    },
  },
  run: ({ rejectUnauthorized }) =>
    Promise.resolve(
      // Node.js reads only this value.
      rejectUnauthorized === '0'
        ? [
            {
              code: 'certificates.unchecked',
              says: 'NODE_TLS_REJECT_UNAUTHORIZED=0: a machine in between could pose as a provider, the object store or the mail server.',
            },
          ]
        : [],
    ),
});

export const secretChecks: readonly DoctorCheck[] = [secrets, certificates];
