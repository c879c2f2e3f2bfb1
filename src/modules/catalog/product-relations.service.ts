import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ValidationFailed } from '../../kernel/errors';
import { CONFIG, type Config } from '../../platform/config/config';
import { lockRelated } from '../../platform/database/rows/reference-checks';
import { readBy } from '../../platform/database/rows/row-reader';
import { ProductImagesService } from '../files/product-images.service';
import { CurrenciesService } from '../settings/currencies.service';
import { unitPriceLevels } from '../settings/price-levels';
import { PriceHolders } from '../settings/price-holders';
import { TaxBandsService } from '../settings/tax-bands.service';
import { productCategoryRecord } from './category.resource';
import { Brand } from './data/brand.entity';
import { Category } from './data/category.entity';
import { Product } from './data/product.entity';
import { modifierCopies, offersOf, type Stock } from './data/modifier.queries';
import { ProductCollection } from './data/product-collection.entity';
import { ProductModifier } from './data/product-modifier.entity';
import { ProductVariation } from './data/product-variation.entity';
import { lowestPrice } from './data/price.queries';
import { shelvesOf } from './data/shelf.queries';
import { ModifierRecords, VariationPrices } from './modifiers/modifier.resource';
import { chargedPrice } from './product-sale';
import { productRecord, type ProductRecord } from './product.resource';
import { brandRecord } from './brand.resource';
import { collectionRecord } from './collection.resource';

/** The parts of product records that lie outside the products. */
export interface ProductView {
  /** The currency of their `pricing`; null or omitted: the default currency. */
  readonly code?: string | null;
  /** The stock of each, if it was read with them. */
  readonly stocks?: ReadonlyMap<string, Stock>;
}

type Prices = Pick<Product, 'price' | 'salePrice'>;

/** Checks the relations and prices of products when they are written, and reads the relations for records. */
@Injectable()
export class ProductRelationsService {
  private readonly copies = modifierCopies();
  private readonly modifiers = new ModifierRecords();

  constructor(
    private readonly taxBands: TaxBandsService,
    private readonly currencies: CurrenciesService,
    private readonly images: ProductImagesService,
    prices: PriceHolders,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    taxBands.uses.add('a product', (tx, id) => tx.existsBy(Product, { taxBand: id }));
    prices.register({
      noun: 'products',
      exists: (tx) => tx.exists(Product),
      lowest: (tx) => lowestPrice(tx, config.store.salePrice === 'charge'),
    });
  }

  /**
   * Locks the rows that a product is about to point to, so that none is removed in between. Always in the same order:
   * two products written at once do not wait for each other in a ring.
   * @returns the tax band, if one is sent: null stands for the default band
   * @throws ValidationFailed `<field> does not exist`
   */
  async require(
    tx: EntityManager,
    product: Partial<Pick<Product, 'category' | 'brand' | 'collection'> & { readonly taxBand: string | null }>,
  ): Promise<Partial<Pick<Product, 'taxBand'>>> {
    const { taxBand } = product;
    const band = taxBand === undefined ? {} : { taxBand: await this.taxBands.require(tx, taxBand) };
    if (product.category) await lockRelated(tx, Category, product.category, 'category');
    if (product.brand) await lockRelated(tx, Brand, product.brand, 'brand');
    if (product.collection) await lockRelated(tx, ProductCollection, product.collection, 'collection');
    return band;
  }

  /** @param before the prices as they were: unchanged ones are not judged again @throws ValidationFailed (orders-and-payments.md 32) */
  requireSalePrice({ price, salePrice }: Prices, before?: Prices): void {
    const isChanged = price !== before?.price || salePrice !== before.salePrice;
    if (isChanged && salePrice !== null && salePrice > price && this.config.store.salePrice === 'charge') {
      throw ValidationFailed.of('sale_price', 'must not be above price');
    }
  }

  /**
   * Records of products, with all they show of other rows read once for all of them.
   * @param products at most a page of them
   * @throws ValidationFailed when there is no such currency
   */
  async records(
    manager: EntityManager,
    products: readonly Product[],
    { code = null, stocks: known }: ProductView = {},
  ): Promise<ProductRecord[]> {
    const ids = <K extends 'brand' | 'category' | 'collection'>(key: K): Product[K][] =>
      products.map((product) => product[key]);
    const { currency, taxBands } = await this.currencies.priceTerms(manager, code);
    const { brands, categories, collections } = await shelvesOf(manager, {
      brands: ids('brand'),
      categories: ids('category'),
      collections: ids('collection'),
    });
    const { stocks, modifiers } = await offersOf(manager, products, this.copies, known);
    const prices = new VariationPrices(currency);
    const view = { currency, includesTax: this.config.store.pricesIncludeTax };
    const images = await this.images.of(
      manager,
      products.filter(({ imageRevision }) => imageRevision !== null),
    );
    return products.map((product) => {
      const price = chargedPrice(product, this.config.store);
      const taxBand = taxBands.get(product.taxBand);
      const brand = related(brands, product.brand);
      const category = related(categories, product.category);
      const collection = related(collections, product.collection);
      return productRecord(product, {
        taxBand,
        category: category && productCategoryRecord(category, categories),
        brand: brand && brandRecord(brand),
        collection: collection && collectionRecord(collection),
        stock: stocks.get(product.id),
        pricing: unitPriceLevels(price, taxBand?.rate ?? '0', view),
        modifiers: this.modifiers.of(modifiers.get(product.id), { price, prices, stocks }),
        images: images.get(product.id) ?? {},
      });
    });
  }

  /** Removes the images and the modifiers of a product that is removed. @returns the ids of its variations */
  async removeParts(tx: EntityManager, productId: string): Promise<string[]> {
    await this.images.removeOf(tx, productId);
    const variations = await readBy(tx, ProductVariation, 'productId', [productId]);
    await tx.delete(ProductVariation, { productId });
    await tx.delete(ProductModifier, { productId });
    return variations.map(({ id }) => id);
  }
}

function related<T>(rows: ReadonlyMap<string, T>, id: string | null): T | undefined {
  return id === null ? undefined : rows.get(id);
}
