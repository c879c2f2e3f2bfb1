import { type Amount, type MoneyFormat, formatAmount, parseAmount, smallestUnit } from '../../../../kernel/money';
import { canonicalDecimal } from '../../../../kernel/decimal';
import { isLongerThan } from '../../../../kernel/fields/characters';
import { type Plural, type Texts } from './texts';

/** Most names of a list that are said; the rest is counted. */
export const SAID = 3;
/** Most characters of one value or title. */
const MAX_CHARACTERS = 80;
/** A run of digits as long as an id says nothing to people. */
const ID_LIKE = /\d{15}/;

/** A formatter costs tens of microseconds to make; a language has one of each. */
interface Formats {
  readonly number: Intl.NumberFormat;
  readonly date: Intl.DateTimeFormat;
  readonly weekday: Intl.DateTimeFormat;
  readonly list: Intl.ListFormat;
  readonly ways: Intl.ListFormat;
  readonly plural: Intl.PluralRules;
  readonly country: Intl.DisplayNames;
}

const formats = new WeakMap<Texts, Formats>();

/** Writes numbers, money, dates and lists in one language. */
export class Words {
  private readonly formats: Formats;

  /** @param currency that amounts are in, with the format of the store; null: they are written as numbers */
  constructor(
    readonly texts: Texts,
    private readonly currency: MoneyFormat | null,
  ) {
    this.formats = formatsOf(texts);
  }

  /** A sentence with its values filled in, starting with a capital letter. */
  sentence(text: string, values: Readonly<Record<string, string>> = {}): string {
    return capital(text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''));
  }

  /** The form of a sentence for a number. @param count whole, decimal text */
  counted(forms: Plural, count: string, values: Readonly<Record<string, string>> = {}): string {
    const rule = this.formats.plural.select(Number(count));
    return this.sentence(rule === 'one' ? forms.one : forms.other, { ...values, count: this.number(count) });
  }

  /** A decimal with its groups; other text as it is. */
  number(text: string): string {
    const decimal = canonicalDecimal(text.trim());
    return decimal === null ? said(text) : said(this.formats.number.format(decimal as Intl.StringNumericLiteral));
  }

  /** An amount in the format of the store. @param isUp rounded up to what can be paid */
  money(text: string, { isUp = false } = {}): string {
    const amount = amountOf(text.trim());
    if (this.currency === null || amount === null) return this.number(text);
    const step = smallestUnit(this.currency.code);
    return formatAmount(isUp ? ((amount + step - 1n) / step) * step : amount, this.currency);
  }

  /** @param date `YYYY-MM-DD` */
  date(date: string): string {
    return this.formats.date.format(new Date(`${date}T00:00:00Z`));
  }

  /** @param day 1 for Monday to 7 for Sunday */
  weekday(day: number): string {
    // 1 January 2024 was a Monday.
    return this.formats.weekday.format(new Date(Date.UTC(2024, 0, day)));
  }

  /** @param code ISO 3166; other text is said as it is */
  country(code: string): string {
    const text = code.trim();
    return /^[A-Za-z]{2}$/.test(text) ? (this.formats.country.of(text.toUpperCase()) ?? text) : said(text);
  }

  /** `A, B or C`, cut short. */
  anyOf(names: readonly string[]): string {
    const left = names.length - SAID;
    if (left <= 0) return this.formats.list.format(names);
    const more = this.texts.more.values;
    const rest = this.plainCount(more, left);
    return this.formats.list.format([...names.slice(0, SAID), rest]);
  }

  /** One sentence of several ways to meet a rule. */
  either(sentences: readonly string[], further = 0): string {
    const different = [...new Set(sentences)];
    const parts = different.slice(0, SAID).map((sentence) => small(sentence.replace(/\.$/, '')));
    const left = Math.max(0, different.length - SAID) + further;
    const rest = left > 0 ? [this.plainCount(this.texts.more.rules, left)] : [];
    return `${capital(this.formats.ways.format([...parts, ...rest]))}.`;
  }

  private plainCount(forms: Plural, count: number): string {
    const form = this.formats.plural.select(count) === 'one' ? forms.one : forms.other;
    return form.replace('{count}', () => this.number(String(count)));
  }
}

/** Null: no number, or more decimals or more money than an amount can hold. */
function amountOf(text: string): Amount | null {
  try {
    return parseAmount(text);
  } catch {
    return null;
  }
}

/** Text of people within a sentence: on one line, not too long. */
function said(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  return isLongerThan(line, MAX_CHARACTERS) ? `${[...line].slice(0, MAX_CHARACTERS - 1).join('')}…` : line;
}

/** A value that people can be told, or null. */
export function namable(text: string): string | null {
  return text.trim() === '' || ID_LIKE.test(text) ? null : said(text);
}

function formatsOf(texts: Texts): Formats {
  const known = formats.get(texts);
  if (known !== undefined) return known;
  const { locale } = texts;
  const made: Formats = {
    number: new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }),
    date: new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }),
    weekday: new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }),
    list: new Intl.ListFormat(locale, { type: 'disjunction' }),
    ways: new Intl.ListFormat(locale, { type: texts.ways }),
    plural: new Intl.PluralRules(locale),
    country: new Intl.DisplayNames(locale, { type: 'region' }),
  };
  formats.set(texts, made);
  return made;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** A sentence as the end of another one. */
export function small(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
