import { type Language } from '../../promotions/message-language';
import { type UseLimit } from '../../promotions/redemptions.service';
import { type EditedLines } from './edited-lines';
import { type GonePromotion } from './edited-price.service';

/** An order outside the range of its shipping method. */
export interface LeftRange {
  /** Title of the method. */
  readonly title: string;
  readonly of: 'price' | 'weight';
  /** Decimal texts; `most` 0: no maximum. */
  readonly least: string;
  readonly most: string;
  readonly actual: string;
}

interface Texts {
  readonly gone: (title: string, why: string) => string;
  readonly why: Readonly<Record<UseLimit, string>>;
  readonly range: (of: LeftRange, range: string) => string;
  readonly between: (least: string, most: string) => string;
  readonly atLeast: (least: string) => string;
  readonly empty: string;
}

const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    gone: (title, why) => `The promotion ${title} does not come back: ${why}.`,
    why: {
      max_uses: 'all its uses are taken',
      customer_uses: 'the customer has used it as often as allowed',
      budget: 'too little of its budget is left',
      code: 'its code has been used or is no longer valid',
    },
    range: ({ title, of, actual }, range) =>
      of === 'price'
        ? `The shipping method ${title} is for goods worth ${range} before discounts: these are worth ${actual}.`
        : `The shipping method ${title} is for goods that weigh ${range}: these weigh ${actual}.`,
    between: (least, most) => `${least} to ${most}`,
    atLeast: (least) => `at least ${least}`,
    empty: 'No item is left in the order. It is not cancelled: shipping and payments stay.',
  },
  de: {
    gone: (title, why) => `Die Aktion ${title} kommt nicht zurück: ${why}.`,
    why: {
      max_uses: 'alle Einlösungen sind vergeben',
      customer_uses: 'der Kunde hat sie so oft genutzt wie erlaubt',
      budget: 'von ihrem Budget ist zu wenig übrig',
      code: 'ihr Code wurde benutzt oder gilt nicht mehr',
    },
    range: ({ title, of, actual }, range) =>
      of === 'price'
        ? `Die Versandart ${title} ist für Waren im Wert von ${range} vor Rabatten: Diese sind ${actual} wert.`
        : `Die Versandart ${title} ist für Waren mit einem Gewicht von ${range}: Diese wiegen ${actual}.`,
    between: (least, most) => `${least} bis ${most}`,
    atLeast: (least) => `mindestens ${least}`,
    empty: 'Die Bestellung hat keine Artikel mehr. Sie ist nicht storniert: Versand und Zahlungen bleiben.',
  },
};

/** The parts of a planned edit that can lead to a warning. */
interface WarnedEdit {
  readonly lines: Pick<EditedLines, 'kept' | 'removed'>;
  readonly gone: readonly GonePromotion[];
  readonly leftRange: LeftRange | null;
}

/** The sentences of an edit for people (orders-and-payments.md 7). */
export function editWarnings({ lines: { kept, removed }, gone, leftRange }: WarnedEdit, language: Language): string[] {
  const texts = TEXTS[language];
  const away = gone.map(({ title, limit }) => texts.gone(title, texts.why[limit]));
  const empty = kept.length === 0 && removed.length > 0 ? [texts.empty] : [];
  if (leftRange === null) return [...away, ...empty];
  const { least, most } = leftRange;
  const range = Number(most) === 0 ? texts.atLeast(least) : texts.between(least, most);
  return [...away, ...empty, texts.range(leftRange, range)];
}
