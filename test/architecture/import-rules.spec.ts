import { join, resolve } from 'node:path';
import { type Plant, PlantedImports } from '../support/planted-imports';

const ROOT = resolve(__dirname, '../..');
const CONFIG = join(ROOT, '.dependency-cruiser.cjs');
const TARGET = 'src/kernel/target.ts';
const TRANSACTIONS = 'src/platform/database/connection/transactions.ts';

const MODULES = [
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

/** The folders of `platform/database`: each may import those before it. */
const DATABASE_FOLDERS = ['connection', 'rows', 'lists', 'replicas', 'fitness'];

/** For every rule the imports it must catch, and no other rule with it. */
const PLANTED: Readonly<Record<string, readonly Plant[]>> = {
  'no-circular': [
    { from: 'src/platform/events/egg.ts', to: 'src/platform/events/hen.ts' },
    { from: 'src/platform/events/hen.ts', to: 'src/platform/events/egg.ts', typeOnly: true },
  ],
  'kernel-is-a-leaf': [
    { from: 'src/kernel/up.ts', to: 'src/platform/config/config.ts' },
    { from: 'src/kernel/nest.ts', to: '@nestjs/common' },
  ],
  'platform-knows-no-subject': [
    { from: 'src/platform/events/subject.ts', to: 'src/modules/orders/orders.service.ts' },
    { from: 'src/platform/events/app.ts', to: 'src/app/api.module.ts' },
  ],
  'modules-know-no-app': [
    { from: 'src/modules/orders/app.ts', to: 'src/app/api.module.ts' },
    { from: 'src/modules/orders/main.ts', to: 'src/main.ts' },
  ],
  'module-subfolders-are-private': [
    { from: 'src/modules/orders/peek.ts', to: 'src/modules/settings/data/tax-band.entity.ts' },
  ],
  ...Object.fromEntries(
    MODULES.slice(0, -1).map((name, i) => [
      `module-order-${name}`,
      MODULES.slice(i + 1).map((later) => ({
        from: `src/modules/${name}/${later}-up.ts`,
        to: `src/modules/${later}/${later}.service.ts`,
      })),
    ]),
  ),
  ...Object.fromEntries(
    DATABASE_FOLDERS.map((name, i) => [
      `database-order-${name}`,
      [
        { from: `src/platform/database/${name}/module-up.ts`, to: 'src/platform/database/database.module.ts' },
        ...DATABASE_FOLDERS.slice(i + 1).map((later) => ({
          from: `src/platform/database/${name}/${later}-up.ts`,
          to: `src/platform/database/${later}/${later}.ts`,
          typeOnly: true,
        })),
      ],
    ]),
  ),
  'webhooks-is-an-island': [
    { from: 'src/modules/webhooks/abroad.ts', to: 'src/modules/orders/orders.service.ts' },
    { from: 'src/modules/webhooks/abroad-type.ts', to: 'src/modules/carts/carts.service.ts', typeOnly: true },
  ],
  'nobody-calls-webhooks': [{ from: 'src/modules/orders/call.ts', to: 'src/modules/webhooks/webhooks.service.ts' }],
  'domain-is-pure': [
    ...[
      '@nestjs/common',
      'typeorm',
      'bull',
      'express',
      'undici',
      'class-validator',
      '@photostructure/sqlite',
      'mysql2',
      'mysql2/promise',
    ]
      .concat(['pino', 'node:fs', 'node:fs/promises', 'node:http', 'child_process', 'node:timers/promises'])
      .map((to) => ({ from: `src/modules/orders/domain/${to.replace(/\W/g, '-')}.ts`, to })),
    { from: 'src/modules/orders/domain/express-type.ts', to: 'express', typeOnly: true },
    { from: 'src/modules/orders/domain/config.ts', to: 'src/platform/config/config.ts' },
    { from: 'src/modules/orders/domain/entity.ts', to: 'src/modules/orders/data/order.entity.ts', typeOnly: true },
    { from: 'src/modules/orders/domain/service.ts', to: 'src/modules/settings/settings.service.ts' },
  ],
  'data-imports-down-only': [
    { from: 'src/modules/orders/data/rows.queries.ts', to: 'src/modules/orders/orders.collection.ts' },
    { from: 'src/modules/orders/data/dto.queries.ts', to: 'src/modules/orders/http/order.dto.ts', typeOnly: true },
    { from: 'src/modules/webhooks/data/worker.queries.ts', to: 'src/modules/webhooks/delivery/claims.ts' },
    { from: 'src/modules/webhooks/data/events.queries.ts', to: 'src/modules/webhooks/fan-out/fan-out.ts' },
  ],
  'data-knows-no-service': [
    { from: 'src/modules/orders/data/service.queries.ts', to: 'src/modules/settings/settings.service.ts' },
    { from: 'src/modules/orders/data/http.queries.ts', to: 'src/platform/http/envelope.ts', typeOnly: true },
    { from: 'src/modules/orders/data/queue.queries.ts', to: 'src/platform/queue/queue.port.ts' },
    { from: 'src/modules/orders/data/nest.queries.ts', to: '@nestjs/common' },
    { from: 'src/modules/orders/data/bull.queries.ts', to: 'bull' },
  ],
  'only-services-open-transactions': [
    { from: 'src/modules/orders/history/order-history.ts', to: TRANSACTIONS },
    { from: 'src/modules/orders/data/opens.queries.ts', to: TRANSACTIONS },
    { from: 'src/app/opens.ts', to: TRANSACTIONS, typeOnly: true },
  ],
  'service-does-not-know-http': [
    { from: 'src/modules/orders/dto.service.ts', to: 'src/modules/orders/http/order.dto.ts' },
    { from: 'src/modules/orders/express.service.ts', to: 'express' },
    { from: 'src/modules/orders/express-type.service.ts', to: 'express', typeOnly: true },
    { from: 'src/modules/orders/swagger.service.ts', to: '@nestjs/swagger' },
  ],
  'controllers-go-through-the-service': [
    { from: 'src/modules/orders/http/entity.controller.ts', to: 'src/modules/orders/data/order.entity.ts' },
    { from: 'src/modules/orders/http/queue.controller.ts', to: 'src/platform/queue/queue.port.ts' },
    { from: 'src/modules/orders/http/typeorm.controller.ts', to: 'typeorm' },
    { from: 'src/modules/orders/http/nest-bull.controller.ts', to: '@nestjs/bull' },
  ],
  'jobs-only-in-worker': [
    { from: 'src/modules/webhooks/api.module.ts', to: 'src/modules/webhooks/jobs/fan-out.processor.ts' },
  ],
  'not-to-test': [
    { from: 'src/platform/events/tested.ts', to: 'test/support/engines.ts' },
    { from: 'src/platform/events/spec.ts', to: 'src/kernel/money.spec.ts' },
  ],
  'no-orphans': [{ from: 'src/platform/events/orphan.ts', to: '' }],
  'no-barrels': [
    { from: 'src/platform/events/barrel.ts', to: 'src/platform/queue/index.ts' },
    { from: 'src/platform/events/top-barrel.ts', to: 'src/index.ts' },
  ],
};

/** A small store that keeps all rules, with an edge of every allowed kind; what is planted imports from it. */
const CLEAN: Readonly<Record<string, readonly string[]>> = {
  [TARGET]: [],
  'src/kernel/money.spec.ts': [TARGET, 'fast-check'],
  'src/index.ts': [TARGET],
  'test/support/engines.ts': [],
  'src/main.ts': ['src/app/api.module.ts'],
  'src/worker.ts': ['src/app/worker.module.ts'],
  'src/app/api.module.ts': [...MODULES.map((name) => `src/modules/${name}/${name}.service.ts`), '@nestjs/common'],
  'src/app/worker.module.ts': ['src/modules/webhooks/webhooks-worker.module.ts'],
  'src/platform/config/config.ts': [TARGET, 'envalid'],
  'src/platform/queue/queue.port.ts': [TARGET],
  'src/platform/queue/index.ts': [TARGET],
  'src/platform/http/envelope.ts': [TARGET],
  [TRANSACTIONS]: ['typeorm'],
  'src/platform/database/database.module.ts': DATABASE_FOLDERS.map(
    (name) => `src/platform/database/${name}/${name}.ts`,
  ),
  ...Object.fromEntries(
    DATABASE_FOLDERS.map((name, i) => [
      `src/platform/database/${name}/${name}.ts`,
      [TARGET, ...DATABASE_FOLDERS.slice(0, i).map((low) => `src/platform/database/${low}/${low}.ts`)],
    ]),
  ),
  'src/modules/settings/data/tax-band.entity.ts': ['typeorm'],
  'src/modules/settings/tax-band.record.ts': ['src/modules/settings/data/tax-band.entity.ts'],
  'src/modules/orders/data/order.entity.ts': ['typeorm', 'src/modules/settings/tax-band.record.ts'],
  'src/modules/orders/domain/order-totals.ts': [TARGET, 'lossless-json', 'node:crypto'],
  'src/modules/orders/domain/order-totals.spec.ts': ['src/modules/orders/domain/order-totals.ts', 'fast-check'],
  'src/modules/orders/http/order.dto.ts': ['class-validator', '@nestjs/swagger'],
  'src/modules/orders/http/orders.controller.ts': ['src/modules/orders/orders.service.ts', 'express', '@nestjs/common'],
  'src/modules/webhooks/webhooks.service.ts': ['src/modules/access/access.service.ts', 'undici'],
  'src/modules/orders/orders.collection.ts': [TRANSACTIONS],
  'src/modules/webhooks/delivery/claims.ts': [TRANSACTIONS],
  'src/modules/webhooks/fan-out/fan-out.ts': [TRANSACTIONS],
  'src/modules/webhooks/jobs/fan-out.processor.ts': ['@nestjs/bull', 'src/modules/webhooks/webhooks.service.ts'],
  'src/modules/webhooks/jobs/old-deliveries.task.ts': [TRANSACTIONS],
  'src/modules/webhooks/webhooks-worker.module.ts': [
    'src/modules/webhooks/jobs/fan-out.processor.ts',
    'src/modules/webhooks/jobs/old-deliveries.task.ts',
    TRANSACTIONS,
  ],
  ...Object.fromEntries(
    MODULES.map((name, i) => [
      `src/modules/${name}/${name}.service.ts`,
      [
        TARGET,
        'src/platform/config/config.ts',
        TRANSACTIONS,
        ...MODULES.slice(0, i).map((low) => `src/modules/${low}/${low}.service.ts`),
      ],
    ]),
  ),
};

let tree: PlantedImports;
beforeEach(() => {
  tree = new PlantedImports('.');
  tree.writeAll(CLEAN);
});
afterEach(() => tree.remove());

describe('the import rules', () => {
  const plants = Object.entries(PLANTED).flatMap(([rule, list]) => list.map((plant) => ({ rule, ...plant })));

  it('have a planted violation each', () => {
    const { forbidden } = jest.requireActual<{ forbidden: { name: string }[] }>(CONFIG);
    expect(Object.keys(PLANTED).sort()).toEqual(forbidden.map(({ name }) => name).sort());
    expect(Object.entries(PLANTED).filter(([, list]) => list.length === 0)).toEqual([]);
  });

  it('let a clean tree pass', async () => {
    expect(await tree.violations()).toEqual([]);
  });

  it('catch every planted violation, each by its own rule and no other', async () => {
    for (const plant of plants) tree.write(plant.from, [plant]);
    // A cycle is reported once, by the first of its files; everything else by the file that imports.
    const expected = plants.filter(({ from }) => from !== 'src/platform/events/hen.ts');
    expect(await tree.violations()).toEqual(expected.map(({ rule, from }) => [rule, from] as const).sort());
  });
});
