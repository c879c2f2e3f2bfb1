import { ValidationFailed } from '../../kernel/errors';
import { type FurtherFields } from '../catalog/chosen-modifiers';
import { goodsKey, type NewCartItem, type NewLine } from './new-cart-line';

/** Most units of a line. */
export const MAX_QUANTITY = 1_000_000;
/** Most characters of the names and values of further fields in a cart: each of its events has them all (carts.md 12). */
const MAX_FURTHER = 65_536;

/** The lines of a cart while items are added to it. Each line is compared by a key, so that many items do not each read all lines. */
export class FilledLines {
  private readonly lines: NewLine[];
  private readonly places = new Map<string, number>();
  private readonly skus = new Set<string>();
  private further = 0;

  /** @param most lines that it may hold */
  constructor(
    present: readonly NewLine[],
    private readonly most: number,
  ) {
    this.lines = [...present];
    for (const [at, line] of this.lines.entries()) this.know(line, at, charactersIn(line.metadata));
  }

  get all(): readonly NewLine[] {
    return this.lines;
  }

  /**
   * Adds units of a line. One that equals a present line in all fields raises its quantity.
   * @throws ValidationFailed when it has too many units, or the cart has no room for it
   */
  add(wanted: NewLine, { quantity: units, path }: Pick<NewCartItem, 'quantity' | 'path'>): void {
    const at = this.places.get(goodsKey(wanted)) ?? this.lines.length;
    const present = this.lines[at];
    const quantity = (present?.quantity ?? 0) + units;
    if (quantity > MAX_QUANTITY) throw ValidationFailed.of(`${path}quantity`, `must be at most ${MAX_QUANTITY}`);
    if (present === undefined) {
      const further = charactersIn(wanted.metadata);
      this.requireRoom(wanted, further, path);
      this.know(wanted, at, further);
    }
    this.lines[at] = { ...(present ?? wanted), quantity };
  }

  private requireRoom({ sku }: NewLine, further: number, path: string): void {
    if (this.lines.length >= this.most) throw ValidationFailed.of('cart', `must not hold more than ${this.most} items`);
    if (this.skus.has(sku)) throw ValidationFailed.of(`${path}sku`, 'must be unique in the cart');
    if (further > 0 && this.further + further > MAX_FURTHER) {
      throw ValidationFailed.of('cart', `must not hold more than ${MAX_FURTHER} characters of further fields`);
    }
  }

  /** The first of two lines that became equal gets the units. */
  private know(line: NewLine, at: number, further: number): void {
    const key = goodsKey(line);
    if (!this.places.has(key)) this.places.set(key, at);
    this.skus.add(line.sku);
    this.further += further;
  }
}

/** Counts the characters of names and values, each a Unicode code point. */
function charactersIn(further: FurtherFields | null): number {
  return Object.entries(further ?? {}).reduce((sum, [name, value]) => sum + name.length + [...value].length, 0);
}
