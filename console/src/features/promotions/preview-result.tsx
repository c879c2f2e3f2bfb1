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
  of: { lines, shipping, totals, applied, rejected },
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
  const isReduced = totals.pre_discount.rounded.with_tax !== totals.post_discount.rounded.with_tax;
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
      <Text size="sm" aria-label={t('preview.total')} role="group">
        {t('preview.total')} {isReduced && <s>{totals.pre_discount.formatted.with_tax}</s>}{' '}
        <b data-total>{totals.post_discount.formatted.with_tax}</b>{' '}
        <Text span c="dimmed" size="xs">
          {t('preview.tax', { tax: totals.post_discount.formatted.tax })}
        </Text>
      </Text>
      <PromotionVerdicts of={{ applied, rejected }} money={money} own={own} />
    </Stack>
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
