import { ENGLISH } from './english';
import { ENGLISH_OF_ORDERS } from './english-of-orders';
import { GERMAN } from './german';
import { GERMAN_OF_ORDERS } from './german-of-orders';
import { type Texts } from './texts';

/** The subject of a sentence: a cart, told to its shopper, or an order of the past, told to staff. */
export type Subject = 'cart' | 'order';

// One line for each language.
const TEXTS = {
  en: { cart: ENGLISH, order: ENGLISH_OF_ORDERS },
  de: { cart: GERMAN, order: GERMAN_OF_ORDERS },
} as const satisfies Readonly<Record<string, Readonly<Record<Subject, Texts>>>>;

/** A language of messages, as `Accept-Language` names it. */
export type Language = keyof typeof TEXTS;

/** The first one is the default, and the language of events. */
export const LANGUAGES = Object.keys(TEXTS) as [Language, ...Language[]];

/** Returns the sentences of a language about a subject. */
export function textsOf(language: Language, subject: Subject = 'cart'): Texts {
  return TEXTS[language][subject];
}
