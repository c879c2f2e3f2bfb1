import { type Amount, amountText, formatAmount, type MoneyFormat } from '../../../kernel/money';
import { type BacktestBaseline } from './backtest-terms';

/** The discount of a promotion then and in the test, in the default currency; null: nothing. */
export interface PromotionChange {
  readonly id: string;
  readonly title: string;
  readonly then: Amount | null;
  readonly test: Amount | null;
  /** Why it takes nothing off, as one sentence about the order; null: it does, or is not tested. */
  readonly message: string | null;
}

/** Promotions of which an order says why. */
const MAX_SAID = 10;

/** Statements about an order of the past, by what became of a promotion. */
const SENTENCES = {
  en: {
    more: '{title} would have taken off {test}.',
    other: '{title} would have taken off {test} instead of {then}.',
    untested: '{title} took off {then} and is not part of the test.',
    lost: '{title} took off {then} and would not have applied: {message}',
    untested_live: '{title} would have taken off {then} and is not part of the test.',
    lost_live: '{title} would have taken off {then}, and in the test not have applied: {message}',
  },
  de: {
    more: '{title} hätte {test} abgezogen.',
    other: '{title} hätte {test} statt {then} abgezogen.',
    untested: '{title} zog {then} ab und gehört nicht zum Test.',
    lost: '{title} zog {then} ab und hätte nicht gegolten: {message}',
    untested_live: '{title} hätte {then} abgezogen und gehört nicht zum Test.',
    lost_live: '{title} hätte {then} abgezogen und im Test nicht gegolten: {message}',
  },
} as const;

/** A language of the reasons. */
export type WhyLanguage = keyof typeof SENTENCES;

/** The reasons of an order in each language, one sentence a promotion. */
export type Whys = Readonly<Record<WhyLanguage, readonly string[]>>;

/**
 * Returns why the discount of an order differs: one sentence for each promotion that takes off another amount.
 * @param currency the default one, with its format; null: amounts are written as numbers
 * @param baseline that it differs from
 */
export function whysOf(
  changes: readonly PromotionChange[],
  currency: MoneyFormat | null,
  language: WhyLanguage,
  baseline: BacktestBaseline = 'then',
): string[] {
  const money = (amount: Amount | null): string =>
    currency === null ? amountText(amount ?? 0n) : formatAmount(amount ?? 0n, currency);
  return changes
    .filter(({ then, test }) => then !== test)
    .slice(0, MAX_SAID)
    .map((change) => {
      const values = { ...change, message: change.message ?? '', then: money(change.then), test: money(change.test) };
      const text: string = SENTENCES[language][kindOf(change, baseline)];
      return text.replace(/\{(title|then|test|message)\}/g, (_, name: keyof typeof values) => values[name]);
    });
}

function kindOf({ then, test, message }: PromotionChange, baseline: BacktestBaseline): keyof (typeof SENTENCES)['en'] {
  if (then === null) return 'more';
  if (test !== null) return 'other';
  const kind = message === null ? 'untested' : 'lost';
  return baseline === 'live' ? `${kind}_live` : kind;
}
