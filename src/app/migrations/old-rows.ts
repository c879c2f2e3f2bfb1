import { type QueryRunner } from 'typeorm';
import { markDefaultTaxBand, NO_DEFAULT } from './default-tax-band.fill';
import { fillDispatchedOf } from './dispatched.fill';
import { fillItemTitlesOf } from './item-titles.fill';
import { fillItemsOf, fillOrdersOf } from './placed-orders.fill';
import { fillDiscountedOf } from './promotion-budgets.fill';
import { IS_UNMARKED_TEST, markTests } from './test-orders.fill';
import { BATCH, bigintText, places, rows } from './row-batches';

/** Rows that a process of an older version writes beside this one, without what a migration has filled for those before. */
export interface OldRows {
  /** For people. */
  readonly title: string;
  /** Finds ids, the key of the table that the rows are found by, in their order. */
  readonly from: string;
  readonly id: string;
  readonly where: string;
  /** Whether only rows made since a moment need a look: the id tells when. */
  readonly isByTime: boolean;
  /** Mends rows of {@link id}, which others may have mended or removed meanwhile. */
  readonly mend: (runner: QueryRunner, ids: readonly string[]) => Promise<void>;
}

/** All of them, in the order in which they are mended. A migration that fills rows adds what is like them here. */
export const OLD_ROWS: readonly OldRows[] = [
  {
    title: 'orders without origin and sums of payments',
    ...{ from: 'orders', id: 'orders.id', where: 'orders.origin IS NULL', isByTime: true },
    mend: fillOrdersOf,
  },
  {
    title: 'items of orders without their share of discounts',
    ...{ from: 'order_items', id: 'order_items.id', where: 'order_items.net IS NULL', isByTime: true },
    mend: fillItemsOf,
  },
  {
    title: 'items of orders that are not found by their title',
    ...{ from: 'order_items', id: 'order_items.id', isByTime: true },
    where: "order_items.title_key IS NULL AND TRIM(order_items.title) <> ''",
    mend: fillItemTitlesOf,
  },
  {
    title: 'partly refunded orders that do not say whether they were shipped',
    ...{ from: 'orders', id: 'orders.id', isByTime: false },
    where: "orders.status = 'partial_refund' AND orders.was_dispatched IS NULL",
    mend: fillDispatchedOf,
  },
  {
    title: 'uses of promotions without their part of the budget',
    ...{ from: 'promotion_redemptions', id: 'promotion_redemptions.order_id', isByTime: true },
    where: 'promotion_redemptions.discounted IS NULL',
    mend: fillDiscountedOf,
  },
  {
    title: 'orders paid without money that do not say so',
    ...{ from: 'payments', id: 'payments.order_id', where: IS_UNMARKED_TEST, isByTime: false },
    mend: markTests,
  },
  {
    title: 'promotions whose code is not found',
    ...{ from: 'promotions', id: 'promotions.id', isByTime: false },
    where: `promotions.discount_code_key IS NOT NULL AND NOT EXISTS
      (SELECT 1 FROM promotion_codes WHERE promotion_codes.code_key = promotions.discount_code_key)`,
    mend: addCodes,
  },
  {
    title: 'products whose sku is not reserved',
    ...{ from: 'products', id: 'products.id', isByTime: true },
    where: 'NOT EXISTS (SELECT 1 FROM taken_skus WHERE taken_skus.sku = products.sku)',
    mend: takeSkus,
  },
  {
    title: 'tax bands of which none is the default',
    ...{ from: 'tax_bands', id: 'tax_bands.id', where: NO_DEFAULT, isByTime: false },
    mend: markDefaultTaxBand,
  },
];

async function addCodes(runner: QueryRunner, ids: readonly string[]): Promise<void> {
  await runner.query(
    `INSERT INTO promotion_codes (id, promotion_id, code, code_key, is_own, status, uses, used, created_at)
     SELECT id, 0, discount_code, discount_code_key, 1, 'unused', 0, 0, created_at FROM promotions
     WHERE id IN (${places(ids)}) AND discount_code_key IS NOT NULL AND NOT EXISTS
       (SELECT 1 FROM promotion_codes taken WHERE taken.code_key = promotions.discount_code_key OR taken.id = promotions.id)`,
    [...ids],
  );
}

async function takeSkus(runner: QueryRunner, ids: readonly string[]): Promise<void> {
  await runner.query(
    `INSERT INTO taken_skus (id, sku) SELECT id, sku FROM products WHERE id IN (${places(ids)}) AND NOT EXISTS
       (SELECT 1 FROM taken_skus taken WHERE taken.sku = products.sku OR taken.id = products.id)`,
    [...ids],
  );
}

/** Finds the next rows. @param after the last id so far */
export async function findOldRows(
  runner: QueryRunner,
  { from, id, where }: OldRows,
  after: string,
): Promise<readonly string[]> {
  const sql = `SELECT DISTINCT ${bigintText(runner, id)} AS found, ${id} FROM ${from} WHERE ${id} > ? AND ${where} ORDER BY ${id} LIMIT ${BATCH}`;
  return (await rows<{ found: string }>(runner, sql, [after])).map(({ found }) => found);
}
