import { type components } from '@storekeeper/client';
import { List, Text } from '@mantine/core';
import { type ReactNode } from 'react';
import { t } from '../text/text';
import { type AddressValues } from './address';
import { PageLink } from './page';
import { Mark } from './values';

/** Promotions of a priced cart, as the API has them. */
type Verdicts = Pick<components['schemas']['PreviewRecord'], 'applied' | 'rejected'>;

/** Each promotion of a cart that applied with what it takes off, and each other one with the store's sentence why not. */
export function PromotionVerdicts({
  of: { applied, rejected },
  money,
  own,
  pageOf,
}: {
  readonly of: Verdicts;
  readonly money: (amount: number) => string;
  /** Id of the promotion that is edited. */
  readonly own?: string;
  /** The page of a promotion. */
  readonly pageOf?: (id: string) => { readonly to: string; readonly search: AddressValues };
}): ReactNode {
  const named = ({ id, title }: { id: string; title: string }): ReactNode => {
    const name = title || (id === own ? t('preview.own') : t('preview.untitled'));
    return (
      <Text span fw={700} inherit dir="auto">
        {pageOf === undefined ? name : <PageLink {...pageOf(id)}>{name}</PageLink>}
      </Text>
    );
  };
  const isShort = rejected.some(({ detail }) => detail !== null && 'missing' in detail);
  return (
    <>
      <List listStyleType="none" spacing={6} size="sm" className="verdicts">
        {applied.map((it) => (
          <List.Item key={it.id} data-own={it.id === own}>
            <Mark tone="good">{t('preview.applied')}</Mark> {named(it)}{' '}
            {t('preview.takes-off', { amount: money(it.discount + it.shipping_discount) })}
          </List.Item>
        ))}
        {rejected.map((it) => (
          <List.Item key={it.id} data-own={it.id === own}>
            <Mark tone="warning">{t('preview.not-applied')}</Mark> {named(it)} {it.message}
            {it.would_take_off !== undefined && ` ${t('preview.would-take-off', { amount: money(it.would_take_off) })}`}
          </List.Item>
        ))}
      </List>
      {isShort && (
        <Text size="xs" c="dimmed">
          {t('preview.spend')}
        </Text>
      )}
    </>
  );
}
