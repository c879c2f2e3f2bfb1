import { type Amount } from '../../kernel/money';
import { type Config } from '../../platform/config/config';
import { isCounted } from './choices';
import { type Product } from './data/product.entity';

/** Returns whether a product can be bought if enough is in stock (carts.md 9). */
export function isForSale(product: Pick<Product, 'status' | 'catalogOnly' | 'stockStatus'>): boolean {
  const isSold = product.stockStatus === '0' || isCounted(product.stockStatus);
  return isSold && product.status === '1' && product.catalogOnly === '0';
}

/**
 * Returns what one unit of a product costs without modifiers, in the default currency: everything that prices a product asks here.
 * @param store has SALE_PRICE (orders-and-payments.md 32)
 */
export function chargedPrice(
  { price, salePrice }: Pick<Product, 'price' | 'salePrice'>,
  { salePrice: use }: Pick<Config['store'], 'salePrice'>,
): Amount {
  return use === 'charge' ? (salePrice ?? price) : price;
}
