import { isId } from '../../../kernel/ids';
import { oneValue } from '../../../platform/database/lists/filters';
import { partSought } from '../../../platform/database/lists/part-sought';
import { foundIds } from '../../../platform/database/lists/found-ids';
import { type Filter } from '../../../platform/database/lists/listing';
import { customerOfEmail } from '../../customers/customer-of-email';
import { type Payment } from './payment.entity';

/**
 * Refunds with this text anywhere in their reason. It reads the index of the reasons, which has the refunds that were given one first.
 * @throws ValidationFailed by the filter
 */
export const byReason: Filter<Payment> = (text) => {
  const { has, parameters } = partSought('reason', 'reason_part', text);
  const told = `SELECT told.id AS id FROM payments told WHERE told.reason > '' AND ${has('told.reason')}`;
  return foundIds<Payment>([told], parameters);
};

const ofOrders = (where: string): string =>
  `SELECT moved.id AS id FROM orders bought INNER JOIN payments moved ON moved.order_id = bought.id WHERE ${where}`;

/** Transactions of a customer's orders, by id or e-mail address as orders are found by them. */
export const byCustomer: Filter<Payment> = oneValue((text) => {
  if (text === '') return undefined;
  if (isId(text)) return foundIds<Payment>([ofOrders('bought.customer_id = :buyer_id')], { buyer_id: text });
  const queries = [
    ofOrders('bought.customer_email = :buyer_email'),
    ofOrders(`bought.customer_id = ${customerOfEmail('buyer_email')}`),
  ];
  return foundIds<Payment>(queries, { buyer_email: text.toLowerCase() });
});

/**
 * Transactions of the orders that a product was sold in. A refund by items is one of them if the product is among its items, of which
 * the row keeps the sku.
 */
export const byProduct: Filter<Payment> = oneValue((text) => {
  if (!isId(text)) return undefined;
  const sold = `SELECT moved.id AS id FROM order_items line INNER JOIN payments moved ON moved.order_id = line.order_id
    WHERE line.product_id = :sold_id AND (moved.lines IS NULL OR INSTR(moved.lines, JSON_QUOTE(line.sku)) > 0)`;
  return foundIds<Payment>([sold], { sold_id: text });
});
