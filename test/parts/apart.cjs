const databases = require('./databases.cjs');

/** Specs that are files of their own in `npm test`: those that a run would wait for at its end in a part. */
const alone = ['test/contract/hostile-input.spec.ts', 'test/e2e/checkout-races.spec.ts', 'test/e2e/code-races.spec.ts'];

/**
 * Specs of `npm run test:long`, and folders of them: kills and faults (chaos), installations, compilations and linters, shops that are
 * seeded, processes that are started for each test, hundreds of random or hostile requests, a replica that lags, every page of the
 * console by axe, and the simulation, which replaces the timers of its process and must find none of others.
 */
const long = [
  'test/architecture/contributing-diffs.spec.ts',
  'test/architecture/import-rules.spec.ts',
  'test/architecture/lint-budgets.spec.ts',
  'test/browser/console-accessible.spec.ts',
  'test/chaos/',
  'test/clients/generators.spec.ts',
  'test/clients/typescript/package.spec.ts',
  'test/docs/commands.spec.ts',
  'test/e2e/backtest-command.spec.ts',
  'test/e2e/backup.spec.ts',
  'test/e2e/console-link.spec.ts',
  'test/e2e/database.processes.spec.ts',
  'test/e2e/database.values.spec.ts',
  'test/e2e/demo.spec.ts',
  'test/e2e/listen-stream.spec.ts',
  'test/e2e/migrate-stores.spec.ts',
  'test/e2e/prices-include-tax.spec.ts',
  'test/e2e/process.spec.ts',
  'test/e2e/retention-load.spec.ts',
  'test/e2e/retention-workers.spec.ts',
  'test/e2e/secrets-key.spec.ts',
  'test/e2e/seed.spec.ts',
  'test/e2e/worker-process.spec.ts',
  'test/hostile/bodies.spec.ts',
  'test/hostile/pipelining.spec.ts',
  'test/hostile/sqlite-disk.spec.ts',
  'test/hostile/sqlite-lock.spec.ts',
  'test/hostile/standard-output.spec.ts',
  'test/property/cart-prices.spec.ts',
  'test/property/order-edits.spec.ts',
  'test/property/order-life.spec.ts',
  'test/property/random-bodies.spec.ts',
  'test/property/rejection-messages.spec.ts',
  'test/servers/replicas.spec.ts',
  'test/servers/tls.spec.ts',
  'test/simulation/',
];

/** Beginnings of the paths of specs that `npm test` runs on MariaDB too; all others it runs on SQLite, and `npm run test:servers` on MariaDB. */
const onEach = [...databases, 'test/contract/', 'test/support/'];

module.exports = { alone, long, onEach };
