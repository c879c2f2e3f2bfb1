/**
 * Whether a text has more than `max` characters. A character is a Unicode code point, as in `maxLength` of JSON Schema and
 * in the columns of the databases. Text that is much longer is not looked into.
 */
export function isLongerThan(text: string, max: number): boolean {
  return text.length > max && (text.length > 2 * max || [...text].length > max);
}

/** Whether a text has neither a line break, that of Unicode included, nor another control character. */
export const isLine = (text: string): boolean => !/[\p{Cc}\u2028\u2029]/u.test(text);
