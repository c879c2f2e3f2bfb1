import { type components } from '@storekeeper/client';
import { typedDecimal, typedNumber } from '../../shared/format/decimal';
import { type OrderItem } from './order';

/** A line of the form; `isNew`: it is added by its sku. */
export interface EditLine {
  readonly sku: string;
  readonly title: string;
  readonly quantity: number;
  /** Empty: the present one. */
  readonly price: string;
  readonly isNew: boolean;
  /** Choices for the product of a new line, by modifier. */
  readonly modifier: Readonly<Record<string, string>>;
}

/** A line that is to be added. */
export const NEW_LINE: EditLine = { sku: '', title: '', quantity: 1, price: '', isNew: true, modifier: {} };

/** An edit as a person puts it together. */
export interface EditChoice {
  readonly lines: readonly EditLine[];
  /** Id of the method. */
  readonly shipping: string;
  /** Empty: as it is, or the present one of another method. */
  readonly shippingPrice: string;
}

/** The request of an edit. */
export type EditBody = Omit<components['schemas']['OrderEditDto'], 'items'> & {
  items?: components['schemas']['EditedItemDto'][];
};

/** The lines of an order before they are edited. */
export function linesOf(items: readonly OrderItem[]): EditLine[] {
  return items.map(({ sku, title, quantity }) => ({ sku, title, quantity, price: '', isNew: false, modifier: {} }));
}

/** Whether a price was typed that is no number. */
export function isWrongEdit({ lines, shippingPrice }: EditChoice): boolean {
  return [shippingPrice, ...lines.map(({ price }) => price)].some((price) => typedDecimal(price) === undefined);
}

/** The fields of the request for an edit: only what differs from the order. Empty: nothing does. */
export function editBody(before: readonly OrderItem[], shipping: string, choice: EditChoice): EditBody {
  const items = choice.lines
    .filter(({ sku, quantity, price, isNew }) => {
      const line = isNew ? undefined : before.find((item) => item.sku === sku);
      return line === undefined
        ? sku !== '' && quantity > 0
        : line.quantity !== quantity || typedNumber(price) !== undefined;
    })
    .map(({ sku, quantity, price, modifier }) => ({ sku, ...chosen(modifier), quantity, ...named('price', price) }));
  return {
    ...(items.length > 0 ? { items } : {}),
    ...(choice.shipping === shipping ? {} : { shipping: choice.shipping }),
    ...named('shipping_price', choice.shippingPrice),
  };
}

/** The choices of a line, if there are any. */
function chosen(modifier: EditLine['modifier']): { modifier?: Record<string, string> } {
  const made = Object.entries(modifier).filter(([, choice]) => choice !== '');
  return made.length === 0 ? {} : { modifier: Object.fromEntries(made) };
}

/** A price by the name of its field, if one was typed. */
function named<Name extends string>(name: Name, typed: string): Partial<Record<Name, number>> {
  const price = typedNumber(typed);
  return price === undefined ? {} : ({ [name]: price } as Record<Name, number>);
}
