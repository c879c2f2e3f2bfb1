import { type PreviewItem } from './preview-request';

/** Characters of the lines in the address: about forty lines. Servers take 8 kB of it. */
const MAX_CHARACTERS = 3_000;
const BETWEEN_LINES = '|';
const BETWEEN_PARTS = '~';

/** Writes lines for the address; empty: there are none, or too many for it. */
export function itemsText(items: readonly PreviewItem[]): string {
  const text = items
    .map(({ quantity, price, tax_rate, id, sku, title }) =>
      [quantity, price, tax_rate ?? '', id ?? '', ...[sku, title].map((name) => plain(name ?? ''))].join(BETWEEN_PARTS),
    )
    .join(BETWEEN_LINES);
  return encodeURIComponent(text).length > MAX_CHARACTERS ? '' : text;
}

const plain = (name: string): string => name.replace(/[~|]/g, ' ');

/** Reads {@link itemsText}. A line that is none is left out. */
export function itemsOf(text: string): readonly PreviewItem[] {
  return text.split(BETWEEN_LINES).flatMap((line) => {
    const [quantity = '', price = '', tax = '', id, sku, title] = line.split(BETWEEN_PARTS);
    const [units, each] = [quantity, price].map((part) => (part === '' ? Number.NaN : Number(part)));
    if (!isCount(units) || !isAmount(each) || !isAmount(Number(tax))) return [];
    return [
      { quantity: units, price: each, ...rateOf(tax), ...(id && { id }), ...(sku && { sku }), ...(title && { title }) },
    ];
  });
}

/** Empty: the rate is that of the tax band. */
const rateOf = (text: string): Pick<PreviewItem, 'tax_rate'> => (text === '' ? {} : { tax_rate: Number(text) });

const isAmount = (value: number | undefined): value is number => value !== undefined && value >= 0 && value < Infinity;
const isCount = (value: number | undefined): value is number => isAmount(value) && Number.isInteger(value) && value > 0;
