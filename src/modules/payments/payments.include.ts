import { firstRows } from '../../platform/database/rows/first-rows';
import { orderInclude, recordsOf } from '../orders/order-include';
import { Payment } from './data/payment.entity';
import { TransactionRecord, transactionRecords } from './transaction.record';

/** `include=payments` of orders (orders-and-payments.md 34). */
export const PAYMENTS = orderInclude({
  name: 'payments',
  record: TransactionRecord,
  description: 'Its payments, captures, refunds and voids, oldest first',
  records: async (manager, values, most) => {
    const groups = await firstRows(manager, Payment, { by: 'orderId', values, order: 'id', most });
    const records = await transactionRecords(manager, [...groups.values()].flat());
    const byId = new Map(records.map((record) => [record.id, record]));
    return recordsOf(groups, ({ id }) => byId.get(id));
  },
});
