/**
 * Which room may import which, as drawn in src/README.md: domain <- steps <- contract, services <- http, workers.
 * `npm run check` runs it. If a rule is in your way, ask first whether the design is right.
 */

const { orders } = require('./.dependency-cruiser-orders.cjs');

/** Every room of ours but the named ones (paths below src/, or `workers`). */
const roomsBut = (...allowed) => ({
  path: '^(src|workers)/',
  pathNot: allowed.map((room) => (room === 'workers' ? '^workers/' : `^src/${room}`)),
});
const packages = (...names) => `(^|/)node_modules/(${names.join('|')})/`;

const inputOutput = packages(
  'fastify',
  '@fastify/[^/]+',
  'prisma',
  '@prisma/[^/]+',
  'bullmq',
  'ioredis',
  'pg',
  'sharp',
  'onnxruntime-node',
  'undici',
  'ws',
  'twilio',
  'nodemailer',
  '@aws-sdk/[^/]+',
  'prom-client',
  '@opentelemetry/[^/]+',
  'maxmind',
);
const native = packages('sharp', 'onnxruntime-node', 'node-av');

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...orders,
    {
      name: 'domain-alone',
      comment: 'The domain knows nobody.',
      severity: 'error',
      from: { path: '^src/domain/' },
      to: roomsBut('domain/'),
    },
    {
      name: 'steps-know-domain',
      comment: 'steps -> domain',
      severity: 'error',
      from: { path: '^src/steps/' },
      to: roomsBut('steps/', 'domain/'),
    },
    {
      name: 'contract-knows-steps',
      comment: 'contract -> steps, domain',
      severity: 'error',
      from: { path: '^src/contract/' },
      to: roomsBut('contract/', 'steps/', 'domain/'),
    },
    {
      name: 'services-know-ports',
      comment:
        'services -> contract, steps, domain: they get databases and providers through interfaces of the domain.',
      severity: 'error',
      from: { path: '^src/services/' },
      to: roomsBut('services/', 'contract/', 'steps/', 'domain/'),
    },
    {
      name: 'no-io-in-the-middle',
      comment: 'Rules and use cases do no input or output: declare a port in src/domain, implement it outside.',
      severity: 'error',
      from: { path: '^src/(domain|steps|contract|services)/' },
      to: { path: inputOutput },
    },
    {
      name: 'no-system-in-domain',
      comment: 'Nor through Node itself.',
      severity: 'error',
      from: { path: '^src/(domain|contract)/' },
      to: {
        dependencyTypes: ['core'],
        path: '^(node:)?(fs|fs/promises|net|tls|http|https|http2|dns|child_process|worker_threads|cluster)$',
      },
    },
    {
      name: 'db-knows-domain',
      comment: 'db -> domain, and the types of steps',
      severity: 'error',
      from: { path: '^src/db/' },
      to: roomsBut('db/', 'domain/', 'steps/'),
    },
    {
      name: 'db-takes-only-types-of-steps',
      comment: 'What a step does is none of the database’s business.',
      severity: 'error',
      from: { path: '^src/db/' },
      to: { path: '^src/steps/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'adapters-know-domain',
      comment: 'adapters -> domain',
      severity: 'error',
      from: { path: '^src/adapters/' },
      to: roomsBut('adapters/', 'domain/'),
    },
    {
      name: 'http-knows-services',
      comment: 'http -> services, contract, steps, domain; src/container.ts brings the rest.',
      severity: 'error',
      from: { path: '^src/http/' },
      to: roomsBut('http/', 'services/', 'contract/', 'steps/', 'domain/'),
    },
    {
      name: 'workers-not-http',
      comment: 'Workers may import everything but the API.',
      severity: 'error',
      from: { path: '^workers/' },
      to: { path: '^src/(http/|server\\.ts)' },
    },
    {
      name: 'embedded-alone',
      comment: 'The embedded servers know nothing of the product.',
      severity: 'error',
      from: { path: '^src/embedded/' },
      to: roomsBut('embedded/'),
    },
    {
      name: 'config-alone',
      comment:
        'The configuration knows the domain, and the providers of text messages, which say themselves what they read.',
      severity: 'error',
      from: { path: '^src/(config|environment)\\.ts$' },
      to: roomsBut('(config|environment)\\.ts$', 'domain/', 'adapters/sms/'),
    },
    {
      name: 'nobody-imports-http-or-workers',
      comment: 'They are the ends of the arrows. Only what starts or wires them may.',
      severity: 'error',
      from: {
        path: '^(src|workers|bench)/',
        pathNot: ['^src/(http|commands)/', '^src/(server|api|container)\\.ts$', '^(workers|bench)/'],
      },
      to: { path: '^(src/http|workers)/' },
    },
    {
      name: 'only-db-knows-prisma',
      comment: 'Everybody else gets domain types from the repositories.',
      severity: 'error',
      from: { pathNot: ['^src/(db|embedded)/', '^prisma/', '^prisma\\.config\\.ts$', 'node_modules'] },
      to: { path: [packages('prisma', '@prisma/[^/]+'), '^src/db/generated/'] },
    },
    {
      name: 'only-native-knows-compiled-code',
      comment: 'Compiled image and model code lives in src/adapters/native, which only workers load.',
      severity: 'error',
      from: { pathNot: ['^src/adapters/native/', '^specimens/', '^(test|bench|training)/', 'node_modules'] },
      to: { path: native },
    },
    {
      name: 'few-files-open-pictures',
      comment:
        'Files of strangers are decoded in a confined process (decoding/picture-decoder.ts). Everything else opens our own JPEGs with rasters/own-jpeg.ts and saves with rasters/encode-picture.ts.',
      severity: 'error',
      from: {
        path: '^(src|workers)/',
        pathNot:
          '^src/adapters/native/(rasters/(own-jpeg|encode-picture|restrict-sharp)|decoding/decode-picture|conversion/conversion-process)\\.ts$',
      },
      to: { path: packages('sharp'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'strangers-pictures-in-their-process',
      comment: 'What decodes files of strangers runs in the process that is confined for it.',
      severity: 'error',
      from: {
        path: '^(src|workers)/',
        pathNot: '^src/adapters/native/(decoding/picture-decoder|conversion/conversion)-process\\.ts$',
      },
      to: { path: '^src/adapters/native/(decoding/decode-picture|conversion/decode-heif)\\.ts$' },
    },
    {
      name: 'confined-processes-are-started',
      comment: 'A script of a confined process runs in it alone: it is started by its path, never imported.',
      severity: 'error',
      from: { path: '^(src|workers)/' },
      to: { path: '^src/adapters/native/.*-process\\.ts$' },
    },
    {
      name: 'api-process-stays-light',
      comment:
        'A crash or a stall in compiled code must never take the API down: src/server.ts may not reach it by any path.',
      severity: 'error',
      from: { path: '^src/server\\.ts$' },
      to: { path: ['^src/adapters/native/', '^specimens/', native], reachable: true },
    },
    {
      name: 'no-specimens-in-production',
      comment: 'Drawn documents are for tests, benches and the demo.',
      severity: 'error',
      from: { path: '^(src|workers)/', pathNot: ['^specimens/', '^src/commands/demo'] },
      to: { path: '^specimens/' },
    },
    {
      name: 'web-alone',
      comment: 'What runs in browsers knows the server by its contract alone: web/generated.',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(src|workers|test|bench|training)/' },
    },
    {
      name: 'web-applications-apart',
      comment: 'Each application is built alone. What two of them need lives in web/shared, which knows neither.',
      severity: 'error',
      from: { path: '^web/([^/]+)/' },
      to: { path: '^web/[^/]+/', pathNot: '^web/($1|shared|generated)/' },
    },
    {
      name: 'nobody-imports-web',
      comment: 'The server serves what was built; only tests look at the logic itself.',
      severity: 'error',
      from: { path: '^(src|workers|bench)/' },
      to: { path: '^web/' },
    },
    {
      name: 'nobody-imports-tests',
      comment: 'Production code does not depend on tests or benches.',
      severity: 'error',
      from: { path: '^(src|workers)/' },
      to: { path: '^(test|bench|training)/' },
    },
    {
      name: 'no-development-packages-in-production',
      comment: 'They are missing in the image. `embedded` serves a checkout, which has them.',
      severity: 'error',
      from: { path: '^(src|workers)/', pathNot: ['^specimens/', '^src/commands/', '^src/embedded/'] },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only', 'npm-no-pkg'],
        pathNot: ['/node_modules/@types/'],
      },
    },
    {
      name: 'no-unlisted-packages',
      comment: 'Somebody else’s dependency may go away with their next release.',
      severity: 'error',
      from: { path: '^(src|workers|test|bench)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-unresolvable',
      comment: 'The import leads nowhere.',
      severity: 'error',
      from: { pathNot: 'node_modules' },
      // Modules that a build plug-in generates have no file, and our own package is built by the test that imports it.
      to: { couldNotResolve: true, pathNot: ['^virtual:', '^@verify/sdk'] },
    },
    {
      name: 'no-cycles',
      comment: 'Files that import each other cannot be read, tested or moved one by one.',
      severity: 'error',
      from: { pathNot: '^src/db/generated/' },
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^src/db/generated/(?!client\\.ts)', '^web/[^/]+/dist/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types', 'require'],
      mainFields: ['module', 'main', 'types'],
    },
    cache: { folder: '.cache/dependency-cruiser', strategy: 'content' },
  },
};
