import { type Principal } from '../../kernel/scopes';
import { type OrderRecord } from './order.record';

/**
 * Returns the order as a caller may see it. The buyer of a public client is known by an e-mail address that anybody can type:
 * the store's record of the customer who has it is left out (storefront.md 1).
 */
export function orderFor(caller: Principal | undefined, order: OrderRecord): OrderRecord {
  return caller?.storefront === undefined ? order : { ...order, customer: null };
}
