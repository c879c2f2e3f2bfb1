import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { type Amount } from '../../kernel/money';
import { exactSum, sumParts } from '../../platform/database/rows/exact-sum';
import { Payment } from './data/payment.entity';

/** Captured and refunded money of an order on one day, in the order's currency. */
export interface MoneyMove {
  readonly orderId: string;
  /** Day of the attempts: `2026-01-31`. */
  readonly day: string;
  readonly captured: Amount;
  readonly refunded: Amount;
}

interface MoveRow extends Readonly<Record<string, unknown>> {
  readonly order_id: string | number | bigint;
  readonly moved_at: string;
  readonly is_refund: unknown;
}

/** Sums up the ledger of payments by order and day. */
@Injectable()
export class MoneyMovesService {
  /**
   * Returns the money of these orders by day: the captures and refunds that `/v1/transactions` shows as succeeded.
   * @param dayOf the day of an instant
   */
  async of(tx: EntityManager, orderIds: readonly string[], dayOf: (instant: Date) => string): Promise<MoneyMove[]> {
    if (orderIds.length === 0) return [];
    const rows = await tx
      .createQueryBuilder(Payment, 'p')
      .select([
        'p.orderId AS order_id',
        // Days may be those of a zone, which differs from UTC by whole minutes.
        'SUBSTR(p.createdAt, 1, 16) AS moved_at',
        "CASE WHEN p.method IN ('refund', 'reversal') THEN 1 ELSE 0 END AS is_refund",
        ...sumParts("CASE WHEN p.method = 'reversal' THEN -p.amount ELSE p.amount END", 'amount'),
      ])
      .where({ orderId: In([...orderIds]), state: In(['captured', 'succeeded']) })
      // Without a method: a charge from before methods were kept, all of it captured.
      .andWhere("(p.method IS NULL OR p.method IN ('purchase', 'capture', 'recorded', 'refund', 'reversal'))")
      .groupBy('p.orderId')
      .addGroupBy('moved_at')
      .addGroupBy('is_refund')
      .getRawMany<MoveRow>();
    const moves = new Map<string, MoneyMove>();
    for (const row of rows) {
      const isRefund = Number(row.is_refund) === 1;
      const [orderId, day] = [String(row.order_id), dayOf(minuteOf(row))];
      const key = `${orderId} ${day} ${isRefund}`;
      const { captured = 0n, refunded = 0n } = moves.get(key) ?? {};
      const amount = exactSum(row, 'amount');
      const sums = isRefund ? { captured, refunded: refunded + amount } : { captured: captured + amount, refunded };
      moves.set(key, { orderId, day, ...sums });
    }
    return [...moves.values()];
  }
}

const minuteOf = ({ moved_at: minute }: MoveRow): Date => new Date(`${minute.replace(' ', 'T')}:00Z`);
