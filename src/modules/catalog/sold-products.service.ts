import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type ModifierChoices } from './chosen-modifiers';
import { ProductVariation } from './data/product-variation.entity';
import { type ProductRecord } from './product.record';
import { type Product, ProductsService } from './products.service';

/** A product as one of its skus names it. */
export interface SoldProduct {
  readonly row: Product;
  readonly record: ProductRecord;
  /** Choice of the sku: the variation that has it; {} for the product's own sku. */
  readonly choices: ModifierChoices;
}

/** Finds products by what is sold of them. */
@Injectable()
export class SoldProductsService {
  constructor(private readonly products: ProductsService) {}

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
    return record && { row, record, choices };
  }
}
