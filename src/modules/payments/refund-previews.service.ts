import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/connection/transactions';
import { OrdersService } from '../orders/orders.service';
import { afterChange } from '../orders/order.record';
import { sumsToAdopt } from './domain/order-payments';
import { PaymentLedgerService } from './payment-ledger.service';
import { type RefundRequest } from './payment-request';
import { RefundPlanService } from './refund-plan.service';
import { refundPreviewRecord, type RefundPreviewRecord } from './refund-preview.record';

/** Works out refunds without making them. */
@Injectable()
export class RefundPreviewsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly orders: OrdersService,
    private readonly ledger: PaymentLedgerService,
    private readonly refunds: RefundPlanService,
  ) {}

  /** Returns the amount that a refund would give back now. @throws as the refund itself would */
  preview(orderId: string, request: RefundRequest): Promise<RefundPreviewRecord> {
    return this.transactions.run(async (tx) => {
      const order = await this.orders.lock(tx, orderId);
      const live = await this.ledger.live(tx, orderId);
      // As the refund would write them first.
      const sums = sumsToAdopt(order, live);
      if (sums !== undefined) Object.assign(order, afterChange(order, sums));
      const plan = await this.refunds.plan(tx, order, live, request);
      return refundPreviewRecord(plan, await this.refunds.rest(tx, order, live));
    });
  }
}
