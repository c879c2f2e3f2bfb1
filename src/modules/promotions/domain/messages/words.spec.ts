import { GBP } from '../../../../../test/builders/promotion-engine.builder';
import { type MoneyFormat } from '../../../../kernel/money';
import { type Language, textsOf } from './languages';
import { namable, small, Words } from './words';

// Texts of their own, so that each test makes the formats that it reads.
const wordsOf = (language: Language, currency: MoneyFormat | null = null) =>
  new Words({ ...textsOf(language) }, currency);

describe('promotions-at-scale.md 8: the words of a sentence', () => {
  it('fill its places and begin with a capital letter', () => {
    const english = wordsOf('en', GBP);
    expect(english.sentence('{field} of {field} is {value}, {other}.', { field: 'size', value: '$&' })).toBe(
      'Size of size is $&, .',
    );
    expect(english.sentence('plain')).toBe('Plain');
    expect(small('Only once.')).toBe('only once.');
  });

  it('have the form of their number', () => {
    const english = wordsOf('en', GBP);
    const forms = { one: '{count} item{end}', other: '{count} items{end}' };
    expect(['0', '1', '1234'].map((count) => english.counted(forms, count, { end: '!' }))).toEqual([
      '0 items!',
      '1 item!',
      '1,234 items!',
    ]);
  });

  it.each([
    ['1234567.5', '1,234,567.5', '1.234.567,5'],
    [' 0.12345 ', '0.1235', '0,1235'],
    ['007', '7', '7'],
    ['-3', '-3', '-3'],
    [' a  b\n', 'a b', 'a b'],
  ])('write the number %j', (text, inEnglish, inGerman) => {
    const english = wordsOf('en', GBP);
    const german = wordsOf('de');
    expect([english.number(text), german.number(text)]).toEqual([inEnglish, inGerman]);
  });

  it('write money as the store does, rounded up where it has to be paid', () => {
    const english = wordsOf('en', GBP);
    expect(['1234.5', ' 0.001 ', '-2'].map((text) => english.money(text))).toEqual(['£1,234.50', '£0.00', '-£2.00']);
    expect(['0.001', '0.01', '0.0101', '5'].map((text) => english.money(text, { isUp: true }))).toEqual([
      '£0.01',
      '£0.01',
      '£0.02',
      '£5.00',
    ]);
  });

  it('write money as a number where there is no currency, or no amount', () => {
    const english = wordsOf('en', GBP);
    const german = wordsOf('de');
    expect(german.money('1234.5')).toBe('1.234,5');
    expect(['much', '0.12345', '99999999999999999999'].map((text) => english.money(text))).toEqual([
      'much',
      '0.1235',
      '99,999,999,999,999,999,999',
    ]);
  });

  it('name days and countries', () => {
    const english = wordsOf('en', GBP);
    const german = wordsOf('de');
    expect([english.date('2026-03-01'), german.date('2026-12-31')]).toEqual(['1 March 2026', '31. Dezember 2026']);
    expect([english.weekday(1), english.weekday(7), german.weekday(3)]).toEqual(['Monday', 'Sunday', 'Mittwoch']);
    expect([' gb ', 'DE', 'G1', 'GBR', ' New  Zealand '].map((code) => english.country(code))).toEqual([
      'United Kingdom',
      'Germany',
      'G1',
      'GBR',
      'New Zealand',
    ]);
    expect(german.country('de')).toBe('Deutschland');
  });

  it('name three of a list and count the rest', () => {
    const english = wordsOf('en', GBP);
    const german = wordsOf('de');
    const names = ['A', 'B', 'C', 'D', 'E'];
    expect([1, 2, 3, 4, 5].map((count) => english.anyOf(names.slice(0, count)))).toEqual([
      'A',
      'A or B',
      'A, B or C',
      'A, B, C or 1 other',
      'A, B, C or 2 others',
    ]);
    expect(german.anyOf(names)).toBe('A, B, C oder 2 weitere Angaben');
  });

  it('join the ways to meet a rule, each once', () => {
    const english = wordsOf('en', GBP);
    const ways = ['Spend £5.00 more.', 'Only on 1.5.', 'Only for guests.', 'Only once.', 'Only twice.'];
    const either = (count: number) => english.either([...ways.slice(0, count), ...ways.slice(0, count)]);
    expect([1, 2, 3, 4, 5].map(either)).toEqual([
      'Spend £5.00 more.',
      'Spend £5.00 more or only on 1.5.',
      'Spend £5.00 more, only on 1.5 or only for guests.',
      'Spend £5.00 more, only on 1.5, only for guests or meet another condition.',
      'Spend £5.00 more, only on 1.5, only for guests or meet one of 2 other conditions.',
    ]);
    const missed = new Words(textsOf('en', 'order'), null);
    expect(missed.either(['It was late.', 'Nobody came.'])).toBe('It was late and nobody came.');
  });
});

describe('promotions-at-scale.md 8: a value that people are told', () => {
  it.each([
    ['', null],
    [' \n', null],
    ['890123456789012345', null],
    ['order 123456789012345', null],
    ['12345678901234', '12345678901234'],
    [' red \t\n mug ', 'red mug'],
    ['x'.repeat(80), 'x'.repeat(80)],
    ['x'.repeat(81), `${'x'.repeat(79)}…`],
    ['😀'.repeat(80), '😀'.repeat(80)],
    ['😀'.repeat(81), `${'😀'.repeat(79)}…`],
  ])('%j is %j', (text, told) => {
    expect(namable(text)).toBe(told);
  });
});
