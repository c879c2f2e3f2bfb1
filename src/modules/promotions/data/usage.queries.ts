import { type EntityManager } from 'typeorm';
import { type PromotionUsage } from '../domain/cart-snapshot';

/** Promotions whose uses are counted, by id. */
export interface CountedPromotions {
  /** Promotions with `max_uses` or `customer_uses`. */
  readonly limited: readonly string[];
  readonly budgeted: readonly string[];
}

/** A counter of uses, or of what was spent of a budget. */
interface CounterRow {
  readonly kind: 'all' | 'customer' | 'budget';
  readonly id: unknown;
  readonly counted: string | number;
}

/** Promotions of one statement. */
const BATCH = 1000;

/**
 * The uses of promotions so far, by promotion id, in one statement; none when none are counted. Unused promotions may be missing.
 * @param key whose uses, from `customerKey`; null: the customer is unknown
 */
export async function readUsage(
  manager: EntityManager,
  { limited, budgeted }: CountedPromotions,
  key: string | null,
): Promise<Map<string, PromotionUsage>> {
  const usage = new Map<string, PromotionUsage>();
  for (let i = 0; i < Math.max(limited.length, budgeted.length); i += BATCH) {
    const part = { limited: limited.slice(i, i + BATCH), budgeted: budgeted.slice(i, i + BATCH) };
    for (const { kind, id, counted } of await readCounters(manager, part, key)) {
      const known = usage.get(String(id)) ?? { used: 0, customerUsed: 0 };
      usage.set(String(id), { ...known, ...FIELDS[kind](counted) });
    }
  }
  return usage;
}

const FIELDS: Readonly<Record<CounterRow['kind'], (counted: string | number) => Partial<PromotionUsage>>> = {
  all: (counted) => ({ used: Number(counted) }),
  customer: (counted) => ({ customerUsed: Number(counted) }),
  budget: (counted) => ({ spent: BigInt(counted) }),
};

function readCounters(
  manager: EntityManager,
  { limited, budgeted }: CountedPromotions,
  key: string | null,
): Promise<CounterRow[]> {
  const selections = [
    selectionOf('all', 'used AS counted FROM promotion_counters', limited),
    key === null ? undefined : selectionOf('customer', 'used FROM promotion_customer_counters', limited, key),
    selectionOf('budget', 'spent AS counted FROM promotion_budgets', budgeted),
  ].filter((selection) => selection !== undefined);
  if (selections.length === 0) return Promise.resolve([]);
  const sql = selections.map((selection) => selection.sql).join(' UNION ALL ');
  return manager.query<CounterRow[]>(
    sql,
    selections.flatMap(({ values }) => values),
  );
}

function selectionOf(
  kind: CounterRow['kind'],
  counter: string,
  ids: readonly string[],
  key?: string,
): { sql: string; values: string[] } | undefined {
  if (ids.length === 0) return undefined;
  const where = `promotion_id IN (${ids.map(() => '?').join(', ')})${key === undefined ? '' : ' AND customer_key = ?'}`;
  const sql = `SELECT '${kind}' AS kind, promotion_id AS id, ${counter} WHERE ${where}`;
  return { sql, values: key === undefined ? [...ids] : [...ids, key] };
}
