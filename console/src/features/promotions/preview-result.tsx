import { type components } from '@storekeeper/client';
import { Stack, Text } from '@mantine/core';
import { type ReactNode } from 'react';
import { t } from '../../shared/text/text';
import { PromotionVerdicts } from '../../shared/ui/promotion-verdicts';
import { useMoney } from '../../shared/api/use-money';

/** A priced cart of the API. */
export type Preview = components['schemas']['PreviewRecord'];
type Part = components['schemas']['PricedPartRecord'];

/** A priced cart: each line before and after, and each promotion applied, or not and why. */
export function PreviewResult({
  of: { lines, shipping, totals, total, applied, rejected },
  names,
  own,
  isOld,
}: {
  readonly of: Preview;
  readonly names: readonly string[];
  /** Id of the promotion that is edited. */
  readonly own: string;
  readonly isOld: boolean;
}): ReactNode {
  const money = useMoney();
  return (
    <Stack gap="sm" aria-busy={isOld} style={{ opacity: isOld ? 0.6 : 1 }}>
      <table className="table list">
        <thead>
          <tr>
            <th>{t('preview.item')}</th>
            <th data-number>{t('preview.before')}</th>
            <th data-number>{t('preview.discount')}</th>
            <th data-number>{t('preview.after')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            <Line key={at} part={line} title={names[at] || t('preview.line', { number: at + 1 })} money={money} />
          ))}
          {shipping.base > 0 && <Line part={shipping} title={t('preview.shipping')} money={money} />}
        </tbody>
      </table>
      <Total totals={totals} shipping={shipping} total={total} money={money} />
      <PromotionVerdicts of={{ applied, rejected }} money={money} own={own} />
    </Stack>
  );
}

/** The sum that the customer pays. That of the API is without shipping. */
function Total({
  totals: { pre_discount: before, post_discount: after },
  shipping,
  total,
  money,
}: Pick<Preview, 'totals' | 'shipping' | 'total'> & { readonly money: (amount: number) => string }): ReactNode {
  const isShipped = shipping.base > 0;
  const isReduced = before.rounded.with_tax !== after.rounded.with_tax;
  const tax = isShipped ? money(after.raw.tax + shipping.tax) : after.formatted.tax;
  return (
    <Text size="sm" aria-label={t('preview.total')} role="group">
      {t('preview.total')} {isReduced && !isShipped && <s>{before.formatted.with_tax}</s>}{' '}
      <b data-total>{isShipped ? money(total) : after.formatted.with_tax}</b>{' '}
      <Text span c="dimmed" size="xs">
        {t('preview.tax', { tax })}
      </Text>
    </Text>
  );
}

function Line({
  part: { base, discounts },
  title,
  money,
}: {
  readonly part: Part;
  readonly title: string;
  readonly money: (amount: number) => string;
}): ReactNode {
  const discount = discounts.reduce((sum, { amount }) => sum + amount, 0);
  return (
    <tr>
      <td>{title}</td>
      <td data-number data-label={t('preview.before')}>
        {money(base)}
      </td>
      <td data-number data-label={t('preview.discount')}>
        {discount === 0 ? '' : money(-discount)}
      </td>
      <td data-number data-label={t('preview.after')}>
        {money(base - discount)}
      </td>
    </tr>
  );
}
