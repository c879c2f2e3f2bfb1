import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../../kernel/clock';
import { ValidationFailed } from '../../../kernel/errors';
import { IdGenerator } from '../../../kernel/ids';
import { type IfMatch, requireMatch } from '../../../platform/database/rows/entity-tag';
import { VariationNotFound } from '../catalog.errors';
import { type Product } from '../data/product.entity';
import { ProductVariation } from '../data/product-variation.entity';
import { type ModifierRecord, type VariationRecord } from './modifier.resource';
import { modifierOf, requireOwnTitle } from './modifiers.service';
import { ProductsService } from '../products.service';
import { SkusService } from '../skus.service';
import { StockService } from '../stock.service';

/** The fields of a variation that a caller can set. */
export type VariationFields = Pick<ProductVariation, 'title' | 'modPrice' | 'sku' | 'stockLevel'>;

/** The ids in the path of a modifier's variations, as sent. */
export interface VariationsPlace {
  readonly product: string;
  readonly modifier: string;
}

/** The ids in the path of a variation, as sent. */
export interface VariationPlace extends VariationsPlace {
  readonly id: string;
}

/** Most variations of a product, over all its modifiers. */
const MAX_VARIATIONS = 500;

/** The variations of modifiers. Every change is a change of the product, whose record has them. */
@Injectable()
export class VariationsService {
  constructor(
    private readonly products: ProductsService,
    private readonly stock: StockService,
    private readonly skus: SkusService,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** @throws ProductNotFound, ModifierNotFound, ValidationFailed */
  async create(
    { product, modifier }: VariationsPlace,
    { stockLevel = null, ...fields }: VariationFields,
  ): Promise<VariationRecord> {
    const id = this.ids.next();
    const record = await this.products.changeParts(product, async (tx, row) => {
      requireOwnTitle(fields.title, await this.presentOf(tx, row, modifier));
      const now = this.clock.now();
      const own = { ...fields, id, productId: row.id, modifierId: modifier, createdAt: now, updatedAt: now };
      await tx.insert(ProductVariation, own);
      await this.skus.take(tx, id, own.sku);
      if (stockLevel !== null) await this.stock.open(tx, { productId: id, level: stockLevel, lowStock: null });
      return true;
    });
    return variationOf(modifierOf(record, modifier), id);
  }

  /** @throws ProductNotFound, ModifierNotFound, VariationNotFound, StaleRecord, ValidationFailed */
  async update(
    { product, modifier, id }: VariationPlace,
    { stockLevel, ...fields }: Partial<VariationFields>,
    ifMatch: IfMatch,
  ): Promise<VariationRecord> {
    const record = await this.products.changeParts(product, async (tx, row) => {
      const { present, others } = await this.present(tx, row, { product, modifier, id }, ifMatch);
      const variation = await tx.findOneByOrFail(ProductVariation, { id });
      if (fields.title !== undefined && fields.title !== variation.title) requireOwnTitle(fields.title, others);
      if (fields.sku !== undefined && fields.sku !== variation.sku) await this.skus.take(tx, id, fields.sku);
      const keys = Object.keys(fields) as (keyof typeof fields)[];
      const isChanged = keys.some((key) => fields[key] !== variation[key]);
      const isRestocked = stockLevel !== undefined && stockLevel !== present.stock_level;
      if (isRestocked) await this.restock(tx, present, stockLevel);
      if (!isChanged && !isRestocked) return false;
      await tx.update(ProductVariation, { id }, { ...fields, updatedAt: this.clock.now() });
      return true;
    });
    return variationOf(modifierOf(record, modifier), id);
  }

  /** Orders keep their copy. @throws as {@link update} */
  async remove(place: VariationPlace, ifMatch: IfMatch): Promise<void> {
    await this.products.changeParts(place.product, async (tx, row) => {
      const { id } = (await this.present(tx, row, place, ifMatch)).present;
      await this.stock.close(tx, [id]);
      await this.skus.free(tx, [id]);
      await tx.delete(ProductVariation, { id });
      return true;
    });
  }

  private async restock(tx: EntityManager, { id, stock_level }: VariationRecord, level: number | null): Promise<void> {
    if (level === null) await this.stock.close(tx, [id]);
    else if (stock_level === null) await this.stock.open(tx, { productId: id, level, lowStock: null });
    else await this.stock.set(tx, id, { level });
  }

  private async present(
    tx: EntityManager,
    row: Product,
    { modifier, id }: VariationPlace,
    ifMatch: IfMatch,
  ): Promise<{ readonly present: VariationRecord; readonly others: readonly VariationRecord[] }> {
    const [record] = await this.products.records(tx, [row]);
    const { variations } = modifierOf(record, modifier);
    const present = variationOf({ variations }, id);
    if (ifMatch !== undefined) requireMatch(ifMatch, present);
    return { present, others: Object.values(variations).filter((other) => other !== present) };
  }

  /** The variations of a modifier that gets one more. @throws ModifierNotFound, ValidationFailed when it cannot have one */
  private async presentOf(tx: EntityManager, row: Product, id: string): Promise<readonly VariationRecord[]> {
    const [record] = await this.products.records(tx, [row]);
    const modifier = modifierOf(record, id);
    if (modifier.type.data.key === 'input') {
      throw ValidationFailed.of('modifier', 'is of type input: it takes a text and has no variations');
    }
    const all = Object.values(record?.modifiers ?? {}).flatMap(({ variations }) => Object.keys(variations));
    if (all.length >= MAX_VARIATIONS) {
      throw ValidationFailed.of('product', `must not have more than ${MAX_VARIATIONS} variations`);
    }
    return Object.values(modifier.variations);
  }
}

/** @throws VariationNotFound */
export function variationOf({ variations }: Pick<ModifierRecord, 'variations'>, id: string): VariationRecord {
  const variation = Object.hasOwn(variations, id) ? variations[id] : undefined;
  if (variation === undefined) throw new VariationNotFound();
  return variation;
}
