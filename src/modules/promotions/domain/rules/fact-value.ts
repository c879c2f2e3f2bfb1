import { type Amount, AMOUNT_DECIMALS, amountText } from '../../../../kernel/money';
import { canonicalDecimal, type Decimal, parseDecimal, withScale } from '../../../../kernel/decimal';
import { foldText } from '../fold-text';

/**
 * Most entries of each list of an explanation: alternatives, lines, and values of one line. Rules and carts are as large as
 * callers make them; all alternatives with all lines of each would be hundreds of megabytes.
 */
export const MAX_EXPLAINED = 10;

/**
 * One value of a field, ready to be compared. `key` is equal for two values exactly when promotions.md 17 calls them
 * equal: the canonical decimal of a number, else the folded text (which is never a decimal, so the two cannot meet).
 * A second name (the slug beside an id) matches as well as the first.
 */
export class FactValue {
  readonly key: string;
  readonly aliasKey: string | null;
  private parsed?: Decimal | null;

  /**
   * @param shown as it is reported to people
   * @param alias a second name for the same thing
   */
  constructor(
    readonly shown: string,
    alias: string | null = null,
  ) {
    this.key = comparisonKey(shown);
    this.aliasKey = alias === null ? null : comparisonKey(alias);
  }

  static ofAmount(amount: Amount): FactValue {
    return new FactValue(amountText(amount));
  }

  /** Whether either name is the one with this key. */
  is(key: string): boolean {
    return this.key === key || this.aliasKey === key;
  }

  /** Whether either name is among these keys. */
  isIn(keys: ReadonlySet<string>): boolean {
    return keys.has(this.key) || (this.aliasKey !== null && keys.has(this.aliasKey));
  }

  /** The number it is, null when it is none. */
  get decimal(): Decimal | null {
    if (this.parsed === undefined) this.parsed = decimalOfKey(this.key);
    return this.parsed;
  }

  /** Both names as text, for operators that look inside. */
  texts(): string[] {
    const own = this.decimal === null ? this.key : foldText(this.shown);
    return this.aliasKey === null ? [own] : [own, this.aliasKey];
  }
}

/** A field of the cart: null is not there; a list has at least one value. */
export type Fact = FactValue | readonly FactValue[] | null;

/** Returns the key that two equal values share. */
export function comparisonKey(text: string): string {
  const trimmed = text.trim();
  return canonicalDecimal(trimmed) ?? foldText(trimmed);
}

/** The number behind a {@link comparisonKey}, null when it is text. Numbers of one scale compare fastest. */
export function decimalOfKey(key: string): Decimal | null {
  return canonicalDecimal(key) === null ? null : withScale(parseDecimal(key), AMOUNT_DECIMALS);
}

/** A fact as a report shows it. */
export type ShownFact = string | null | readonly (string | null)[];

/** A fact as it is reported: the text, the first texts of a list, or null. */
export function showFact(fact: Fact): ShownFact {
  if (fact === null) return null;
  return fact instanceof FactValue ? fact.shown : fact.slice(0, MAX_EXPLAINED).map((value) => value.shown);
}
