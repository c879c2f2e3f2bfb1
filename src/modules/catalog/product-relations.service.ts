import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { lockRelated, rowsById } from '../../platform/database/rows/reference-checks';
import { readBy } from '../../platform/database/rows/row-reader';
import { CurrenciesService } from '../settings/currencies.service';
import { PriceHolders } from '../settings/price-holders';
import { TaxBandsService } from '../settings/tax-bands.service';
import { brandRecord } from './brand.record';
import { categoryRecords } from './category.record';
import { Brand } from './data/brand.entity';
import { Category } from './data/category.entity';
import { Product } from './data/product.entity';
import { modifiersOf } from './data/modifier.queries';
import { ProductModifier } from './data/product-modifier.entity';
import { ProductVariation } from './data/product-variation.entity';
import { lowestPrice } from './data/price.queries';
import { stockOf } from './data/stock.queries';
import { modifierRecords } from './modifier.record';
import { productRecord, type ProductRecord } from './product.record';

/** Checks the relations of products when they are written, and reads them for records. */
@Injectable()
export class ProductRelationsService {
  constructor(
    private readonly taxBands: TaxBandsService,
    private readonly currencies: CurrenciesService,
    prices: PriceHolders,
  ) {
    taxBands.uses.add('a product', (tx, id) => tx.existsBy(Product, { taxBand: id }));
    prices.register({ noun: 'products', exists: (tx) => tx.exists(Product), lowest: lowestPrice });
  }

  /**
   * Locks the rows that a product is about to point to, so that none is removed in between. Always in the same order:
   * two products written at once do not wait for each other in a ring.
   * @throws ValidationFailed `<field> does not exist`
   */
  async require(tx: EntityManager, product: Partial<Pick<Product, 'taxBand' | 'category' | 'brand'>>): Promise<void> {
    if (product.taxBand !== undefined) await this.taxBands.require(tx, product.taxBand);
    if (product.category) await lockRelated(tx, Category, product.category, 'category');
    if (product.brand) await lockRelated(tx, Brand, product.brand, 'brand');
  }

  /**
   * Records of products, with all they show of other rows read once for all of them.
   * @param products at most a page of them
   */
  async records(manager: EntityManager, products: readonly Product[]): Promise<ProductRecord[]> {
    const ids = <K extends 'id' | 'taxBand' | 'brand' | 'category'>(key: K): Product[K][] =>
      products.map((product) => product[key]);
    const taxBands = await this.taxBands.findAll(manager, ids('taxBand'));
    const brands = await rowsById(manager, Brand, ids('brand'));
    const categories = await this.categories(manager, ids('category'));
    const stocks = await stockOf(manager, ids('id'));
    const modified = products.filter(({ modifierRevision }) => modifierRevision !== null).map(({ id }) => id);
    const modifiers = await modifiersOf(manager, modified);
    const currency = modified.length > 0 ? await this.currencies.findForCarts(manager, null) : undefined;
    return products.map((product) => {
      const brand = brands.get(product.brand ?? '');
      return productRecord(product, {
        taxBand: taxBands.get(product.taxBand),
        category: categories.get(product.category ?? ''),
        brand: brand && brandRecord(brand),
        stock: stocks.get(product.id),
        modifiers: modifierRecords(modifiers.get(product.id) ?? [], product.salePrice ?? product.price, currency),
      });
    });
  }

  /** Removes the modifiers of a product that is removed. @returns the ids of their variations */
  async removeModifiers(tx: EntityManager, productId: string): Promise<string[]> {
    const variations = await readBy(tx, ProductVariation, 'productId', [productId]);
    await tx.delete(ProductVariation, { productId });
    await tx.delete(ProductModifier, { productId });
    return variations.map(({ id }) => id);
  }

  private async categories(manager: EntityManager, ids: readonly (string | null)[]) {
    const rows = await rowsById(manager, Category, ids);
    const records = await categoryRecords(manager, [...rows.values()]);
    return new Map(records.map((record) => [record.id, record]));
  }
}
