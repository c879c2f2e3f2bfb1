import { type components } from '@storekeeper/client';
import { Text } from '@mantine/core';
import { type ReactNode } from 'react';
import { percentText } from '../format/percent';
import { t } from '../text/text';
import { pricesTax } from './line-prices';
import { PageLink } from './page';
import { Mark, Missing } from './values';

/** A line of a cart or of an order. */
export interface SoldLine {
  readonly id: string;
  readonly title: string;
  readonly sku: string;
  /** Choices of the shopper, by modifier. */
  readonly modifier: Readonly<Record<string, Pick<components['schemas']['ChosenModifierRecord'], 'title' | 'value'>>>;
  /** Fields beside those that the store knows ({@link furtherOf}). */
  readonly further: readonly string[];
  readonly quantity: number;
  /** Price of one unit. */
  readonly price: number;
  readonly discount: number;
  readonly discounts: readonly { readonly promotion: string; readonly title: string; readonly amount: number }[];
  readonly net: number;
  readonly tax: number;
  readonly tax_rate: number;
  readonly total: number;
  /** False: it cannot be bought as it is. */
  readonly available?: boolean;
}

/** Lines with what was chosen, their discounts and tax. */
export function LineTable<Line extends SoldLine>({
  lines,
  money,
  pageOf,
  noteOf,
}: {
  readonly lines: readonly Line[];
  readonly money: (amount: number) => string;
  /** The page of the product of a line. */
  readonly pageOf?: (line: Line) => string | undefined;
  /** A note on the units of a line, such as how many were refunded. */
  readonly noteOf?: (line: Line) => string | undefined;
}): ReactNode {
  const priceTitle = t(`items.price${pricesTax(lines)}`);
  return (
    <table className="table list">
      <thead>
        <tr>
          <th>{t('items.product')}</th>
          <th data-number>{t('items.quantity')}</th>
          <th data-number>{priceTitle}</th>
          <th data-number>{t('items.discount')}</th>
          <th data-number>{t('items.net')}</th>
          <th data-number>{t('items.tax')}</th>
          <th data-number>{t('orders.total')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <td data-label={t('items.product')}>
              <Product line={line} page={pageOf?.(line)} />
            </td>
            <td data-number data-label={t('items.quantity')}>
              <div>
                {line.quantity}
                <Note text={noteOf?.(line)} />
              </div>
            </td>
            <td data-number data-label={priceTitle}>
              {money(line.price)}
            </td>
            <td data-number data-label={t('items.discount')}>
              <Discounts line={line} money={money} />
            </td>
            <td data-number data-label={t('items.net')}>
              {money(line.net)}
            </td>
            <td data-number data-label={t('items.tax')}>
              {money(line.tax)} ({percentText(line.tax_rate)})
            </td>
            <td data-number data-label={t('orders.total')}>
              {money(line.total)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Note({ text }: { readonly text: string | undefined }): ReactNode {
  if (text === undefined) return null;
  return (
    <Text size="xs">
      <Mark tone="warning">{text}</Mark>
    </Text>
  );
}

/** Fields of a line whose value is text. All others that are text were sent beside those that the store knows. */
const OWN_TEXTS = ['id', 'identifier', 'order', 'sku', 'slug', 'name', 'title', 'tax', 'created_at', 'updated_at'];

/** Further fields of a record of a line, such as an engraving: `engraving: For Ada`. */
export function furtherOf(line: object): readonly string[] {
  const texts = Object.entries(line).filter(([name, value]) => typeof value === 'string' && !OWN_TEXTS.includes(name));
  return texts.map(([name, value]) => `${name}: ${String(value)}`);
}

function Product({ line, page }: { readonly line: SoldLine; readonly page: string | undefined }): ReactNode {
  const { title, sku, modifier, further, available = true } = line;
  const chosen = Object.values(modifier).map((it) => `${it.title}: ${it.value}`);
  return (
    <div dir="auto">
      {page === undefined ? title : <PageLink to={page}>{title}</PageLink>}{' '}
      {!available && <Mark tone="warning">{t('items.unavailable')}</Mark>}
      <Text size="xs" c="dimmed">
        {[sku, ...chosen, ...further].join(' · ')}
      </Text>
    </div>
  );
}

function Discounts({
  line: { discount, discounts },
  money,
}: {
  readonly line: SoldLine;
  readonly money: (amount: number) => string;
}): ReactNode {
  if (discount === 0) return <Missing />;
  return (
    <div>
      <span className="unbroken">{money(-discount)}</span>
      {discounts.map(({ promotion, title, amount }) => (
        <Text key={promotion} size="xs" c="dimmed">
          {title} <span className="unbroken">{money(-amount)}</span>
        </Text>
      ))}
    </div>
  );
}
