/** Characters of the columns that keep it. */
const MAX_LENGTH = 255;

/** Returns text as searches compare it: NFKC, lower case, one space between words, at most 255 characters. */
export function searchText(text: string): string {
  const words = text.normalize('NFKC').toLowerCase().split(/\s/).filter(Boolean);
  return words.join(' ').slice(0, MAX_LENGTH).trim();
}
