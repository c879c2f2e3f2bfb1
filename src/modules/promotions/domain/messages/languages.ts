import { ENGLISH } from './english';
import { GERMAN } from './german';
import { type Texts } from './texts';

// One line for each language.
const TEXTS = { en: ENGLISH, de: GERMAN } as const satisfies Readonly<Record<string, Texts>>;

/** A language of messages, as `Accept-Language` names it. */
export type Language = keyof typeof TEXTS;

/** The first one is the default, and the language of events. */
export const LANGUAGES = Object.keys(TEXTS) as [Language, ...Language[]];

export function textsOf(language: Language): Texts {
  return TEXTS[language];
}
