import { isDeepStrictEqual } from 'node:util';
import { type EntityManager } from 'typeorm';
import { type Amount } from '../../../kernel/money';
import { trackChanges } from '../../../platform/database/rows/row-changes';
import { OrderItem } from '../data/order-item.entity';
import { type EditedLineSide, lineSide } from '../domain/order-side';
import { unknownLine } from '../domain/order-snapshot';
import { type LineTerms } from '../domain/order-terms';
import { choicesOf, type ChosenModifier, countedIds, isChosen } from '../../catalog/chosen-modifiers';
import { type UnitChange } from '../order-reservations.service';

/** A line of an order while it is edited. */
export interface EditedLine {
  readonly item: OrderItem;
  /** The line before the edit; null: it is new. */
  readonly before: LineBefore | null;
  /** The terms that the order keeps of it. */
  terms: LineTerms;
  isRemoved: boolean;
}

/** The fields of a line that price, stock and tax depend on. */
interface LineBefore {
  readonly title: string;
  readonly quantity: number;
  readonly price: Amount;
  readonly taxRate: string;
  readonly productId: string | null;
  /** Ids of the counters that it is sold from. */
  readonly counted: readonly string[];
  readonly tax: Amount;
  /** Writes the fields of the item that were changed since, if any. */
  readonly save: () => Promise<boolean>;
}

function countedBy({ productId, modifiers }: OrderItem): string[] {
  return productId === null ? [] : countedIds(productId, modifiers ?? []);
}

/** Whether the line is new, or anything of it that costs money is another than before. */
export function changesMoney({ item, before }: EditedLine): boolean {
  if (before === null) return true;
  const isSame = item.quantity === before.quantity && item.price === before.price && item.taxRate === before.taxRate;
  return !isSame || item.productId !== before.productId;
}

/** For the history: the lines that an edit really changed, as they were and as they are. */
export function changedLines(lines: readonly EditedLine[]): Record<'was' | 'is', EditedLineSide[]> {
  const sides = lines.map(({ item, before, isRemoved }) => ({
    was: before === null ? null : lineSide({ ...before, sku: item.sku }),
    is: isRemoved ? null : lineSide(item),
  }));
  const changed = sides.filter(({ was, is }) => !isDeepStrictEqual(was, is));
  return { was: changed.flatMap(({ was }) => was ?? []), is: changed.flatMap(({ is }) => is ?? []) };
}

/** The lines of an order while it is edited, in the order they were added. */
export class EditedLines {
  private constructor(private readonly all: EditedLine[]) {}

  /** @param terms by sku */
  static of(tx: EntityManager, items: readonly OrderItem[], terms: ReadonlyMap<string, LineTerms>): EditedLines {
    const inOrder = [...items].sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
    return new EditedLines(
      inOrder.map((item) => {
        const { title, quantity, price, taxRate, productId, tax } = item;
        const own = { title, quantity, price, taxRate, productId, tax, counted: countedBy(item) };
        const before = { ...own, save: trackChanges(tx, OrderItem, item) };
        return { item, before, terms: terms.get(item.sku) ?? unknownLine(item), isRemoved: false };
      }),
    );
  }

  find(sku: string): EditedLine | undefined {
    return this.all.find(({ item, isRemoved }) => !isRemoved && item.sku === sku);
  }

  /** The line of a product with these choices. */
  findChosen(productId: string, chosen: readonly ChosenModifier[]): EditedLine | undefined {
    const choices = choicesOf(chosen);
    // A line with further fields, such as an engraving, is found by its own sku alone.
    const isPlain = ({ item, isRemoved }: EditedLine): boolean => !isRemoved && (item.metadata ?? null) === null;
    return this.all.find(
      (line) => isPlain(line) && line.item.productId === productId && isChosen(line.item.modifiers ?? [], choices),
    );
  }

  add(item: OrderItem, terms: LineTerms): EditedLine {
    const line: EditedLine = { item, before: null, terms, isRemoved: false };
    this.all.push(line);
    return line;
  }

  /** Lines that the order has after the edit. */
  get kept(): readonly EditedLine[] {
    return this.all.filter(({ isRemoved }) => !isRemoved);
  }

  /** Lines that the edit removed. */
  get removed(): readonly EditedLine[] {
    return this.all.filter(({ isRemoved, before }) => isRemoved && before !== null);
  }

  /** Whether anything that costs money is another than before. */
  get changesMoney(): boolean {
    return this.removed.length > 0 || this.kept.some(changesMoney);
  }

  /** Units of each product whose number changes, by ascending id of the product. */
  get units(): readonly UnitChange[] {
    const units = new Map<string, { sku: string; before: number; after: number }>();
    const of = (productId: string, sku: string) => {
      const found = units.get(productId) ?? { sku, before: 0, after: 0 };
      units.set(productId, found);
      return found;
    };
    for (const { item, before, isRemoved } of this.all) {
      for (const id of before?.counted ?? []) of(id, item.sku).before += before?.quantity ?? 0;
      for (const id of isRemoved ? [] : countedBy(item)) of(id, item.sku).after += item.quantity;
    }
    return [...units]
      .map(([productId, change]) => ({ productId, ...change }))
      .filter(({ before, after }) => before !== after)
      .sort((a, b) => (BigInt(a.productId) < BigInt(b.productId) ? -1 : 1));
  }
}

/** Returns the line of an edit of one item. */
export function onlyLine(changed: readonly EditedLine[]): EditedLine {
  const [line] = changed;
  if (line === undefined) throw new TypeError('the edit changed no line');
  return line;
}
