import { isCounted } from './choices';
import { type Product } from './data/product.entity';

/** Returns whether a product can be bought if enough is in stock (carts.md 9). */
export function isForSale(product: Pick<Product, 'status' | 'catalogOnly' | 'stockStatus'>): boolean {
  const isSold = product.stockStatus === '0' || isCounted(product.stockStatus);
  return isSold && product.status === '1' && product.catalogOnly === '0';
}
