/**
 * Import rules = the architecture (ARCHITECTURE.md); each rule says why. For each, `test/architecture/import-rules.spec.ts`
 * plants what it forbids and sees it caught.
 */
const FRAMEWORK =
  '(^|node_modules/)(@nestjs|typeorm|bull|ioredis|express|undici|class-validator|class-transformer)(/|$)';
// Drivers, loggers and Node's own doors to the world. Packages that only compute (lossless-json, node:crypto)
// are left out: domain/ may use them. The anchor keeps a file of ours that is called like one of them apart.
const INPUT_OUTPUT = [
  '(^|node_modules/)(@bull-board|@photostructure|mysql2|pino|pino-http|prom-client|rate-limiter-flexible|busboy|rxjs)(/|$)',
  '^(node:)?(child_process|cluster|dgram|dns|fs|http|http2|https|net|os|process|readline|timers|tls|worker_threads)(/|$)',
];
const ORDER = [
  'access',
  'settings',
  'customers',
  'files',
  'catalog',
  'promotions',
  'orders',
  'backtests',
  'shipments',
  'payments',
  'carts',
  'checkout',
  'statistics',
  'operations',
];
const moduleOrder = ORDER.slice(0, -1).map((name, i) => ({
  name: `module-order-${name}`,
  severity: 'error',
  comment: `${name} may import only the modules before it.`,
  from: { path: `^src/modules/${name}/` },
  to: { path: `^src/modules/(${ORDER.slice(i + 1).join('|')})/` },
}));
// Folders of platform/database: each may import only those before it.
const DATABASE_ORDER = ['connection', 'rows', 'lists', 'replicas', 'fitness'];
const databaseOrder = DATABASE_ORDER.map((name, i) => ({
  name: `database-order-${name}`,
  severity: 'error',
  comment: `database/${name}/ may import only the folders before it, and not the module that puts them together.`,
  from: { path: `^src/platform/database/${name}/` },
  to: { path: `^src/platform/database/([^/]+$|(${DATABASE_ORDER.slice(i + 1).join('|')})/)` },
}));
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'A cycle hides the direction of the data flow. Type-only cycles count too.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'kernel-is-a-leaf',
      severity: 'error',
      comment: 'kernel knows nobody above it and no framework.',
      from: { path: '^src/kernel/' },
      to: { path: ['^src/(app|modules|platform|cli)/', FRAMEWORK] },
    },
    {
      name: 'platform-knows-no-subject',
      severity: 'error',
      comment: 'platform may import kernel and platform only.',
      from: { path: '^src/platform/' },
      to: { path: '^src/(modules|app|cli)/|^src/(main|worker)\\.ts' },
    },
    {
      name: 'modules-know-no-app',
      severity: 'error',
      comment: 'Only main.ts, worker.ts and cli compose processes.',
      from: { path: '^src/modules/' },
      to: { path: '^src/(app|cli)/|^src/(main|worker)\\.ts' },
    },
    {
      name: 'module-subfolders-are-private',
      severity: 'error',
      comment: 'Another module may import only files at the root of a module.',
      from: { path: '^src/modules/([^/]+)/' },
      to: { path: '^src/modules/([^/]+)/.+/', pathNot: '^src/modules/$1/' },
    },
    ...moduleOrder,
    ...databaseOrder,
    {
      name: 'webhooks-is-an-island',
      severity: 'error',
      comment: 'webhooks meets the rest only through the events table.',
      from: { path: '^src/modules/webhooks/' },
      to: { path: '^src/modules/(?!webhooks/|access/)' },
    },
    {
      name: 'nobody-calls-webhooks',
      severity: 'error',
      comment: 'Subjects make events; they never call the dispatcher. Operations read its figures.',
      from: { path: '^src/modules/(?!webhooks/|operations/)' },
      to: { path: '^src/modules/webhooks/' },
    },
    {
      name: 'domain-is-pure',
      severity: 'error',
      comment: 'domain/ holds plain functions: no Nest, no ORM, no I/O.',
      from: { path: '^src/modules/[^/]+/domain/' },
      to: {
        path: [
          '^src/platform/',
          '/(http|data|jobs|delivery)/',
          '\\.(service|module)\\.ts$',
          FRAMEWORK,
          ...INPUT_OUTPUT,
        ],
      },
    },
    {
      name: 'data-imports-down-only',
      severity: 'error',
      comment:
        'data/ holds entities, listings and queries that join a tx. Of its own module it knows data/, domain/, ' +
        'choices.ts and *-field.ts; it decides nothing, and tells neither queues nor HTTP.',
      from: { path: '^src/modules/([^/]+)/data/' },
      to: { path: '^src/modules/$1/', pathNot: '^src/modules/$1/((data|domain)/|choices\\.ts$|[a-z-]+-field\\.ts$)' },
    },
    {
      name: 'data-knows-no-service',
      severity: 'error',
      comment: 'Of what is below it, data/ knows rows and records: no service, no HTTP, no queue.',
      from: { path: '^src/modules/[^/]+/data/' },
      to: {
        path: [
          '\\.(service|module)\\.ts$',
          '^src/platform/(http|queue|config)/',
          '(^|node_modules/)(@nestjs|express|bull)(/|$)',
        ],
      },
    },
    {
      name: 'only-services-open-transactions',
      severity: 'error',
      comment:
        'Who has no Transactions opens none and takes `tx`. Services have it; so do the workers of webhooks, retention ' +
        'tasks with the worker modules that build them, and the collection of orders, whose count buckets are sealed in ' +
        'the background.',
      from: {
        path: '^src/(modules|app|cli)/|^src/(main|worker)\\.ts',
        pathNot: [
          '\\.service\\.ts$',
          '-worker\\.module\\.ts$',
          '\\.tasks?\\.ts$',
          '^src/modules/webhooks/(fan-out|delivery)/',
          '^src/modules/orders/orders\\.collection\\.ts$',
        ],
      },
      to: { path: '^src/platform/database/connection/transactions\\.ts$' },
    },
    {
      name: 'service-does-not-know-http',
      severity: 'error',
      comment: 'Services take and return plain values.',
      from: { path: '\\.service\\.ts$' },
      to: { path: ['/http/', '^src/modules/[^/]+/jobs/', '(^|node_modules/)(express|@nestjs/swagger)(/|$)'] },
    },
    {
      name: 'controllers-go-through-the-service',
      severity: 'error',
      comment: 'A controller never touches the ORM or a queue.',
      from: { path: '/http/.*\\.controller\\.ts$' },
      to: {
        path: [
          '^src/platform/(database|queue)/',
          '/(data|jobs|delivery)/',
          '(^|node_modules/)(typeorm|bull|@nestjs/(typeorm|bull))(/|$)',
        ],
      },
    },
    {
      name: 'jobs-only-in-worker',
      severity: 'error',
      comment: 'Processors are wired by *-worker.module.ts only, so the API never consumes a queue by accident.',
      from: { pathNot: '-worker\\.module\\.ts$|/jobs/' },
      to: { path: '^src/modules/[^/]+/jobs/' },
    },
    {
      name: 'not-to-test',
      severity: 'error',
      comment: 'Shipped code does not know its tests.',
      from: { path: '^src/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^test/|\\.spec\\.ts$' },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      comment: 'Dead code.',
      from: { orphan: true, pathNot: '\\.d\\.ts$|^src/kernel/' },
      to: {},
    },
    {
      name: 'no-barrels',
      severity: 'error',
      comment: 'index.ts files hide the edge and make cycles.',
      from: {},
      // Two patterns: one with an optional group is refused as unsafe.
      to: { path: ['^src/index\\.ts$', '^src/.*/index\\.ts$'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Type imports are edges too. Without it a cycle of types and a domain that speaks of Express would pass.
    tsPreCompilationDeps: true,
    // Resolve as the compiler does (`moduleResolution`), so that no import is seen as unknown and passes for that.
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
