import { type components } from '@storekeeper/client';
import { furtherOf, type SoldLine } from '../../shared/ui/line-table';

/** A cart as it is priced now. */
export type Cart = components['schemas']['CartRecord'];
type Item = components['schemas']['CartItemRecord'];

/** A line of a cart, with the product that it is of; a custom item is of none. */
export type CartLine = SoldLine & { readonly product: string | null };

/** The lines of a cart in their order, each discount with the title of its promotion. */
export function cartLines({ contents, promotions }: Cart): readonly CartLine[] {
  const titles = new Map(promotions.applied.map(({ id, title }) => [id, title]));
  return Object.values(contents).map((item) => lineOf(item, titles));
}

function lineOf(item: Item, titles: ReadonlyMap<string, string>): CartLine {
  const { rounded } = item.totals.post_discount;
  const { identifier, id, slug, title, sku, modifier, quantity, price, tax_rate, available } = item;
  // A custom item may have an id of its own; it has no slug.
  const product = slug === null ? null : id;
  return {
    ...{
      id: identifier,
      product,
      title,
      sku,
      modifier,
      further: furtherOf(item),
      quantity,
      price,
      tax_rate,
      available,
    },
    discount: item.discounts.reduce((sum, { amount }) => sum + amount, 0),
    discounts: item.discounts.map((share) => ({
      promotion: share.id,
      title: titles.get(share.id) ?? '',
      amount: share.amount,
    })),
    ...{ net: rounded.without_tax, tax: rounded.tax, total: rounded.with_tax },
  };
}
