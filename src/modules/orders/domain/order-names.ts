import { fullName } from '../../../kernel/full-name';
import { searchText } from '../../../kernel/search-text';

/** Search keys of an order: the names of its customer. */
export interface OrderNames {
  /** `ada lovelace` */
  readonly nameKey: string | null;
  /** `lovelace ada` */
  readonly surnameKey: string | null;
}

interface Named {
  readonly data: { readonly first_name?: unknown; readonly last_name?: unknown };
}

/** Returns the names on an order: of its customer, else of its billing address (orders-and-payments.md 33). */
export function orderNames(customer: object | null, billTo: object | null): OrderNames {
  const [first, last] = nameParts(customer, billTo);
  return { nameKey: searchText(`${first} ${last}`) || null, surnameKey: searchText(`${last} ${first}`) || null };
}

/** Returns the name of whom an order is for, as it is written there; null: it has none. */
export function shownName(customer: object | null, billTo: object | null): string | null {
  return fullName(...nameParts(customer, billTo)) || null;
}

function nameParts(customer: object | null, billTo: object | null): [first: string, last: string] {
  const { data } = (customer ?? billTo ?? { data: {} }) as Named;
  const text = (part: unknown): string => (typeof part === 'string' ? part : '');
  return [text(data.first_name), text(data.last_name)];
}
