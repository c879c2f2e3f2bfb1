import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { type Amount } from '../../kernel/money';
import { exactSum, sumParts } from '../../platform/database/rows/exact-sum';
import { Payment } from './data/payment.entity';

/** Captured and refunded money of an order on one day, in the order's currency. */
export interface MoneyMove {
  readonly orderId: string;
  /** UTC, of the attempts: `2026-01-31`. */
  readonly day: string;
  readonly captured: Amount;
  readonly refunded: Amount;
}

interface MoveRow extends Readonly<Record<string, unknown>> {
  readonly order_id: string | number | bigint;
  readonly moved_on: string;
  readonly is_refund: unknown;
}

/** Sums up the ledger of payments by order and day. */
@Injectable()
export class MoneyMovesService {
  /** Returns the money of these orders by day: the captures and refunds that `/v1/transactions` shows as succeeded. */
  async of(tx: EntityManager, orderIds: readonly string[]): Promise<MoneyMove[]> {
    if (orderIds.length === 0) return [];
    const rows = await tx
      .createQueryBuilder(Payment, 'p')
      .select([
        'p.orderId AS order_id',
        'SUBSTR(p.createdAt, 1, 10) AS moved_on',
        "CASE WHEN p.method = 'refund' THEN 1 ELSE 0 END AS is_refund",
        ...sumParts('p.amount', 'amount'),
      ])
      .where({ orderId: In([...orderIds]), state: In(['captured', 'succeeded']) })
      // Without a method: a charge from before methods were kept, all of it captured.
      .andWhere("(p.method IS NULL OR p.method IN ('purchase', 'capture', 'recorded', 'refund'))")
      .groupBy('p.orderId')
      .addGroupBy('moved_on')
      .addGroupBy('is_refund')
      .getRawMany<MoveRow>();
    return rows.map((row) => {
      const amount = exactSum(row, 'amount');
      const isRefund = Number(row.is_refund) === 1;
      return {
        orderId: String(row.order_id),
        day: row.moved_on,
        captured: isRefund ? 0n : amount,
        refunded: isRefund ? amount : 0n,
      };
    });
  }
}
