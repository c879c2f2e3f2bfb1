/** Characters of the header that are read: browsers send a handful of languages. */
const MAX_CHARACTERS = 512;
const MAX_RANGES = 20;
const QUALITY = /^q=(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** A language that a caller accepts, with its weight: 0 means not acceptable, 1 means preferred. */
interface Range {
  readonly tag: string;
  readonly quality: number;
}

/**
 * Returns the language that a caller likes best of those there are (RFC 9110, 12.5.4): `de-AT` takes `de`, `*` any other.
 * @param header `Accept-Language` as it was sent; what is no list of languages asks for nothing
 * @param languages lower case; the first is the one where none is asked for
 */
export function preferredLanguage<L extends string>(header: string | undefined, languages: readonly [L, ...L[]]): L {
  const ranges = rangesOf(header ?? '');
  let best = languages[0];
  let quality = 0;
  for (const range of ranges) {
    const language = languageFor(range, languages, ranges);
    if (language === undefined || range.quality <= quality) continue;
    best = language;
    quality = range.quality;
  }
  return best;
}

function rangesOf(header: string): Range[] {
  const list = header.slice(0, MAX_CHARACTERS).toLowerCase().split(',', MAX_RANGES);
  return list.flatMap((text): Range[] => {
    const [tag = '', weight = 'q=1'] = text.split(';').map((part) => part.trim());
    return tag !== '' && QUALITY.test(weight) ? [{ tag, quality: Number(weight.slice(2)) }] : [];
  });
}

function languageFor<L extends string>(
  { tag }: Range,
  languages: readonly L[],
  ranges: readonly Range[],
): L | undefined {
  if (tag !== '*') return languages.find((language) => language === tag || tag.startsWith(`${language}-`));
  return languages.find((language) => !ranges.some((range) => range.tag === language));
}
