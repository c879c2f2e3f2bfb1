import { Text } from '@mantine/core';
import { type ReactNode } from 'react';
import { chargedPrice } from '../../shared/api/session';
import { useMoney } from '../../shared/api/use-money';
import { type Product } from './product';

/** The price of a product; beside a sale price that carts charge, the one that it replaces is struck out. */
export function Price({ of: product }: { readonly of: Product }): ReactNode {
  const money = useMoney();
  const { price } = product;
  const charged = chargedPrice(product);
  if (charged === price) return money(price);
  return (
    <>
      <Text span c="dimmed" inherit>
        <s>{money(price)}</s>
      </Text>{' '}
      {money(charged)}
    </>
  );
}
