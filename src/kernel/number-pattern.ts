/** Pattern of order numbers: text around a sequence. */
export interface NumberPattern {
  readonly before: string;
  readonly after: string;
  /** Digits of the sequence at least, filled with zeros. */
  readonly digits: number;
}

/** Words for an error message: what {@link parseNumberPattern} reads. */
export const NUMBER_PATTERN_FORM =
  'text with one {seq} or {seq:6} (1 to 12 digits): letters, digits and - _ . / #, at most 40 characters, no digit next to {seq}';

const MAX_LENGTH = 40;
const MAX_DIGITS = 12;
const PARTS = /^([\w./#-]{0,40})\{seq(?::(\d{1,2}))?\}([\w./#-]{0,40})$/;

/** Reads how order numbers look: `SK-{seq:6}` makes `SK-000042`. Undefined for text that is no such pattern. */
export function parseNumberPattern(text: string): NumberPattern | undefined {
  const parts = text.length > MAX_LENGTH ? null : PARTS.exec(text);
  if (parts === null) return undefined;
  const [, before = '', width = '1', after = ''] = parts;
  const digits = Number(width);
  // With a digit beside the sequence, A1 and 2 would make the number of A and 12.
  if (/\d$/.test(before) || /^\d/.test(after)) return undefined;
  return digits >= 1 && digits <= MAX_DIGITS ? { before, after, digits } : undefined;
}

/** The order number of a place in the sequence. */
export function numberText({ before, after, digits }: NumberPattern, place: bigint): string {
  return `${before}${String(place).padStart(digits, '0')}${after}`;
}
