import { type EntityManager, IsNull, MoreThan } from 'typeorm';
import { type Amount } from '../../../kernel/money';
import { Product } from './product.entity';

/** The lowest price above zero that a product is sold at, or shows as its sale price; null: there is none. Reads the whole table: for rare changes. */
export async function lowestPrice(tx: EntityManager, chargesSale: boolean): Promise<Amount | null> {
  const plain = await tx.findOne(Product, {
    select: { id: true, price: true },
    where: { ...(chargesSale && { salePrice: IsNull() }), price: MoreThan(0n) },
    order: { price: 'ASC' },
  });
  const reduced = await tx.findOne(Product, {
    select: { id: true, salePrice: true },
    where: { salePrice: MoreThan(0n) },
    order: { salePrice: 'ASC' },
  });
  const prices = [plain?.price, reduced?.salePrice].filter((price) => typeof price === 'bigint');
  return prices.reduce<Amount | null>((least, price) => (least === null || price < least ? price : least), null);
}
