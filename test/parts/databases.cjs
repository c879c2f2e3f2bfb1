/**
 * Beginnings of the paths of specs that cover what databases may differ in: SQL, values, locks, races and migrations. They run
 * on every engine, with MySQL too (`.ci/mysql`).
 */
module.exports = [
  'test/servers/',
  'test/support/template',
  ...[
    ...['database', 'migrations', 'transactions', 'row-changes', 'count-buckets', 'counted-filter', 'deep-pages'],
    ...[
      'settings-cache',
      'checkout-races',
      'code-races',
      'parallel-limits',
      'order-numbers',
      'stock',
      'shelves',
      'redemptions',
      'discount-codes',
    ],
    ...['payments', 'reseal', 'retention', 'events', 'event-sequence', 'outbox-notifier', 'webhook-claims'],
    ...['webhook-lane-races', 'webhook-replay'],
  ].map((name) => `test/e2e/${name}`),
  ...['search', 'pagination', 'repeats', 'orders.references'].map((name) => `test/contract/${name}`),
];
