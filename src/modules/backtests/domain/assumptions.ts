import { type BacktestBaseline, type ReplayFilter } from './backtest-terms';
import { type WhyLanguage } from './why';

/** Facts that the assumptions of a back-test depend on. */
export interface Assumed {
  readonly mode: 'instead' | 'added';
  readonly baseline: BacktestBaseline;
  readonly codes: 'as_used' | 'always' | 'never';
  readonly filter: ReplayFilter;
  readonly hasLimits: boolean;
  readonly hasDates: boolean;
}

const ENGLISH = {
  same: 'Buyers are taken to have bought the same.',
  orders:
    'Orders count as they are now, with their edits. Prices, rates, taxes and facts about the customer are those of the purchase.',
  left_out: 'Orders without a checkout are left out, and orders from before the store kept what decided their price.',
  instead: 'Only the tested promotions apply, none of those that applied then.',
  added:
    'The promotions that applied then still apply, and the tested ones with them. A tested promotion replaces its own earlier version.',
  live: 'The comparison is with the promotions that were live at the start of the test, without the tested ones. They apply on every day, with codes as the buyers used them.',
  added_live: 'The promotions of the comparison apply, and the tested ones with them.',
  as_used: 'A tested promotion with a code applies where the buyer used that code.',
  always: 'Every buyer used the code of each tested promotion.',
  never: 'No buyer used a code: tested promotions with a code do not apply.',
  drafts: 'Drafts are tested as if they were live.',
  dates: 'Dates count: a promotion applies only to orders from its first day to its last.',
  limits:
    'Limits and budgets start with the first of these orders. A cancelled or failed order gives its use back at that time.',
  any_status: 'Orders of every status count, cancelled ones too.',
  statuses: 'Only orders that have one of these statuses now count: {statuses}.',
  currency: 'Only orders in {currency} count.',
  amounts:
    'Amounts in other currencies are converted by the rate of each order. Revenue is the sum of the totals of orders, with tax and shipping.',
} as const;

const GERMAN: Readonly<Record<keyof typeof ENGLISH, string>> = {
  same: 'Die Käufer hätten dasselbe gekauft.',
  orders:
    'Bestellungen zählen, wie sie jetzt sind, mit ihren Änderungen. Preise, Kurse, Steuern und Angaben zum Kunden sind die des Kaufs.',
  left_out:
    'Bestellungen ohne Kasse bleiben weg, ebenso solche aus der Zeit, bevor der Shop festhielt, woraus sich ihr Preis ergab.',
  instead: 'Nur die getesteten Aktionen gelten, keine von denen, die damals galten.',
  added:
    'Die Aktionen, die damals galten, gelten weiter, und die getesteten dazu. Eine getestete Aktion ersetzt ihre frühere Fassung.',
  live: 'Verglichen wird mit den Aktionen, die zu Beginn des Tests aktiv waren, ohne die getesteten. Sie gelten an jedem Tag, mit Codes, wie die Käufer sie verwendet haben.',
  added_live: 'Die Aktionen des Vergleichs gelten, und die getesteten dazu.',
  as_used: 'Eine getestete Aktion mit Code gilt dort, wo der Käufer diesen Code verwendet hat.',
  always: 'Jeder Käufer hat den Code jeder getesteten Aktion verwendet.',
  never: 'Kein Käufer hat einen Code verwendet: getestete Aktionen mit Code gelten nicht.',
  drafts: 'Entwürfe werden getestet, als wären sie aktiv.',
  dates: 'Die Tage zählen: Eine Aktion gilt nur für Bestellungen von ihrem ersten bis zu ihrem letzten Tag.',
  limits:
    'Grenzen und Budgets beginnen mit der ersten dieser Bestellungen. Eine stornierte oder gescheiterte gibt ihre Nutzung dann zurück.',
  any_status: 'Bestellungen mit jedem Status zählen, auch stornierte.',
  statuses: 'Nur Bestellungen, die jetzt einen dieser Status haben, zählen: {statuses}.',
  currency: 'Nur Bestellungen in {currency} zählen.',
  amounts:
    'Beträge in anderen Währungen werden mit dem Kurs der Bestellung umgerechnet. Der Umsatz ist die Summe der Bestellungen mit Steuer und Versand.',
};

const SENTENCES = { en: ENGLISH, de: GERMAN } as const satisfies Readonly<Record<WhyLanguage, unknown>>;

function comparison(mode: Assumed['mode'], baseline: BacktestBaseline): readonly (keyof typeof ENGLISH)[] {
  if (baseline === 'then') return [mode];
  return ['live', mode === 'added' ? 'added_live' : mode];
}

/** The assumptions of a back-test in a language, each a sentence. */
export function assumptionsOf(
  { mode, baseline, codes, filter, hasLimits, hasDates }: Assumed,
  language: WhyLanguage = 'en',
): string[] {
  const { status, currency } = filter;
  const keys: readonly (keyof typeof ENGLISH | null)[] = [
    ...(['same', 'orders', 'left_out'] as const),
    ...comparison(mode, baseline),
    codes,
    'drafts',
    hasDates ? 'dates' : null,
    hasLimits ? 'limits' : null,
    status === null ? 'any_status' : 'statuses',
    currency === null ? null : 'currency',
    'amounts',
  ];
  const values: Readonly<Record<string, string | undefined>> = {
    ...(status !== null && { statuses: status.join(', ') }),
    ...(currency !== null && { currency }),
  };
  const filled = (text: string): string => text.replace(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all);
  return keys.flatMap((key) => (key === null ? [] : filled(SENTENCES[language][key])));
}
