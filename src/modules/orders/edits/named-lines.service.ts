import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ValidationFailed } from '../../../kernel/errors';
import {
  type ChosenModifier,
  chosenSku,
  isChosen,
  type ModifierChoices,
  readChoices,
} from '../../catalog/chosen-modifiers';
import { type SoldProduct, SoldProductsService } from '../../catalog/sold-products.service';
import { type EditedLine, type EditedLines } from './edited-lines';
import { type OrderItemFields } from './order-edit';

/** Rules for a change of an order's lines. */
export interface LineRules {
  /** Whether a new line takes from its product what is not sent (orders-and-payments.md 5). */
  readonly takesFromProduct: boolean;
  /** Path of the line in the request, for faults: `items.0.`; empty: it is the whole request. */
  readonly at: string;
}

/** A product with a choice for each of its modifiers. */
export interface ChosenProduct extends Pick<SoldProduct, 'row' | 'record' | 'price'> {
  readonly chosen: readonly ChosenModifier[];
}

/** The line that an item of an edit names. */
export interface NamedLine {
  /** Undefined: the order has no such line yet. */
  readonly present: EditedLine | undefined;
  /** Sku of the line. */
  readonly sku: string;
  /** The product that the line is to have; null: none; undefined: the one it has, or none for a new line. */
  readonly product: ChosenProduct | null | undefined;
}

/** Finds the lines that edits name: by sku, or by a product with what is chosen of its modifiers. */
@Injectable()
export class NamedLinesService {
  constructor(private readonly products: SoldProductsService) {}

  /** @throws ValidationFailed when there is no such product, or the choices are not its own */
  async find(tx: EntityManager, lines: EditedLines, fields: OrderItemFields, rules: LineRules): Promise<NamedLine> {
    const { sku, product, choices = {} } = fields;
    const present = lines.find(sku);
    if (typeof product === 'string') return this.withProduct(tx, present, { ...fields, product }, rules);
    if (product === null) readAll({}, choices, rules);
    if (product === null || isLine(present, fields, rules)) return { present, sku, product };
    return this.bySku(tx, lines, fields, rules);
  }

  /** The line keeps its sku, which the caller chose, and what was chosen before while it keeps its product. */
  private async withProduct(
    tx: EntityManager,
    present: EditedLine | undefined,
    { sku, product: id, choices = {} }: OrderItemFields & { product: string },
    rules: LineRules,
  ): Promise<NamedLine> {
    const product = await this.products.find(tx, id);
    if (product === undefined) throw lineFault(rules, 'product', 'does not exist');
    const isOpen = Object.keys(choices).length === 0;
    if (present?.item.productId !== id) {
      return { present, sku, product: { ...product, chosen: readAll(product.record.modifiers, choices, rules) } };
    }
    const chosen = present.item.modifiers ?? [];
    if (!isOpen && !isChosen(chosen, choices)) {
      throw lineFault(rules, 'modifier', 'is not that of the item: remove the item and add another');
    }
    return { present, sku, product: { ...product, chosen } };
  }

  private async bySku(
    tx: EntityManager,
    lines: EditedLines,
    { sku, choices = {} }: OrderItemFields,
    rules: LineRules,
  ): Promise<NamedLine> {
    const product = await this.products.findBySku(tx, sku);
    if (product === undefined) {
      if (Object.keys(choices).length > 0) throw lineFault(rules, 'sku', 'is not that of a product or a variation');
      return { present: undefined, sku, product };
    }
    for (const [id, value] of Object.entries(product.choices)) {
      const other = Object.hasOwn(choices, id) ? choices[id] : value;
      if (other !== value) throw lineFault(rules, `modifier.${id}`, 'is not the variation with the sku');
    }
    const chosen = readAll(product.record.modifiers, { ...choices, ...product.choices }, rules);
    const present = lines.findChosen(product.row.id, chosen);
    if (present !== undefined) return { present, sku: present.item.sku, product: undefined };
    const own = chosenSku(product.row.sku, chosen, product.row.id);
    if (lines.find(own) !== undefined) throw lineFault(rules, 'sku', 'is that of another item of the order');
    return { present, sku: own, product: { ...product, chosen } };
  }
}

/** Whether the sku alone names the line, which may be a new one without a product. */
function isLine(
  present: EditedLine | undefined,
  { quantity, choices = {} }: OrderItemFields,
  { takesFromProduct }: LineRules,
): boolean {
  const isOpen = Object.keys(choices).length === 0;
  if (present === undefined) return isOpen && (quantity === 0 || !takesFromProduct);
  return isOpen || isChosen(present.item.modifiers ?? [], choices);
}

/** @throws ValidationFailed naming what is missing or unknown */
function readAll(
  modifiers: Parameters<typeof readChoices>[0],
  choices: ModifierChoices,
  { at }: LineRules,
): readonly ChosenModifier[] {
  const read = readChoices(modifiers, choices, at);
  if (!read.isValid) throw new ValidationFailed(read.errors);
  return read.chosen;
}

export function lineFault({ at }: LineRules, field: string, message: string): ValidationFailed {
  return ValidationFailed.of(`${at}${field}`, message);
}
