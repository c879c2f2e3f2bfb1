/** The languages of the texts. */
export const LOCALES = ['en', 'de'] as const;
export type Locale = (typeof LOCALES)[number];

const KEPT = 'storekeeper.locale';

/** Specs run without a browser, in English on every machine: Node 24 has a `navigator` with the language of the machine. */
const browser: Pick<Window, 'localStorage' | 'navigator'> | undefined =
  typeof window === 'undefined' ? undefined : window;

const languages = (): readonly string[] => browser?.navigator.languages ?? [];

/** The language of this page: the one that was chosen before, or the browser's if there are texts in it, or English. */
export function locale(): Locale {
  const wanted = [browser?.localStorage.getItem(KEPT), ...languages().map((tag) => tag.split('-')[0])];
  return LOCALES.find((known) => known === wanted.find((tag) => LOCALES.some((it) => it === tag))) ?? 'en';
}

/** The language of dates and numbers: the page's, in the browser's region where it has one (`en-GB`). */
export function region(): string {
  return languages().find((tag) => tag.startsWith(locale())) ?? locale();
}

/** Keeps the language that a person has chosen, and shows the page in it. */
export function chooseLocale(chosen: string): void {
  localStorage.setItem(KEPT, chosen);
  location.reload();
}
