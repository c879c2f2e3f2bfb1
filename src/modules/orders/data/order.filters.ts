import { emailKey } from '../../../kernel/fields/field-parsers';
import { type FindOptionsWhere, In, IsNull, Raw } from 'typeorm';
import { ValidationFailed } from '../../../kernel/errors';
import { isId } from '../../../kernel/ids';
import { searchText } from '../../../kernel/search-text';
import { byChoice, oneValue } from '../../../platform/database/lists/filters';
import { foundIds } from '../../../platform/database/lists/found-ids';
import { type Filter } from '../../../platform/database/lists/listing';
import { byReference } from '../../../platform/database/lists/references';
import { customerOfEmail } from '../../customers/customer-of-email';
import { canonicalCode } from '../../promotions/discount-code';
import { type OrderStatus } from '../domain/order-status';
import { MAY_WAIT, valuesToShip } from '../domain/to-ship';
import { type Order } from './order.entity';

/**
 * A customer by id, or by the e-mail address that the order was placed with or the customer has today. One row has it, so
 * that a scalar subquery finds it: of an IN MariaDB would try every order.
 */
export const byCustomer: Filter<Order> = oneValue<Order>((text) => {
  if (text === '') return { customerId: IsNull() };
  if (isId(text)) return { customerId: text };
  const email = emailKey(text);
  const today = (id: string): string => `${id} = ${customerOfEmail('owner_email')}`;
  return [{ customerEmail: email }, { customerId: Raw(today, { owner_email: email }) }];
});

/** The index of the orders that a promotion was applied to. */
export const PROMOTION_INDEX = { table: 'order_discounts', column: 'promotion_id', id: 'order_id' } as const;

/** Orders that a promotion was applied to, by its id. It may have been removed since. */
export const byPromotion = byReference<Order>(PROMOTION_INDEX);

/** Orders that a product was sold in, by its id. It may have been removed since. */
export const byProduct = byReference<Order>({ table: 'order_items', column: 'product_id', id: 'order_id' });

/** Orders placed with a discount code, in any spelling that stands for the same (promotions.md 34). */
export const byDiscountCode: Filter<Order> = (text) => {
  const key = canonicalCode(text);
  if (key === '') return undefined;
  // Discounts written before they kept the key: their promotion tells.
  const placed = `SELECT used.order_id AS id FROM order_discounts used WHERE used.code_key = :code_key
    OR (used.promotion_id = (SELECT coded.id FROM promotions coded WHERE coded.discount_code_key = :code_key)
      AND used.code_key IS NULL AND used.discount_code IS NOT NULL)`;
  return foundIds<Order>([placed], { code_key: key });
};

/** Finds orders of which something is left to ship: those that are paid, or were refunded in part and never dispatched. */
export function waitingOrders(
  shipsDue: boolean,
  statuses: readonly OrderStatus[] = MAY_WAIT,
): FindOptionsWhere<Order>[] {
  const left = { nothingToShip: IsNull(), ...(!shipsDue && { paymentDue: IsNull() }) };
  const paid = statuses.filter((status) => status !== 'partial_refund');
  const unsent = statuses.length > paid.length ? [false, IsNull()] : [];
  return [
    ...(paid.length > 0 ? [{ status: In(paid), ...left }] : []),
    ...unsent.map((wasDispatched) => ({ status: 'partial_refund' as const, wasDispatched, ...left })),
  ];
}

/** Orders whose goods wait to be shipped ({@link waitsToShip}): 1 finds them. @param shipsDue also those of which a payment is due */
export const byToShip = (shipsDue: boolean): Filter<Order> =>
  Object.assign(
    byChoice<Order, '1'>('to_ship', ['1'], () => waitingOrders(shipsDue)),
    { values: () => valuesToShip(shipsDue) },
  );

/** Orders of which a part of the price is due while money is held: 1 finds them, 0 the others. */
export const byPaymentDue: Filter<Order> = Object.assign(
  byChoice<Order, '0' | '1'>('payment_due', ['0', '1'], (is) => ({ paymentDue: is === '1' ? true : IsNull() })),
  { values: (text: string) => [text] },
);

/** Orders whose customer is owed money: 1 finds them. */
export const byRefundDue: Filter<Order> = byChoice<Order, '1'>('refund_due', ['1'], () => ({ refundDue: true }));

/** Orders that were paid without money, or the others. */
export const byTest: Filter<Order> = byChoice<Order, '1' | '0'>('test', ['1', '0'], (choice) =>
  choice === '1' ? { isTest: true } : { isTest: IsNull() },
);

/** Maximum number of orders that a search finds by each column. It bounds the time of a search. */
const MAX_FOUND = 1000;
/** The greatest character: every text that starts with a prefix sorts before the prefix followed by it. */
const LAST = '\u{10FFFF}';

const beginning = (column: string, name: string): string =>
  `SELECT ${name}.id AS id FROM (SELECT o.id AS id FROM orders o
    WHERE o.${column} >= :${name} AND o.${column} < :${name}_end LIMIT ${MAX_FOUND}) ${name}`;

const QUERIES = [
  'SELECT o.id AS id FROM orders o WHERE o.id = :q_id',
  'SELECT o.id AS id FROM orders o WHERE o.number = :q_text',
  `SELECT sold.id AS id FROM (SELECT line.order_id AS id FROM order_items line WHERE line.sku = :q_text
    ORDER BY line.order_id DESC LIMIT ${MAX_FOUND}) sold`,
  `SELECT named.id AS id FROM (SELECT line.order_id AS id FROM order_items line WHERE line.title_key = :q_name
    ORDER BY line.order_id DESC LIMIT ${MAX_FOUND}) named`,
  // Backwards: of one title that begins so, the newest orders.
  `SELECT begun.id AS id FROM (SELECT line.order_id AS id FROM order_items line
    WHERE line.title_key >= :q_name AND line.title_key < :q_name_end
    ORDER BY line.title_key DESC, line.order_id DESC LIMIT ${MAX_FOUND}) begun`,
  beginning('customer_email', 'q_email'),
  beginning('name_key', 'q_name'),
  beginning('surname_key', 'q_surname'),
];

/**
 * Orders by id, number or sku, or by the beginning of an e-mail address, a name or the title of an item: each along an index, of which
 * at most {@link MAX_FOUND} entries are read (orders-and-payments.md 33).
 * @throws ValidationFailed
 */
export const byQuery: Filter<Order> = (text) => {
  const name = searchText(text);
  if (name.length < 2 || text.length > 255) throw ValidationFailed.of('q', 'must have 2 to 255 characters');
  const email = emailKey(text);
  return foundIds<Order>(QUERIES, {
    q_id: isId(text) ? text : '0',
    q_text: text,
    ...{ q_email: email, q_email_end: email + LAST },
    ...{ q_name: name, q_name_end: name + LAST },
    ...{ q_surname: name, q_surname_end: name + LAST },
  });
};
