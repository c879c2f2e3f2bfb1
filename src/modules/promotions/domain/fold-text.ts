/** Text as rules compare it: trimmed, ignoring case (promotions.md 17). Upper case first: it also folds `ß` and `ς`. */
export function foldText(text: string): string {
  return text.trim().toUpperCase().toLowerCase();
}

/**
 * The form of a discount code that is compared and unique: NFKC, trimmed, ignoring case (promotions.md 34).
 * Empty for a code that is not there.
 */
export function canonicalCode(code: string | null | undefined): string {
  return code ? foldText(code.normalize('NFKC')).normalize('NFKC') : '';
}
