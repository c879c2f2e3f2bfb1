import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../../kernel/clock';
import { ValidationFailed } from '../../../kernel/errors';
import { IdGenerator } from '../../../kernel/ids';
import { type IfMatch, requireMatch } from '../../../platform/database/rows/entity-tag';
import { ModifierNotFound } from '../catalog.errors';
import { ProductModifier } from '../data/product-modifier.entity';
import { type Product } from '../data/product.entity';
import { ProductVariation } from '../data/product-variation.entity';
import { type ModifierRecord } from './modifier.resource';
import { type ProductRecord } from '../product.resource';
import { ProductsService } from '../products.service';
import { SkusService } from '../skus.service';
import { StockService } from '../stock.service';

/** The fields of a modifier that a caller can set. */
export type ModifierFields = Pick<ProductModifier, 'title' | 'type' | 'instructions'>;

/** The ids in the path of a modifier, as sent. */
export interface ModifierPlace {
  readonly product: string;
  readonly id: string;
}

/** Most modifiers of a product. */
const MAX_MODIFIERS = 100;

/** The modifiers of products. Every change is a change of the product, whose record has them. */
@Injectable()
export class ModifiersService {
  constructor(
    private readonly products: ProductsService,
    private readonly stock: StockService,
    private readonly skus: SkusService,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** @throws ProductNotFound, ValidationFailed when the product has as many as it may */
  async create(productId: string, fields: ModifierFields): Promise<ModifierRecord> {
    const id = this.ids.next();
    const record = await this.products.changeParts(productId, async (tx) => {
      const others = await tx.findBy(ProductModifier, { productId });
      if (others.length >= MAX_MODIFIERS) {
        throw ValidationFailed.of('product', `must not have more than ${MAX_MODIFIERS} modifiers`);
      }
      requireOwnTitle(fields.title, others);
      const now = this.clock.now();
      await tx.insert(ProductModifier, { ...fields, id, productId, createdAt: now, updatedAt: now });
      return true;
    });
    return modifierOf(record, id);
  }

  /** @throws ProductNotFound, ModifierNotFound, StaleRecord, ValidationFailed */
  async update(
    { product, id }: ModifierPlace,
    fields: Partial<ModifierFields>,
    ifMatch: IfMatch,
  ): Promise<ModifierRecord> {
    const record = await this.products.changeParts(product, async (tx, row) => {
      const { present, others } = await this.present(tx, row, id, ifMatch);
      if (fields.type === 'input' && Object.keys(present.variations).length > 0) {
        throw ValidationFailed.of('type', 'must not be input while the modifier has variations');
      }
      const modifier = await tx.findOneByOrFail(ProductModifier, { id });
      // One that another has already stays: versions before took it.
      if (fields.title !== undefined && fields.title !== modifier.title) requireOwnTitle(fields.title, others);
      const changed = (Object.keys(fields) as (keyof ModifierFields)[]).some((key) => fields[key] !== modifier[key]);
      if (changed) await tx.update(ProductModifier, { id }, { ...fields, updatedAt: this.clock.now() });
      return changed;
    });
    return modifierOf(record, id);
  }

  /** Removes a modifier with its variations and their stock. Orders keep their copy. @throws as {@link update} */
  async remove({ product, id }: ModifierPlace, ifMatch: IfMatch): Promise<void> {
    await this.products.changeParts(product, async (tx, row) => {
      const { variations } = (await this.present(tx, row, id, ifMatch)).present;
      await this.stock.close(tx, Object.keys(variations));
      await this.skus.free(tx, Object.keys(variations));
      await tx.delete(ProductVariation, { modifierId: id });
      await tx.delete(ProductModifier, { id });
      return true;
    });
  }

  private async present(
    tx: EntityManager,
    row: Product,
    id: string,
    ifMatch: IfMatch,
  ): Promise<{ readonly present: ModifierRecord; readonly others: readonly ModifierRecord[] }> {
    const [record] = await this.products.records(tx, [row]);
    const present = modifierOf(record, id);
    if (ifMatch !== undefined) requireMatch(ifMatch, present);
    const others = Object.values(record?.modifiers ?? {}).filter((other) => other !== present);
    return { present, others };
  }
}

/** @throws ValidationFailed for a title that one of the others has, in upper or lower case */
export function requireOwnTitle(title: string, others: readonly { readonly title: string }[]): void {
  const key = title.toLowerCase();
  if (others.some((other) => other.title.toLowerCase() === key)) throw ValidationFailed.of('title', 'must be unique');
}

/** @throws ModifierNotFound */
export function modifierOf(product: ProductRecord | undefined, id: string): ModifierRecord {
  const modifiers = product?.modifiers ?? {};
  const modifier = Object.hasOwn(modifiers, id) ? modifiers[id] : undefined;
  if (modifier === undefined) throw new ModifierNotFound();
  return modifier;
}
