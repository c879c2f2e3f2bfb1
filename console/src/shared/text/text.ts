import { locale, region } from './locale';
import { en, type Texts } from './en';

/** Names a text. */
export type TextKey = keyof Texts;
/** Values for the `{name}` of a text. */
export type TextValues = Readonly<Record<string, string | number>>;

/** A language that texts are in, and the region whose numbers they have. */
export interface Language {
  readonly texts: Texts;
  readonly region: () => string;
}

let texts: Texts = en;

/** The language of the page. */
export const pageLanguage = (): Language => ({ texts, region });

/** Loads the texts of the page's language; English is there from the start. */
export async function loadTexts(): Promise<void> {
  if (locale() === 'de') texts = (await import('./de')).de;
  document.documentElement.lang = locale();
}

/** Returns a text in the page's language with its values. */
export function t(key: TextKey, values: TextValues = {}): string {
  return textIn(pageLanguage(), key, values);
}

/**
 * Returns a text in a language with its values. Of `{count|order|orders}` it takes the form that the count asks for.
 */
export function textIn(language: Language, key: TextKey, values: TextValues): string {
  return language.texts[key].replace(
    /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g,
    (all, name: string, one?: string, other?: string) => {
      const value = values[name];
      if (value === undefined) return all;
      if (other !== undefined) return (Number(value) === 1 ? one : other) ?? '';
      return typeof value === 'number' ? value.toLocaleString(language.region()) : value;
    },
  );
}

/** Whether there is a text with this key: for words of the store that are shown by their own name when they have none. */
function hasText(key: string): key is TextKey {
  return Object.hasOwn(en, key);
}

/** Returns the word for a value of the API, such as the status of an order; when there is none, that of the store, or the value. */
export function word(group: string, value: string, served = value): string {
  const key = `${group}.${value}`;
  return hasText(key) ? t(key) : served;
}
