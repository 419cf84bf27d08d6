import { everyRole, opening, serving, type SettingGroup } from './setting.ts';

const messagesToo = ['api', 'messages', 'admin'] as const;

/** Where the service listens, and what it stores in. */
export const serviceSettings: readonly SettingGroup[] = [
  {
    title: 'HTTP',
    settings: {
      PORT: {
        effect: 'The port to listen on. With compose, the port of the host that leads to the API.',
        usedBy: ['api'],
        composeSets: 'The API listens on 3000 in its container; PORT is the published port.',
      },
      HOST: {
        effect: 'The address to listen on. With compose, the address of the host that leads to the API.',
        unset:
          '`npm start` listens on 127.0.0.1, so that only this machine reaches it; any other start, and compose, listens on all addresses (0.0.0.0).',
        danger: 'Without a proxy with TLS in front, passwords and pictures cross the network unencrypted.',
        usedBy: ['api'],
        composeSets: 'The API listens on all addresses of its container; HOST is the published address.',
        example: '',
      },
      PUBLIC_URL: {
        effect: 'The address at which people and host apps reach the service, such as https://verify.example.',
        unset:
          '`npm start` works without it, and compose uses http://localhost:3000, which only this machine reaches. In any other installation the API does not start without it, because links must name the right host.',
        danger: 'In browsers, cameras work only over https and on localhost.',
        usedBy: messagesToo,
      },
      ALLOWED_HOSTS: {
        effect:
          'Comma-separated host names that the service accepts in addition to that of PUBLIC_URL, such as one that an internal proxy uses. It always accepts `localhost` and IP addresses, and health checks under any name.',
        usedBy: ['api'],
      },
      TRUSTED_PROXIES: {
        effect: 'Comma-separated addresses or networks of proxies whose X-Forwarded-For the service trusts.',
        unset: 'Behind a proxy, every person seems to have the proxy’s address, and all share one rate limit.',
        danger: 'People in a network that you list here can claim any address.',
        usedBy: ['api'],
      },
    },
  },
  {
    title: 'Postgres and Redis',
    note: 'Redis is disposable: if it loses its data, work is only delayed.',
    settings: {
      DATABASE_URL: {
        effect: 'The database: postgresql://user:password@host:5432/name.',
        unset: '`npm start` starts its own; compose reads the secret `database_url`.',
        usedBy: everyRole,
        secret: true,
      },
      DATABASE_OWNER_URL: {
        effect:
          'The role that owns the tables, only for `migrate` and `admin restore`. If it is set, `migrate` creates the role of DATABASE_URL, which then reads and writes rows and owns nothing. Both name the same database.',
        unset: 'The role of DATABASE_URL owns the tables; compose reads the secret `database_owner_url`.',
        danger: 'A process that has it can change the audit log.',
        usedBy: ['migrate', 'admin'],
        secret: true,
      },
      DATABASE_DIRECT_URL: {
        effect:
          'The same database and role without a pooler in front. Set it if DATABASE_URL leads to a pooler in transaction mode, such as PgBouncer. The service then prepares no statements by name, and cron jobs and commands hold their locks on direct connections.',
        unset: 'DATABASE_URL leads to Postgres itself, or to a pooler in session mode.',
        danger:
          'The pooler must set the timeouts of `deploy/pgbouncer/pgbouncer.ini`: without them, a statement can wait for a lock forever.',
        usedBy: everyRole,
        secret: true,
      },
      DATABASE_REPLICA_URL: {
        effect:
          'A streaming replica of the database, for lists of people and verifications, analytics and pages of the audit log. A role that may only read is enough. The replica answers only if it has replayed everything that the primary had committed when the request came; otherwise the primary answers. The address must lead to Postgres itself, not to a pooler in transaction mode.',
        unset: 'The primary answers everything.',
        usedBy: ['api', 'admin'],
        secret: true,
      },
      DATABASE_POOL_SIZE: {
        effect: 'Connections of each process to Postgres.',
        danger: 'Multiplied by the number of processes, it must stay below max_connections of Postgres.',
        usedBy: opening,
      },
      REDIS_URL: {
        effect: 'Redis for queues, rate limits and live messages: redis://:password@host:6379, or rediss:// with TLS.',
        unset: '`npm start` starts its own; compose reads the secret `redis_url`.',
        danger: 'With an eviction policy other than noeviction, Redis drops queued work.',
        usedBy: opening,
        secret: true,
      },
      REDIS_CLUSTER: {
        effect:
          '`true`: REDIS_URL names one node of a Redis Cluster, which knows the others. Keys then begin with the prefix in braces, so that they are in one slot and on one node.',
        usedBy: opening,
      },
      REDIS_SENTINELS: {
        effect:
          'Addresses of Redis Sentinels, separated by commas: 10.0.0.1:26379. They name the primary. From REDIS_URL the service uses the protocol, user, password and database number; with rediss:// the sentinels need TLS, too. Not together with REDIS_CLUSTER.',
        unset: 'REDIS_URL names the server.',
        usedBy: opening,
      },
      REDIS_SENTINEL_NAME: {
        effect: 'What the sentinels call the primary: `sentinel monitor NAME …`.',
        unset: 'Must be set with REDIS_SENTINELS.',
        usedBy: opening,
      },
      REDIS_SENTINEL_PASSWORD: {
        effect: 'The password of the sentinels themselves.',
        unset: 'The sentinels ask for none.',
        usedBy: opening,
        secret: true,
      },
      REDIS_PREFIX: {
        effect: 'Prefix of every key in Redis, so that installations can share one Redis.',
        usedBy: opening,
      },
    },
  },
  {
    title: 'Keys',
    note: '32 random bytes in base64 (openssl rand -base64 32).',
    settings: {
      ROOT_KEY: {
        effect: 'Wraps the keys of clients and operators, which encrypt every record.',
        unset: '`npm start` makes one in VERIFY_DIR; compose reads the secret `root_key`.',
        danger: 'If you lose it, no record and no backup can be read again. Keep a copy apart from the backups.',
        usedBy: opening,
        secret: true,
      },
      ROOT_KEY_PREVIOUS: {
        effect: 'The previous key, while you replace it: `npm run admin -- rotate-root-key`.',
        danger: 'Remove it after the rotation: it decrypts everything that the old key wrapped.',
        usedBy: opening,
        secret: true,
      },
      KMS_KEY_ID: {
        effect:
          'Id or ARN of a key in AWS KMS that replaces ROOT_KEY; ROOT_KEY then only decrypts what it has wrapped before. Access is by AWS_ACCESS_KEY_ID or by the role of the machine, and needs kms:Encrypt and kms:Decrypt.',
        danger: 'If the key is deleted in KMS, every record is lost.',
        usedBy: opening,
      },
      KMS_REGION: { effect: 'The region of the KMS key.', usedBy: opening },
      KMS_ENDPOINT: { effect: 'Replaces the address of KMS, for tests and proxies.', usedBy: opening },
    },
  },
  {
    title: 'Files',
    note: 'A folder on one machine, or a bucket in S3 or a compatible store, which several machines can share.',
    settings: {
      MEDIA_DIR: {
        effect: 'The folder of pictures and recordings.',
        unset: '`npm start` uses VERIFY_DIR/media; otherwise S3_BUCKET must be set.',
        danger: 'Back it up with the database: records refer to files in it.',
        usedBy: everyRole,
        composeSets: 'Compose uses a bucket.',
      },
      S3_BUCKET: { effect: 'The bucket of pictures and recordings.', usedBy: everyRole },
      S3_ENDPOINT: {
        effect: 'Address of the store.',
        unset: 'Amazon S3. Compose starts a store and uses it.',
        usedBy: everyRole,
      },
      S3_REGION: { effect: 'The region of the bucket.', usedBy: everyRole },
      S3_FORCE_PATH_STYLE: {
        effect: 'true: addresses have the form host/bucket; false: bucket.host.',
        unset: 'true with S3_ENDPOINT, false without.',
        usedBy: everyRole,
      },
      S3_ACCESS_KEY_ID: {
        effect: 'Access key for the bucket.',
        unset: 'The role or profile of the machine; compose reads the secret `s3_access_key`.',
        usedBy: everyRole,
        secret: true,
      },
      S3_SECRET_ACCESS_KEY: {
        effect: 'The secret access key that belongs to S3_ACCESS_KEY_ID.',
        unset: 'Compose reads the secret `s3_secret_key`.',
        usedBy: everyRole,
        secret: true,
      },
      S3_PREFIX: {
        effect: 'Prefix of every key, so that several applications can share one bucket: verify/',
        usedBy: everyRole,
      },
      UNKNOWN_FILES_KEPT_DAYS: {
        effect:
          'Number of days for which a restore keeps files that no row refers to, in case it was the wrong backup.',
        danger: 'With a short time, the files of the right backup may be gone.',
        usedBy: ['admin'],
      },
    },
  },
  {
    title: 'Metrics, traces, errors and logs',
    settings: {
      METRICS_TOKEN: {
        effect: 'The bearer token that GET /metrics requires.',
        unset: 'Only the same machine may read the metrics; compose reads the secret `metrics_token`.',
        usedBy: [...serving],
        secret: true,
      },
      METRICS_PORT: {
        effect: 'The port on which a worker serves its metrics and /health/live.',
        unset: 'None. With `npm start`, the workers use this port and those after it.',
        usedBy: ['messages', 'quality', 'document', 'liveness'],
        composeSets: 'Each worker has its own container and uses 9464.',
      },
      OTEL_EXPORTER_OTLP_ENDPOINT: {
        effect: 'Base address of an OTLP/HTTP receiver for traces.',
        unset: 'No traces are sent.',
        usedBy: opening,
      },
      OTEL_EXPORTER_OTLP_HEADERS: {
        effect: 'Headers for the receiver: name=value, separated by commas.',
        usedBy: opening,
        secret: true,
      },
      OTEL_SERVICE_NAME: { effect: 'Our name in traces.', usedBy: opening },
      SENTRY_DSN: {
        effect:
          'Where the service reports errors by the Sentry protocol: class, place in the code and ids, never a message.',
        unset: 'No errors are reported.',
        usedBy: opening,
      },
      LOG_LEVEL: {
        effect: 'trace, debug, info, warn, error or silent.',
        danger: 'silent hides every error.',
        usedBy: [...serving],
      },
    },
  },
  {
    title: 'Only for `npm start`',
    settings: {
      VERIFY_DIR: {
        effect: 'The folder of everything that `npm start` makes: databases, keys, files.',
        danger: 'It holds the root key: a person who can read the folder can read every record.',
        usedBy: [],
        composeSets: 'Only `npm start` reads it.',
        example: '.verify',
      },
      DEMO_FILE: {
        effect:
          'File that describes a client in test mode, for the example app at /demo; `npm start` sets it to the file that it makes.',
        unset: '/demo does not exist.',
        usedBy: ['api'],
        composeSets: 'The image has no demo client.',
      },
    },
  },
];
