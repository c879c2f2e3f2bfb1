import { CURRENCY_CODES } from '../../../kernel/iso-codes';
import { type Amount, parseAmount } from '../../../kernel/money';
import { type FieldParser, FieldProblem } from '../../../kernel/fields/field-problem';
import { amountParser, keptLineParser, textParser } from '../../../kernel/fields/field-parsers';

const codeText = textParser(3);

export const readCode: FieldParser<string> = (raw) => {
  const text = codeText(raw);
  if (text instanceof FieldProblem) return text;
  const code = text.toUpperCase();
  return CURRENCY_CODES.has(code) ? code : new FieldProblem('must be a currency code of ISO 4217');
};

/** No note of any currency is worth more of its units. */
export const MAX_STEP = 1_000_000;
const readAmount = amountParser();

export const readStep: FieldParser<Amount> = (raw) => {
  const step = readAmount(raw);
  if (step instanceof FieldProblem) return step;
  if (step === 0n) return new FieldProblem('must be above 0');
  return step > parseAmount(String(MAX_STEP)) ? new FieldProblem(`must be at most ${MAX_STEP}`) : step;
};

/** Text between digits, as it was sent: in French a blank, also one that does not break. */
export const readSeparator = keptLineParser(8);

const modifierText = textParser(32, {
  pattern: /^(?:[+-]?\d{1,9}(?:\.\d{1,4})?%?|\*\d{1,9}(?:\.\d{1,4})?)$/,
  message: 'must be a signed number, one with %, or * and a factor',
});

/** Records of v1 stores also have `++0`, which is `+0`. */
export const readModifier: FieldParser<string> = (raw) =>
  modifierText(typeof raw === 'string' ? raw.trim().replace(/^\+\+/, '+') : raw);
