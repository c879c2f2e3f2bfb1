import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { wireTime } from '../../../kernel/clock';
import { amountNumber } from '../../../kernel/money';
import { Transactions } from '../../../platform/database/connection/transactions';
import { type ListQuery, type Page } from '../../../platform/database/lists/listing';
import { type LedgerUse, PromotionLedgerService } from '../../promotions/promotion-ledger.service';
import { type PromotionUseRecord } from '../../promotions/promotion-use.record';
import { OrderDiscount } from '../data/order-discount.entity';
import { Order } from '../data/order.entity';

/** The fields of a use that come from its order. */
type UsedBy = Pick<PromotionUseRecord, 'order_total' | 'currency_code'>;

/** The orders that used a promotion (promotions-at-scale.md 9). */
@Injectable()
export class PromotionUsesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly ledger: PromotionLedgerService,
  ) {}

  /** Newest first unless asked otherwise; they may lag. Five statements a page, six by an e-mail address. @throws PromotionNotFound, ValidationFailed */
  page(promotionId: string, list: ListQuery): Promise<Page<PromotionUseRecord>> {
    return this.transactions.readLagging((manager) => this.pageIn(manager, promotionId, list));
  }

  private async pageIn(
    manager: EntityManager,
    promotionId: string,
    list: ListQuery,
  ): Promise<Page<PromotionUseRecord>> {
    const { rows, total } = await this.ledger.page(manager, promotionId, list);
    if (rows.length === 0) return { rows: [], total };
    const ids = rows.map(({ orderId }) => orderId);
    const orders = await ordersOf(manager, ids);
    const codes = await codesOf(manager, promotionId, ids);
    return { total, rows: rows.map((use) => useRecord(use, orders.get(use.orderId), codes.get(use.orderId))) };
  }
}

async function ordersOf(manager: EntityManager, ids: readonly string[]): Promise<ReadonlyMap<string, UsedBy>> {
  const select = { id: true, total: true, currencyCode: true };
  const rows = await manager.find(Order, { select, where: { id: In([...ids]) } });
  return new Map(
    rows.map(({ id, total, currencyCode }) => [id, { order_total: amountNumber(total), currency_code: currencyCode }]),
  );
}

async function codesOf(
  manager: EntityManager,
  promotionId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const select = { orderId: true, position: true, discountCode: true };
  const rows = await manager.find(OrderDiscount, { select, where: { promotionId, orderId: In([...ids]) } });
  return new Map(rows.map(({ orderId, discountCode }) => [orderId, discountCode]));
}

function useRecord(
  use: LedgerUse,
  order: UsedBy = { order_total: null, currency_code: null },
  code: string | null = null,
): PromotionUseRecord {
  return {
    order: use.orderId,
    created_at: wireTime(use.createdAt),
    customer: use.customerKey,
    discount_code: code,
    discount: amountNumber(use.amount),
    discounted: amountNumber(use.discounted ?? use.amount),
    ...order,
    given_back: use.releasedAt !== null,
    given_back_at: use.releasedAt && wireTime(use.releasedAt),
  };
}
