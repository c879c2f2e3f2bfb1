import {
  amountParser,
  booleanParser,
  choiceParser,
  dayParser,
  decimalParser,
  idParser,
  integerParser,
  keptTextParser,
  textParser,
  textsOf,
} from './field-parsers';
import { FieldProblem, isUnset } from './field-problem';

const problem = (message: string): FieldProblem => new FieldProblem(message);
const yesNo = choiceParser(['0', '1']);

describe('a field (wire.md 1)', () => {
  it.each([undefined, null, '', ' \t\n'])('is unset when sent as %j', (raw) => expect(isUnset(raw)).toBe(true));
  it.each([0, false, '0', [], {}])('is set when sent as %j', (raw) => expect(isUnset(raw)).toBe(false));

  it.each<[string, (raw: unknown) => unknown, unknown, unknown]>([
    ['text', textParser(255), ' a b ', 'a b'],
    ['text in several lines', textParser(1024), ' a\nb ', 'a\nb'],
    ['text as it was sent', keptTextParser(255), ' a\nb ', ' a\nb '],
    ['a number as text', textParser(255), 12.5, '12.5'],
    ['a truth value as text', textParser(255), true, 'true'],
    ['255 characters of two units each', textParser(255), '😀'.repeat(255), '😀'.repeat(255)],
    ['a whole number', integerParser(-3, 9), ' -3 ', -3],
    ['a whole number with zeros after its point', integerParser(0, 9), '5.00', 5],
    ['an amount', amountParser(), ' 1.5000 ', 15_000n],
    ['an amount below zero', amountParser(true), '-1.5', -15_000n],
    ['a decimal', decimalParser({ decimals: 2 }), '+01.50', '1.5'],
    ['an id', idParser, ' 42 ', '42'],
    ['yes', booleanParser, ' TRUE ', true],
    ['no', booleanParser, 0, false],
    ['yes among keys', yesNo, 'true', '1'],
    ['no among keys', yesNo, false, '0'],
    ['a key', choiceParser(['full', '50']), ' FULL', 'full'],
    ['a day', dayParser, ' 2024-02-29 ', '2024-02-29'],
    ['texts', textsOf as (raw: unknown) => unknown, [' a ', 3, '😀'.repeat(255)], ['a', '3', '😀'.repeat(255)]],
  ])('is read as %s', (_, parse, raw, value) => expect(parse(raw)).toEqual(value));

  it.each<[string, (raw: unknown) => unknown, unknown[]]>([
    ['must be text', textParser(255), [{}, []]],
    ['must be text', keptTextParser(255), [{}, [], 0.1 + 0.2]],
    ['must be at most 255 characters', textParser(255), ['x'.repeat(256), '😀'.repeat(256)]],
    ['must be at most 255 characters', keptTextParser(255), ['x'.repeat(256), `${' '.repeat(255)}x`]],
    ['must be a single line', textParser(255), ['a\nb', 'a\tb']],
    ['must be a whole number', integerParser(0, 9), ['1.5', 'x', '1e1', {}, `0.${'0'.repeat(1000)}`]],
    ['must be 0 or more', integerParser(0, 9), ['-1']],
    ['must be 0 or more', amountParser(), ['-0.0001']],
    ['must be 0 or more', decimalParser({ least: 0, decimals: 2 }), ['-1']],
    ['must be at most 9', integerParser(0, 9), ['10', '9'.repeat(1000)]],
    ['must be a decimal number', amountParser(), ['1e1', 'ten', {}, 0.1 + 0.2]],
    ['must be a decimal number', decimalParser({ decimals: 2 }), ['1e1', 'ten', {}]],
    ['must have at most 4 decimals', amountParser(), ['1.00001']],
    ['must have at most 2 decimals', decimalParser({ decimals: 2 }), ['1.001']],
    ['must be an id', idParser, ['0', '-1', '1.0', 'x', {}]],
    ['must be 1, 0, true or false', booleanParser, ['2', 'yes', 'constructor', {}]],
    ['must be 1, 0, true or false', yesNo, ['2', 'yes', 'constructor', {}]],
    ['must be one of full, 50', choiceParser(['full', '50']), ['99', 'true', {}]],
    ['must be a date of the form YYYY-MM-DD', dayParser, ['2026-02-30', '2026-1-1', '20260101', {}]],
    ['must be a list of texts of at most 255 characters', textsOf as never, [[{}], [['a']], ['x'.repeat(256)]]],
  ])('%s', (message, parse, raws) => {
    expect(raws.map((raw) => parse(raw))).toEqual(raws.map(() => problem(message)));
  });
});
