import { type CartFacts } from '../cart-facts';
import { type ShownFact } from './fact-value';
import { type AgainstValue } from './rule-tree';

/** In place of a line where a rule looks at the cart as a whole. */
export const WHOLE_CART = -1;

/** A rule ready to be decided, again and again. */
export interface CompiledRule {
  /** Decides the rule about the cart as a whole. */
  matches(facts: CartFacts): boolean;
  /** Returns the matching lines in their order. @param lines positions, or `[WHOLE_CART]` */
  select(facts: CartFacts, lines: readonly number[]): readonly number[];
  /**
   * Why none of the lines matches: the rule that no line gets past, or one of each alternative of an `any` group.
   * @param lines candidates, none of which matches; `[WHOLE_CART]` for a rule about the cart
   */
  explain(facts: CartFacts, lines: readonly number[]): RuleFailure[];
}

/** Titles of the store's records by the id or slug that a detail names them by (promotions-at-scale.md 8). */
export type Titles = Readonly<Record<string, string>>;

/** A rule that was not met (promotions.md, Preview). */
export interface RuleFailure {
  /** Dotted path from the promotion's field: `match_rules.children.0`. */
  readonly path: string;
  readonly type: string;
  readonly match: string;
  /** As sent. */
  readonly operator: string;
  /** As sent; null where the operator takes nothing. */
  readonly against: AgainstValue | readonly AgainstValue[] | null;
  /** The value of the field: null is not there. For a line's field, one entry for each of the first lines that were looked at. */
  readonly actual: ShownFact | readonly ShownFact[];
  /** Lines that were looked at and are not in `actual`, which has the first 10. */
  readonly actual_more?: number;
  /** `all`: every line had to. */
  readonly match_on?: 'all';
  /**
   * Decimal text in the default currency by which the cart's value falls short of a `>` or `>=`; the smallest step at the
   * bound of `>`.
   */
  readonly missing?: string;
  readonly titles?: Titles;
  /** No cart can meet it: it compares with a value that its field cannot have. A preview says so. */
  readonly never?: true;
}
