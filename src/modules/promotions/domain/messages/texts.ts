import { type NoEffect } from '../actions/promotion-action';
import { type CartField, type CustomerField, type LineField } from '../cart-facts';
import { type RejectionReason } from '../evaluation';
import { type OperatorKey } from '../rules/operators/rule-operators';

type Stem<R extends string> = R extends `${infer S}:${string}` ? S : R;
/** A reason without the id at its end. */
export type ReasonKey = Stem<RejectionReason>;

/** Forms of a sentence by the number it is about, as `Intl.PluralRules` picks them. */
export interface Plural {
  readonly one: string;
  readonly other: string;
}

/**
 * The texts of one language. A store with another language copies a file and translates its values: the compiler names what
 * is missing. `{name}` is filled in. A sentence starts with a word that is written small within a sentence, or with `{field}`.
 */
export interface Texts {
  /** For `Intl`: how numbers, dates and lists are written. */
  readonly locale: string;
  readonly reasons: Readonly<Record<ReasonKey, string>>;
  /** About a number, or a list of names. */
  readonly counted: Readonly<
    Record<
      | 'max_uses_reached'
      | 'customer_uses_reached'
      | 'customer_group'
      | 'shipping_method'
      | 'units_missing'
      | 'units_missing_of'
      | 'units_free'
      | 'items_missing'
      | 'different_items_missing',
      Plural
    >
  >;
  readonly no_effect: Readonly<Record<Exclude<NoEffect['why'], 'units_missing'>, string>>;
  /** Sentences for unknown titles, and for facts that are more specific than the reason. */
  readonly variants: Readonly<
    Record<
      'excluded_by_unnamed' | 'terminated_by_unnamed' | 'outbid_by_unnamed' | 'outbid_by_equal' | 'budget_used_up',
      string
    >
  >;
  /** A rule by its operator. `{value}`: one value or a list; `between` has `{low}` and `{high}`. */
  readonly operators: Readonly<Record<OperatorKey, string>>;
  /** Rules that have a sentence of their own. */
  readonly rules: Readonly<
    Record<
      | 'spend'
      | 'spend_over'
      | 'products'
      | 'countries'
      | 'weekdays'
      | 'guests'
      | 'registered'
      | 'first_order'
      | 'later_order'
      | 'certain_customers'
      | 'other_code'
      /** The value is something without a title. */
      | 'unmatched'
      /** No cart can meet the rule. */
      | 'never'
      /** A type of rule that has no words. */
      | 'other',
      string
    >
  >;
  readonly cart: Readonly<Record<CartField, string>>;
  readonly line: Readonly<Record<LineField, string>>;
  readonly customer: Readonly<Record<CustomerField, string>>;
  /** The field of a line: of some line, or of every line. */
  readonly lines: Readonly<Record<'some' | 'every', string>>;
  /** Joins the ways to meet a rule: one of them is enough, or all of them were missed. */
  readonly ways: 'conjunction' | 'disjunction';
  /** Ends of lists that are cut short. */
  readonly more: Readonly<Record<'values' | 'rules', Plural>>;
}
