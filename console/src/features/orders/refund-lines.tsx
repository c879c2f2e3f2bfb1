import { Checkbox, NumberInput } from '@mantine/core';
import { type ReactNode } from 'react';
import { t } from '../../shared/text/text';
import { type OfOrder, orderMoney } from './order';
import { type RefundChoice } from './refund';

interface LinesProps extends OfOrder {
  readonly choice: RefundChoice;
  readonly set: (patch: Partial<RefundChoice>) => void;
  readonly left: { readonly shipping: number; readonly items: readonly { sku: string; quantity: number }[] };
  readonly priced: readonly { sku: string; amount: number }[];
}

/** The lines of an order, and how many units of each are refunded. */
export function RefundLines({ order, choice, set, left, priced }: LinesProps): ReactNode {
  return (
    <>
      <table className="table list">
        <thead>
          <tr>
            <th>{t('items.product')}</th>
            <th data-number>{t('refund.left')}</th>
            <th>{t('refund.units')}</th>
            <th data-number>{t('refund.worth')}</th>
          </tr>
        </thead>
        <tbody>
          {(order.items ?? []).map(({ sku, title }) => {
            const most = left.items.find((item) => item.sku === sku)?.quantity ?? 0;
            const worth = priced.find((item) => item.sku === sku)?.amount ?? 0;
            return (
              <tr key={sku}>
                <td data-label={t('items.product')}>{title}</td>
                <td data-label={t('refund.left')} data-number>
                  {most}
                </td>
                <td data-label={t('refund.units')}>
                  <NumberInput
                    aria-label={t('refund.units-of', { title })}
                    min={0}
                    max={most}
                    w={110}
                    disabled={most === 0}
                    clampBehavior="strict"
                    allowDecimal={false}
                    value={choice.units[sku] ?? 0}
                    onChange={(units) => set({ units: { ...choice.units, [sku]: Number(units) } })}
                  />
                </td>
                <td data-label={t('refund.worth')} data-number>
                  {orderMoney(order, (choice.units[sku] ?? 0) > 0 ? worth : 0)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <Checkbox
        label={t('refund.shipping', { amount: orderMoney(order, left.shipping) })}
        disabled={left.shipping === 0}
        checked={choice.isShipping}
        onChange={({ currentTarget }) => set({ isShipping: currentTarget.checked })}
      />
    </>
  );
}
