/** A table whose rows a migration fills or indexes: it takes longer the more there are. */
export interface Effort {
  readonly table: string;
  /** Rows in a second: a round estimate for an idle server of two cores whose memory holds the table, not measured for each. */
  readonly rowsPerSecond: number;
}

/** An index: the server sorts the table once. */
const INDEX = 100_000;
/** Rows that are read, worked out here and written, with what belongs to them. */
const FILL = 2_000;
/** The same for one column, from the row itself. */
const COLUMN = 10_000;

/** The migrations that take time, by name. All others change only what tables are like. A test finds those that are missing. */
export const EFFORTS: Readonly<Record<string, Effort>> = {
  Webhooks1763700500000: { table: 'events', rowsPerSecond: INDEX },
  RoundingMode1763700800000: { table: 'orders', rowsPerSecond: COLUMN },
  PlacedOrders1763702000000: { table: 'orders', rowsPerSecond: FILL },
  PaymentAttempts1763702100000: { table: 'payments', rowsPerSecond: INDEX / 4 },
  Shipments1763702400000: { table: 'orders', rowsPerSecond: INDEX / 6 },
  Collections1763702900000: { table: 'products', rowsPerSecond: INDEX },
  TakenSkus1763702900001: { table: 'products', rowsPerSecond: INDEX },
  PromotionBudgets1763703000001: { table: 'promotion_redemptions', rowsPerSecond: COLUMN },
  PromotionCodes1763703200000: { table: 'promotion_redemptions', rowsPerSecond: INDEX },
  PromotionResults1763703300000: { table: 'promotion_redemptions', rowsPerSecond: INDEX / 2 },
  EventPositions1763703600000: { table: 'events', rowsPerSecond: INDEX },
  ConsoleSessions1763703740000: { table: 'access_tokens', rowsPerSecond: INDEX },
  SortedOrders1763703800000: { table: 'orders', rowsPerSecond: INDEX / 8 },
  ItemTitles1763703820000: { table: 'order_items', rowsPerSecond: COLUMN },
  CountedFilters1763703850000: { table: 'orders', rowsPerSecond: INDEX / 4 },
  RefundReasonIndex1763703910000: { table: 'payments', rowsPerSecond: INDEX },
  RefundsDue1763703940000: { table: 'orders', rowsPerSecond: INDEX / 2 },
  PaymentProblems1763705010000: { table: 'payments', rowsPerSecond: INDEX },
  TestOrders1763709000000: { table: 'orders', rowsPerSecond: INDEX / 2 },
  PaymentsDue1763706010000: { table: 'orders', rowsPerSecond: INDEX / 2 },
  DefaultTaxBand1763707000000: { table: 'tax_bands', rowsPerSecond: INDEX },
  OwnClients1763704600000: { table: 'api_clients', rowsPerSecond: INDEX },
};
