import { randomFillSync } from 'node:crypto';
import { type FieldErrors } from '../../../../kernel/errors';
import { isLongerThan } from '../../../../kernel/fields/characters';

/** Letters and digits that nobody takes for one another: without 0 and O, 1 and I. */
export const DEFAULT_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
export const DEFAULT_LENGTH = 10;
/** Possible codes for each that is drawn: at most one guess in a million is right, and hardly two are drawn alike. */
const SPACE_PER_CODE = 1_000_000n;
/** Characters of a code. */
const MAX_LENGTH = 255;
const BYTES = 256;
/** Random bytes that are fetched at once. */
const POOL_BYTES = 4096;

/** The form of codes that are drawn at random. */
export interface CodeForm {
  /** Before the random part; empty: nothing. */
  readonly prefix: string;
  /** Characters of the random part. */
  readonly length: number;
  /** Different letters and digits of ASCII, whose case does not count. */
  readonly alphabet: string;
}

/** Returns the faults of a form by field; null if so many codes can be drawn. */
export function formFaults({ prefix, length, alphabet }: CodeForm, count: number): FieldErrors | null {
  const letters = new Set(alphabet.toLowerCase());
  if (!/^[A-Za-z\d]{2,36}$/.test(alphabet) || letters.size < alphabet.length) {
    return {
      alphabet: ['alphabet must be 2 to 36 different letters (A to Z) and digits; upper and lower case are the same'],
    };
  }
  const fault = prefix === '' ? null : codeFault(prefix);
  if (fault !== null) return { prefix: [`prefix ${fault}`] };
  return BigInt(count) <= mostCodes({ alphabet, length }) ? null : lengthFault(length);
}

/** Most codes that a pool may have of a form. */
export function mostCodes({ alphabet, length }: Pick<CodeForm, 'alphabet' | 'length'>): bigint {
  return BigInt(alphabet.length) ** BigInt(length) / SPACE_PER_CODE;
}

/** The fault of a form that has too few codes for its pool. */
export function lengthFault(length: number): FieldErrors {
  return { length: [`length must be larger: there are less than 1000000 times as many codes of ${length} characters`] };
}

/**
 * Returns the fault of a code that the caller made, as text after the field's name; null without a fault. @param code
 * trimmed
 */
export function codeFault(code: string): string | null {
  // Before the patterns.
  if (isLongerThan(code, MAX_LENGTH)) return `must be at most ${MAX_LENGTH} characters`;
  // A table that is opened as a spreadsheet has formulas where a cell begins otherwise.
  if (!/^[\p{L}\p{N}]/u.test(code)) return 'must begin with a letter or a digit';
  return /\p{C}/u.test(code) ? 'must not contain control characters' : null;
}

/** Draws codes from the random numbers of the system, each equally likely. */
export class CodeDraw {
  private readonly pool = Buffer.alloc(POOL_BYTES);
  private at = POOL_BYTES;
  /** A byte from here on would make some letters likelier than others. */
  private readonly usable: number;

  constructor(private readonly form: CodeForm) {
    this.usable = BYTES - (BYTES % form.alphabet.length);
  }

  draw(): string {
    const { prefix, length, alphabet } = this.form;
    let code = prefix;
    for (let drawn = 0; drawn < length;) {
      const byte = this.byte();
      if (byte >= this.usable) continue;
      code += alphabet[byte % alphabet.length] ?? '';
      drawn += 1;
    }
    return code;
  }

  private byte(): number {
    if (this.at === POOL_BYTES) {
      randomFillSync(this.pool);
      this.at = 0;
    }
    return this.pool[this.at++] ?? 0;
  }
}
