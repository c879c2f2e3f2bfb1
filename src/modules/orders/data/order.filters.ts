import { IsNull } from 'typeorm';
import { isId } from '../../../kernel/ids';
import { oneValue } from '../../../platform/database/lists/filters';
import { foundIds } from '../../../platform/database/lists/found-ids';
import { type Filter } from '../../../platform/database/lists/listing';
import { canonicalCode } from '../../promotions/discount-code';
import { type Order } from './order.entity';

/** A customer by id, or by the e-mail address that the order was placed with or the customer has today. */
export const byCustomer: Filter<Order> = oneValue((text) => {
  if (text === '') return { customerId: IsNull() };
  if (isId(text)) return { customerId: text };
  const then = 'SELECT placed.id AS id FROM orders placed WHERE placed.customer_email = :customer_email';
  const today = `SELECT owned.id AS id FROM customers owner JOIN orders owned ON owned.customer_id = owner.id
    WHERE owner.email = :customer_email`;
  return foundIds<Order>([then, today], { customer_email: text.toLowerCase() });
});

/** Orders that a promotion was applied to, by its id. It may have been removed since. */
export const byPromotion: Filter<Order> = oneValue((text) => {
  if (!isId(text)) return undefined;
  const applied =
    'SELECT applied.order_id AS id FROM order_discounts applied WHERE applied.promotion_id = :promotion_id';
  return foundIds<Order>([applied], { promotion_id: text });
});

/** Orders placed with a discount code, in any spelling that stands for the same (promotions.md 34). */
export const byDiscountCode: Filter<Order> = (text) => {
  const key = canonicalCode(text);
  if (key === '') return undefined;
  const then = 'SELECT used.order_id AS id FROM order_discounts used WHERE used.code_key = :code_key';
  // Discounts written before they kept the key: their promotion tells.
  const before = `SELECT old.order_id AS id FROM promotions coded JOIN order_discounts old ON old.promotion_id = coded.id
    WHERE coded.discount_code_key = :code_key AND old.code_key IS NULL AND old.discount_code IS NOT NULL`;
  return foundIds<Order>([then, before], { code_key: key });
};
