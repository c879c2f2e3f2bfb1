import { type components } from '@storekeeper/client';
import { t, word } from '../../shared/text/text';
import { type Tone } from '../../shared/ui/values';

/** A product as the API returns it. */
export type Product = components['schemas']['ProductRecord'];
export type Image = components['schemas']['ImageRecord'];
type StockStatus = components['schemas']['StockStatus'];

const TONES: Readonly<Record<StockStatus, Tone>> = {
  '0': 'plain',
  '1': 'good',
  '2': 'warning',
  '3': 'bad',
  '4': 'warning',
  '5': 'plain',
};

/** Every stock status, as a person may choose it. */
export const STOCK_STATUSES = Object.keys(TONES).map((value) => ({ value, label: word('stock-status', value) }));
/** Draft and live. */
export const PUBLICATIONS = ['1', '0'].map((value) => ({ value, label: word('publication', value) }));

/** The stock of a product in words, with its tone. A level at or below the low mark is low in any status that is sold. */
export function stockOf({ stock_status, stock_level, low_stock }: Product): {
  readonly tone: Tone;
  readonly text: string;
} {
  const status = stock_status.data.key;
  const isSold = status === '1' || status === '2' || status === '4';
  const name = word('stock-status', status);
  if (!isSold) return { tone: TONES[status], text: name };
  if (stock_level === 0) return { tone: 'bad', text: t('products.stock.none') };
  const isLow = low_stock !== null && stock_level <= low_stock;
  return { tone: isLow ? 'warning' : TONES[status], text: isLow ? word('stock-status', '2') : name };
}

/** The images of a product in their order. */
export const imagesOf = ({ images }: Product): readonly Image[] => Object.values(images);

/** The id of the category of a product; undefined: it is in none. */
export const categoryOf = ({ category }: Product): string | undefined => Object.keys(category?.data ?? {})[0];
