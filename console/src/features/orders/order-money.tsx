import { type ReactNode } from 'react';
import { t, word } from '../../shared/text/text';
import { Section } from '../../shared/ui/page';
import { Missing } from '../../shared/ui/values';
import { cameToNothing, type OfOrder, type Order, orderMoney } from './order';
import { discountOf, netOf, shippingTaxOf } from './order-tax';

/** The money of an order: from the price of its items without tax to what the shop keeps. What went out has a minus. */
export function OrderMoney({ order }: OfOrder): ReactNode {
  const { totals, captured, refunded } = order;
  const money = (amount: number | undefined): string | undefined =>
    amount === undefined ? undefined : orderMoney(order, amount);
  const discount = discountOf(order);
  const shippingTax = shippingTaxOf({ ...order, lines: order.items });
  return (
    <Section title={t('orders.money')}>
      <Sums
        of={[
          [t('orders.subtotal'), totals.formatted.subtotal],
          ...(discount === 0 ? [] : [[t('orders.discounts-in-it'), money(discount && -discount)] as const]),
          [t('orders.shipping-net'), totals.formatted.shipping_price],
          [t('orders.net'), money(netOf(order))],
          [t('orders.tax'), totals.formatted.tax],
          ...(shippingTax === 0 ? [] : [[t('orders.shipping-tax-in-it'), money(shippingTax)] as const]),
          ...(totals.raw.rounding === 0 ? [] : [[t('orders.rounding'), totals.formatted.rounding] as const]),
          [t('orders.total'), <b key="total">{totals.formatted.total}</b>],
          [t('orders.captured'), money(captured)],
          [t('orders.refunded'), money(-refunded)],
          [t('orders.kept'), <b key="kept">{money(captured - refunded)}</b>],
          dueFact(order),
        ]}
      />
    </Section>
  );
}

function dueFact(order: Order): readonly [string, ReactNode] {
  const { balance, status } = order;
  if (balance < 0) return [t('orders.owed'), orderMoney(order, -balance)];
  if (balance === 0 && cameToNothing(order))
    return [t('orders.due'), t('orders.nothing-due', { status: word('order-status', status.data.key) })];
  return [t('orders.due'), orderMoney(order, balance)];
}

/** Names and amounts, one below the other. */
function Sums({ of }: { readonly of: readonly (readonly [name: string, amount: ReactNode])[] }): ReactNode {
  return (
    <table className="table sums order-money">
      <tbody>
        {of.map(([name, amount]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td data-number>{amount ?? <Missing />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
