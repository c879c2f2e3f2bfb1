/** The id that chooses the shard of a row. `own`: an id of the row itself, which leads to no other row. */
export type ShardKey = 'order' | 'cart' | 'customer' | 'own';

/**
 * Where the rows of a table are. `copied`: all of them on every shard. `shared`: on one database beside the shards.
 * `writer`: on the shard that the rest of the transaction writes to.
 */
export type Place = { readonly key: ShardKey; readonly column: string } | 'copied' | 'shared' | 'writer';

const by = (key: ShardKey, column: string): Place => ({ key, column });

/**
 * The best that orders split by their id could be: as many tables as possible are off the shared database. docs/scaling.md says
 * for each table what breaks; a test compares both with the schema.
 */
export const SHARD_PLAN: Readonly<Record<string, Place>> = {
  orders: by('order', 'id'),
  order_discounts: by('order', 'order_id'),
  order_items: by('order', 'order_id'),
  order_notes: by('order', 'order_id'),
  order_status_changes: by('order', 'order_id'),
  order_stock: by('order', 'order_id'),
  payments: by('order', 'order_id'),
  promotion_redemptions: by('order', 'order_id'),
  shipments: by('order', 'order_id'),

  carts: by('cart', 'id'),
  cart_checkouts: by('cart', 'cart_id'),
  cart_items: by('cart', 'cart_id'),
  customers: by('customer', 'id'),
  addresses: by('customer', 'customer_id'),
  customer_passwords: by('customer', 'id'),
  access_tokens: by('own', 'id'),
  customer_tokens: by('own', 'id'),
  idempotency_records: by('own', 'id'),
  storefront_orders: by('own', 'id'),
  webhook_attempts: by('own', 'delivery_id'),
  webhook_deliveries: by('own', 'id'),
  webhook_lanes: by('own', 'object_id'),

  events: 'writer',

  access_revisions: 'copied',
  api_clients: 'copied',
  brands: 'copied',
  categories: 'copied',
  collections: 'copied',
  currencies: 'copied',
  customer_groups: 'copied',
  event_epochs: 'copied',
  files: 'copied',
  gateways: 'copied',
  product_modifiers: 'copied',
  product_variations: 'copied',
  products: 'copied',
  promotion_revisions: 'copied',
  promotions: 'copied',
  settings_revisions: 'copied',
  shipping_methods: 'copied',
  tax_bands: 'copied',

  backtest_orders: 'shared',
  backtest_uses: 'shared',
  backtests: 'shared',
  client_writes: 'shared',
  console_codes: 'shared',
  console_sessions: 'shared',
  event_consumers: 'shared',
  event_positions: 'shared',
  file_contents: 'shared',
  file_removals: 'shared',
  job_parts: 'shared',
  jobs: 'shared',
  list_block_counts: 'shared',
  list_blocks: 'shared',
  list_counted_fields: 'shared',
  order_number_sequence: 'shared',
  product_stock: 'shared',
  promotion_budgets: 'shared',
  promotion_codes: 'shared',
  promotion_counters: 'shared',
  promotion_customer_counters: 'shared',
  replica_heartbeats: 'shared',
  retention_runs: 'shared',
  statistics_changes: 'shared',
  statistics_days: 'shared',
  statistics_entries: 'shared',
  statistics_walk: 'shared',
  taken_skus: 'shared',
  webhook_health: 'shared',
  webhook_workers: 'shared',
  webhooks: 'shared',
  worker_leases: 'shared',
};
