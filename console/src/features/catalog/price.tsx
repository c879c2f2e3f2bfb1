import { Text } from '@mantine/core';
import { type ReactNode } from 'react';
import { useMoney } from '../../shared/api/use-money';
import { type Product } from './product';

/** The price of a product; beside a sale price, the one that it replaces is struck out. */
export function Price({ of: { price, sale_price } }: { readonly of: Product }): ReactNode {
  const money = useMoney();
  if (sale_price === null) return money(price);
  return (
    <>
      <Text span c="dimmed" inherit>
        <s>{money(price)}</s>
      </Text>{' '}
      {money(sale_price)}
    </>
  );
}
