import { MAX_DEPTH } from './field.rules';

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const BACKSLASH = 0x5c;

/** No JavaScript number prints more significant digits, so a longer token cannot survive one. */
const LONGEST_PLAIN_NUMBER = 17;

const NUMBER_TOKEN = /[-+.\deE]*/y;

/** The facts found in a JSON text without parsing it. The text may still not be JSON. */
export interface JsonScan {
  /** Scalars and empty containers: as many as the same data has fields in bracket notation. */
  readonly values: number;
  /** Whether a number would change its text on the way through a JavaScript number (`10.0`, `1e400`, 17 digits). */
  readonly hasRiskyNumber: boolean;
  /** Whether it nests deeper than wire.md 1 allows; the scan ends there. */
  readonly isTooDeep: boolean;
  /** The last text directly inside the outermost braces, quotes included: when it is too deep, the field at fault. */
  readonly lastOuterText: string;
}

/** One pass without recursion: it must survive what a recursive parser would not. */
export function scanJson(text: string): JsonScan {
  let depth = 0;
  let values = 1;
  let hasRiskyNumber = false;
  let outerStart = 0;
  let outerEnd = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      const end = stringEnd(text, i);
      if (depth === 1) [outerStart, outerEnd] = [i, end];
      i = end - 1;
    } else if (code === COMMA) {
      values++;
    } else if (isNumberStart(code)) {
      const token = numberAt(text, i);
      hasRiskyNumber ||= isRisky(token);
      i += token.length - 1;
    } else {
      depth += nesting(code);
      // The outermost braces are the body itself, not a level of a field.
      if (depth > MAX_DEPTH + 1) break;
    }
  }
  const isTooDeep = depth > MAX_DEPTH + 1;
  return { values, hasRiskyNumber, isTooDeep, lastOuterText: text.slice(outerStart, outerEnd) };
}

function nesting(code: number): number {
  if (code === 0x7b || code === 0x5b) return 1;
  return code === 0x7d || code === 0x5d ? -1 : 0;
}

function isNumberStart(code: number): boolean {
  return (code >= ZERO && code <= NINE) || code === MINUS;
}

function numberAt(text: string, start: number): string {
  NUMBER_TOKEN.lastIndex = start;
  return NUMBER_TOKEN.exec(text)?.[0] ?? '';
}

function isRisky(token: string): boolean {
  return token.length > LONGEST_PLAIN_NUMBER || String(Number(token)) !== token;
}

/** Index after the closing quote, or the end of the text. */
function stringEnd(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote !== -1 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote === -1 ? text.length : quote + 1;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}
