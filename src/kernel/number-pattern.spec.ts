import { NUMBER_PATTERN_FORM, numberText, parseNumberPattern } from './number-pattern';

describe('how order numbers look (orders-and-payments.md 36)', () => {
  it.each([
    ['SK-{seq:6}', 42n, 'SK-000042'],
    ['{seq}', 1n, '1'],
    ['{seq:3}', 12_345n, '12345'],
    ['2026/{seq:12}', 7n, '2026/000000000007'],
    ['#{seq:2}.a9', 3n, '#03.a9'],
    ['A1-{seq:02}-9_', 3n, 'A1-03-9_'],
    ['{seq:1}', 10n, '10'],
    [`${'x'.repeat(17)}{seq}${'y'.repeat(18)}`, 5n, `${'x'.repeat(17)}5${'y'.repeat(18)}`],
  ])('%s of %s is %s', (text, place, number) => {
    const pattern = parseNumberPattern(text);
    expect(pattern && numberText(pattern, place)).toBe(number);
  });

  it.each([
    '',
    'SK',
    'SK-{seq',
    '{SEQ}',
    '{seq:0}',
    '{seq:13}',
    '{seq:}',
    '{seq}{seq}',
    'A1{seq}',
    '{seq}9',
    'Ä{seq}',
    'a b{seq}',
    `${'x'.repeat(36)}{seq}`,
    '{seq:123}',
    ' {seq}',
    '{seq}\n',
    '{seq:x}',
    `{seq}${'-'.repeat(100_000)}`,
  ])('%j is none', (text) => {
    expect(parseNumberPattern(text)).toBeUndefined();
  });

  it('are described for those who got it wrong', () => {
    expect(NUMBER_PATTERN_FORM).toBe(
      'text with one {seq} or {seq:6} (1 to 12 digits): letters, digits and - _ . / #, at most 40 characters, no digit next to {seq}',
    );
  });
});
