import { type FormValues } from '../../shared/ui/form-field';

/** Letters that are more than a letter and its accent. */
const SPELT: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  œ: 'oe',
};

/** The most characters of a slug. */
const MOST = 255;

/** Makes a slug of a title: `Grüne Schuhe, 42` gives `gruene-schuhe-42`. Empty when no letter or digit is left. */
export function slugOf(title: string): string {
  const spelt = title.toLowerCase().replace(/[äöüßæøœ]/g, (letter) => SPELT[letter] ?? letter);
  const plain = spelt.normalize('NFKD').replace(/\p{M}/gu, '').slice(0, MOST);
  return plain
    .split(/[^a-z0-9]/)
    .filter(Boolean)
    .join('-');
}

/** Gives a record without a slug the one of its title. */
export function withSlug(values: FormValues): FormValues {
  const { slug, title } = values;
  return slug === '' && typeof title === 'string' ? { ...values, slug: slugOf(title) } : values;
}
