import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Amount } from '../../kernel/money';
import { CONFIG, type Config } from '../../platform/config/config';
import { type ModifierChoices } from './chosen-modifiers';
import { ProductVariation } from './data/product-variation.entity';
import { chargedPrice } from './product-sale';
import { type ProductRecord } from './product.resource';
import { type Product, ProductsService } from './products.service';

/** A product as one of its skus names it. */
export interface SoldProduct {
  readonly row: Product;
  readonly record: ProductRecord;
  /** Price of one unit without modifiers, as carts count it, in the default currency. */
  readonly price: Amount;
  /** Choice of the sku: the variation that has it; {} for the product's own sku. */
  readonly choices: ModifierChoices;
}

/** Finds products by what is sold of them. */
@Injectable()
export class SoldProductsService {
  constructor(
    private readonly products: ProductsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The product with a sku, else the one with a variation that has it, to the letter. Undefined when there is none. */
  async findBySku(tx: EntityManager, sku: string): Promise<SoldProduct | undefined> {
    const own = await this.products.findBySku(tx, sku);
    if (own !== undefined) return this.sold(tx, own, {});
    const variation = await tx.findOneBy(ProductVariation, { sku });
    const product = variation === null ? undefined : await this.products.find(tx, variation.productId);
    if (variation === null || product === undefined) return undefined;
    return this.sold(tx, product, { [variation.modifierId]: variation.id });
  }

  /** A product by its id. Undefined when there is none. */
  async find(tx: EntityManager, id: string): Promise<SoldProduct | undefined> {
    const product = await this.products.find(tx, id);
    return product && this.sold(tx, product, {});
  }

  private async sold(tx: EntityManager, row: Product, choices: ModifierChoices): Promise<SoldProduct | undefined> {
    const [record] = await this.products.records(tx, [row]);
    return record && { row, record, price: chargedPrice(row, this.config.store), choices };
  }
}
