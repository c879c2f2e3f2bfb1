import { type CartSnapshot } from './cart-snapshot';
import { type Evaluation, type PricedPart } from './evaluation';
import { OrderMoney } from './order-money';

/**
 * The tax that each promotion took off, in minor units, by its id: without its discount, every price would be that much
 * higher as well (promotions-at-scale.md 9). Nothing where prices include tax: then discounts include it too.
 * @param cart what was priced
 */
export function discountTaxes(cart: CartSnapshot, { lines, shipping }: Evaluation): ReadonlyMap<string, bigint> {
  const taxes = new Map<string, bigint>();
  if (cart.pricesIncludeTax === true) return taxes;
  const money = new OrderMoney(cart.currency);
  const add = ({ net, tax, discounts }: PricedPart, rate: string | null | undefined): void => {
    for (const { promotionId, amount } of discounts) {
      const more = money.taxOn(net + amount, rate ?? '0') - tax;
      taxes.set(promotionId, (taxes.get(promotionId) ?? 0n) + more);
    }
  };
  lines.forEach((line, i) => add(line, cart.lines[i]?.taxRate));
  add(shipping, cart.shipping?.taxRate);
  return taxes;
}
