import { type MoneyFormat } from '../../../../kernel/money';
import { type NoEffect } from '../actions/promotion-action';
import { type RejectedPromotion, type RejectionDetail, type RuleDetail } from '../evaluation';
import { type Language, type Subject, textsOf } from './languages';
import { ruleMessage } from './rule-message';
import { type ReasonKey } from './texts';
import { namable, small, Words } from './words';

/** The language and the currency of a message. */
export interface Wording {
  readonly language: Language;
  /** Left out: a cart. */
  readonly subject?: Subject;
  /** The default currency: amounts of rules and budgets are in it. Null: they are written as numbers. */
  readonly currency: MoneyFormat | null;
}

/** The facts of one reason. */
type DetailWith<K extends string> = Extract<RejectionDetail, Readonly<Record<K, unknown>>>;

/**
 * Returns the reason why a promotion is not applied, as one sentence for people (promotions-at-scale.md 8). It names things by
 * their titles. If a title is not known, the sentence is more general; it never contains an id.
 */
export function rejectionMessage({ reason, detail }: Omit<RejectedPromotion, 'id'>, wording: Wording): string {
  const texts = textsOf(wording.language, wording.subject);
  const words = new Words(texts, wording.currency);
  const key = reason.split(':', 1)[0] as ReasonKey;
  const told = detail === null ? null : TELLERS[key]?.(detail as never, words);
  return typeof told === 'string' ? told : words.sentence(texts.reasons[key]);
}

/** Null: the facts do not say more than the reason. */
type Teller = (detail: never, words: Words) => string | null;

const TELLERS: Readonly<Partial<Record<ReasonKey, Teller>>> = {
  not_started: ({ from }: DetailWith<'from'>, words) =>
    words.sentence(words.texts.reasons.not_started, { date: words.date(from) }),
  expired: ({ to }: DetailWith<'to'>, words) => words.sentence(words.texts.reasons.expired, { date: words.date(to) }),
  customer_group: ({ customer_group: id, titles }: DetailWith<'customer_group'>, words) =>
    named('customer_group', titles, [id], words),
  shipping_method: ({ shipping_methods: ids, titles }: DetailWith<'shipping_methods'>, words) =>
    named('shipping_method', titles, ids, words),
  max_uses_reached: ({ max_uses: most }: DetailWith<'max_uses'>, words) =>
    words.counted(words.texts.counted.max_uses_reached, String(most)),
  customer_uses_reached: ({ customer_uses: most }: DetailWith<'customer_uses'>, words) =>
    words.counted(words.texts.counted.customer_uses_reached, String(most)),
  excluded_by: ({ title }: DetailWith<'excluded_by'>, words) => byAnother('excluded_by', title, words),
  terminated_by: ({ title }: DetailWith<'terminated_by'>, words) => byAnother('terminated_by', title, words),
  outbid_by: ({ title, equal }: DetailWith<'outbid_by'>, words) => {
    const { outbid_by_unnamed: unnamed, outbid_by_equal: same } = words.texts.variants;
    const name = namable(title);
    if (name === null) return words.sentence(unnamed);
    return words.sentence(equal === true ? same : words.texts.reasons.outbid_by, { title: name });
  },
  budget_reached: ({ left, needed }: DetailWith<'left'>, words) =>
    left === '0'
      ? words.sentence(words.texts.variants.budget_used_up)
      : words.sentence(words.texts.reasons.budget_reached, { left: words.money(left), needed: words.money(needed) }),
  match_rules: rules,
  match_items: rules,
  no_effect: (detail: NoEffect, words) => noEffect(detail, words),
};

function byAnother(reason: 'excluded_by' | 'terminated_by', title: string, words: Words): string {
  const name = namable(title);
  const { variants, reasons } = words.texts;
  return name === null
    ? words.sentence(variants[`${reason}_unnamed`])
    : words.sentence(reasons[reason], { title: name });
}

function rules({ or = [], or_more: further, ...first }: RuleDetail, words: Words): string {
  const ways = [first, ...or];
  const sentence = words.either(
    ways.map((failure) => ruleMessage(failure, words)),
    further,
  );
  const isNever = further === undefined && ways.every(({ never }) => never);
  return isNever ? `${sentence} ${words.sentence(words.texts.rules.never)}` : sentence;
}

function noEffect(detail: NoEffect, words: Words): string {
  const { texts } = words;
  if (detail.why !== 'units_missing') return words.sentence(texts.no_effect[detail.why]);
  const sentence = unitsMissing(detail, words);
  if (detail.free === undefined) return sentence;
  return words.counted(texts.counted.units_free, detail.free, { sentence: small(sentence) });
}

function unitsMissing({ items = [], missing }: Extract<NoEffect, { why: 'units_missing' }>, words: Words): string {
  const { counted } = words.texts;
  const names = items.map(({ title }) => namable(title)).filter((title) => title !== null);
  if (names.length === 0 || names.length < items.length) return words.counted(counted.units_missing, missing);
  return words.counted(counted.units_missing_of, missing, { names: words.anyOf(names) });
}

/** Null: not every one of them has a title. */
function named(
  forms: 'customer_group' | 'shipping_method',
  titles: Readonly<Record<string, string>> | undefined,
  ids: readonly string[],
  words: Words,
): string | null {
  const names = ids.map((id) => namable(titles?.[id] ?? '')).filter((name) => name !== null);
  if (names.length < ids.length || names.length === 0) return null;
  return words.counted(words.texts.counted[forms], String(names.length), { names: words.anyOf(names) });
}
