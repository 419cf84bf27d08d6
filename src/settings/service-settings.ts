import { everyRole, opening, serving, type SettingGroup } from './setting.ts';

const messagesToo = ['api', 'messages', 'admin'] as const;

/** Where the service listens, and what it stores in. */
export const serviceSettings: readonly SettingGroup[] = [
  {
    title: 'HTTP',
    settings: {
      PORT: {
        effect: 'The port to listen on. With compose, the port of the machine that leads to the API.',
        usedBy: ['api'],
        composeSets: 'The API listens on 3000 in its container; PORT is the published port.',
      },
      HOST: {
        effect: 'The address to listen on. With compose, the address of the machine that leads to the API.',
        unset:
          '`npm start` listens on 127.0.0.1, so that only this machine reaches it; every other way of starting listens on all addresses (0.0.0.0).',
        danger: 'An address of the network without a proxy in front sends passwords and pictures unencrypted.',
        usedBy: ['api'],
        composeSets: 'The API listens on all addresses of its container; HOST is the published address.',
        example: '',
      },
      PUBLIC_URL: {
        effect: 'Address under which people and host apps reach the service, such as https://verify.example.',
        unset:
          '`npm start` works without it; the API of any other installation does not start, since links must name the right host.',
        danger: 'Cameras work in browsers only over https and on localhost.',
        usedBy: messagesToo,
      },
      ALLOWED_HOSTS: {
        effect:
          'Comma-separated host names under which requests may come in addition to that of PUBLIC_URL, such as a name that a proxy inside uses. Requests for `localhost` and for IP addresses are always taken, and health checks under any name.',
        usedBy: ['api'],
      },
      TRUSTED_PROXIES: {
        effect: 'Comma-separated addresses or networks of proxies whose X-Forwarded-For is believed.',
        unset: 'Behind a proxy, every person has the address of the proxy, and all of them share its rate limits.',
        danger: 'A network that people come from lets them choose their own address.',
        usedBy: ['api'],
      },
    },
  },
  {
    title: 'Postgres and Redis',
    note: 'Redis is disposable: nothing but delay is lost with it.',
    settings: {
      DATABASE_URL: {
        effect: 'The database: postgresql://user:password@host:5432/name.',
        unset: '`npm start` brings its own; compose reads the secret `database_url`.',
        usedBy: everyRole,
        secret: true,
      },
      DATABASE_OWNER_URL: {
        effect:
          'The role that owns the tables, for `migrate` and `admin restore` alone. When it is set, `migrate` makes the role of DATABASE_URL, which then reads and writes rows and owns nothing. Both name the same database.',
        unset: 'The role of DATABASE_URL owns the tables; compose reads the secret `database_owner_url`.',
        danger: 'A process that has it can change the audit log.',
        usedBy: ['migrate', 'admin'],
        secret: true,
      },
      DATABASE_DIRECT_URL: {
        effect:
          'The same database and role without a pooler in front. Set it when DATABASE_URL leads to a pooler in transaction mode, such as PgBouncer: statements are then not prepared by name, and cron jobs and commands hold their locks on direct connections.',
        unset: 'DATABASE_URL leads to Postgres itself, or to a pooler in session mode.',
        danger:
          'The pooler has to set the time-outs of `deploy/pgbouncer/pgbouncer.ini`: without them, a statement waits for a lock without end.',
        usedBy: everyRole,
        secret: true,
      },
      DATABASE_REPLICA_URL: {
        effect:
          'A streaming replica of the database, for lists of people and verifications, analytics and pages of the audit log. A role that may read is enough. It answers only once it has replayed all that the primary had committed when the request came; otherwise the primary answers. Leads to Postgres itself, not to a pooler in transaction mode.',
        unset: 'The primary answers everything.',
        usedBy: ['api', 'admin'],
        secret: true,
      },
      DATABASE_POOL_SIZE: {
        effect: 'Connections of each process to Postgres.',
        danger: 'Times the number of processes it must stay below max_connections of Postgres.',
        usedBy: opening,
      },
      REDIS_URL: {
        effect: 'Redis for queues, rate limits and live messages: redis://:password@host:6379, or rediss:// with TLS.',
        unset: '`npm start` brings its own; compose reads the secret `redis_url`.',
        danger: 'A Redis with a policy other than noeviction forgets work by itself.',
        usedBy: opening,
        secret: true,
      },
      REDIS_CLUSTER: {
        effect:
          '`true`: REDIS_URL names one node of a Redis Cluster, which knows the others. Keys then begin with the prefix in braces, so that they are in one slot and on one node.',
        usedBy: opening,
      },
      REDIS_PREFIX: { effect: 'Begins every key in Redis, so that installations can share one.', usedBy: opening },
    },
  },
  {
    title: 'Keys',
    note: '32 random bytes in base64 (openssl rand -base64 32).',
    settings: {
      ROOT_KEY: {
        effect: 'Wraps the keys of clients and operators, which encrypt every record.',
        unset: '`npm start` makes one in VERIFY_DIR; compose reads the secret `root_key`.',
        danger: 'Without it no record and no backup can be read again. Keep a copy apart from the backups.',
        usedBy: opening,
        secret: true,
      },
      ROOT_KEY_PREVIOUS: {
        effect: 'The key before, while it is replaced: `npm run admin -- rotate-root-key`.',
        danger: 'Remove it after the rotation: it opens what the old key wrapped.',
        usedBy: opening,
        secret: true,
      },
      KMS_KEY_ID: {
        effect:
          'Id or ARN of a key in AWS KMS that takes the place of ROOT_KEY, which then only opens what it has wrapped. Access by AWS_ACCESS_KEY_ID or by the role of the machine; it needs kms:Encrypt and kms:Decrypt.',
        danger: 'A key that is deleted in KMS takes every record with it.',
        usedBy: opening,
      },
      KMS_REGION: { effect: 'The region of the KMS key.', usedBy: opening },
      KMS_ENDPOINT: { effect: 'Another address of KMS, for tests and proxies.', usedBy: opening },
    },
  },
  {
    title: 'Files',
    note: 'A folder of one machine, or a bucket of S3 or of a compatible store, which several machines share.',
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
        unset: 'Amazon S3. Compose brings a store and uses it.',
        usedBy: everyRole,
      },
      S3_REGION: { effect: 'The region of the bucket.', usedBy: everyRole },
      S3_FORCE_PATH_STYLE: {
        effect: 'true: addresses are host/bucket; false: bucket.host.',
        unset: 'true with S3_ENDPOINT, false without.',
        usedBy: everyRole,
      },
      S3_ACCESS_KEY_ID: {
        effect: 'Access to the bucket.',
        unset: 'The role or profile of the machine; compose reads the secret `s3_access_key`.',
        usedBy: everyRole,
        secret: true,
      },
      S3_SECRET_ACCESS_KEY: {
        effect: 'The secret of S3_ACCESS_KEY_ID.',
        unset: 'Compose reads the secret `s3_secret_key`.',
        usedBy: everyRole,
        secret: true,
      },
      S3_PREFIX: {
        effect: 'Begins every key, so that one bucket can serve several things: verify/',
        usedBy: everyRole,
      },
      UNKNOWN_FILES_KEPT_DAYS: {
        effect: 'Days for which files that no row refers to are kept after a restore, in case it was the wrong backup.',
        danger: 'With a short time, the files of the right backup may be gone.',
        usedBy: ['admin'],
      },
    },
  },
  {
    title: 'Metrics, traces, errors and logs',
    settings: {
      METRICS_TOKEN: {
        effect: 'What GET /metrics asks for as a bearer token.',
        unset: 'Only this machine may read the metrics; compose reads the secret `metrics_token`.',
        usedBy: [...serving],
        secret: true,
      },
      METRICS_PORT: {
        effect: 'The port on which a worker shows its metrics and /health/live.',
        unset: 'None. With `npm start` the workers count up from it.',
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
        effect: 'Where errors are reported by the Sentry protocol: class, place in the code and ids, never a message.',
        unset: 'None are sent.',
        usedBy: opening,
      },
      LOG_LEVEL: {
        effect: 'trace, debug, info, warn, error or silent.',
        danger: 'silent hides every fault.',
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
        effect: 'File of a client in test mode for the example app of /demo; `npm start` names the one that it makes.',
        unset: 'There is no /demo.',
        usedBy: ['api'],
        composeSets: 'The image has no demo client.',
      },
    },
  },
];
