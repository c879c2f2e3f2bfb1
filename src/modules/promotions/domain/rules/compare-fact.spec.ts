import { compileComparison } from './compare-fact';
import { type Fact, FactValue } from './fact-value';
import { OPERATORS, readOperator } from './operators/rule-operators';

function holds(key: string, fact: Fact, ...against: string[]): boolean {
  const operator = OPERATORS.find((one) => one.key === key);
  if (operator === undefined) throw new RangeError(`no operator ${key}`);
  return compileComparison(operator, against).holds(fact);
}

const value = (text: string, alias?: string) => new FactValue(text, alias);

describe('a comparison', () => {
  it.each<[string, string, string, boolean]>([
    ['10', '=', '10.00', true],
    ['+010.0', '=', '10', true],
    [' 10.0\n', '=', '\t10 ', true],
    ['-0', '=', '0', true],
    ['10', '!=', '10.0', false],
    ['9', '>', '100', false],
    ['100', '>', '100', false],
    ['100.0001', '>', '100', true],
    ['100', '>=', '100.0', true],
    ['-5', '<', '-4.5', true],
    ['5', '<', '5', false],
    ['5', '<=', '5.00', true],
    ['123456789012345678901.1', '>', '123456789012345678901.0999', true],
  ])('of decimals: %s %s %s is %p', (fact, operator, against, expected) => {
    expect(holds(operator, value(fact), against)).toBe(expected);
  });

  it.each<[string, string, string, boolean]>([
    [' Nike ', '=', 'NIKE', true],
    ['Straße', '=', 'STRASSE', true],
    ['nike', '!=', 'Nike', false],
    ['nike', '!=', 'adidas', true],
    ['b', '>', 'a', false],
    ['b', '>=', 'b', false],
    ['a', '<', 'b', false],
    ['a', '<=', 'a', false],
    ['10', '>', 'a', false],
    ['a', '>', '10', false],
    ['1e3', '=', '1000', false],
    ['SKU-RED-1', 'contains', 'red', true],
    ['SKU-RED-1', 'contains', 'blue', false],
    ['SKU-RED-1', '!contains', 'blue', true],
    ['SKU-RED-1', '!contains', 'Red', false],
    ['SKU-RED-1', 'starts_with', 'sku', true],
    ['SKU-RED-1', 'starts_with', 'red', false],
    ['SKU-RED-1', 'ends_with', '-1', true],
    ['SKU-RED-1', 'ends_with', 'sku', false],
    ['10.00', 'ends_with', '.00', true],
  ])('of text: %s %s %s is %p', (fact, operator, against, expected) => {
    expect(holds(operator, value(fact), against)).toBe(expected);
  });

  it('is in a list by the same rules as equality', () => {
    expect(holds('in', value('10'), 'a', '10.0')).toBe(true);
    expect(holds('in', value('B '), 'a', 'b')).toBe(true);
    expect(holds('in', value('c'), 'a', 'b')).toBe(false);
    expect(holds('!in', value('c'), 'a', 'b')).toBe(true);
    expect(holds('!in', value('10'), '10.0')).toBe(false);
  });

  it('is between two decimals, both included', () => {
    const between = (fact: string) => holds('between', value(fact), '1.5', '3');
    expect(['1.49', '1.5', '3.0', '3.01', 'b'].map(between)).toEqual([false, true, true, false, false]);
    expect(holds('between', value('b'), 'a', 'c')).toBe(false);
  });

  it('is empty for text of spaces only', () => {
    expect([value(' '), value('0')].map((fact) => holds('empty', fact))).toEqual([true, false]);
    expect([value(' '), value('0')].map((fact) => holds('!empty', fact))).toEqual([false, true]);
  });

  it('holds on a field that is not there for !=, !in and empty alone', () => {
    expect(OPERATORS.filter(({ key }) => holds(key, null, '1', '2')).map(({ key }) => key)).toEqual([
      '!=',
      'empty',
      '!in',
    ]);
  });

  it('matches a list when any element does', () => {
    const list = [value('1', 'shoes'), value('2', 'sale')];
    expect(holds('=', list, 'sale')).toBe(true);
    expect(holds('=', list, 'hats')).toBe(false);
    expect(holds('>', list, '1')).toBe(true);
    expect(holds('contains', list, 'hoe')).toBe(true);
  });

  it.each([
    ['!=', '=', ['sale'], ['hats'], false],
    ['!=', '=', ['2'], ['3'], false],
    ['!in', 'in', ['hats', 'sale'], ['hats', 'caps'], false],
    ['!in', 'in', ['1'], ['3'], false],
    ['!contains', 'contains', ['hoe'], ['hat'], false],
    ['!empty', 'empty', [], [], true],
  ])('matches a list by %s when no element is what %s says', (negative, positive, present, absent, isSpaced) => {
    const list = [value('1', 'shoes'), value('2', 'sale')];
    const holding = (of: FactValue[], against: readonly string[]) =>
      [negative, positive].map((key) => holds(key, of, ...against));
    expect(holding(list, absent)).toEqual([true, false]);
    expect(holding(isSpaced ? [value(' '), ...list] : list, present)).toEqual([false, true]);
  });

  it('has a test above for every operator that denies', () => {
    expect(OPERATORS.filter(({ isNegative }) => isNegative).map(({ key }) => key)).toEqual([
      '!=',
      '!contains',
      '!empty',
      '!in',
    ]);
  });

  it('matches a relation by id or slug, and differs from it only when neither is equal', () => {
    const brand = value('5', 'nike');
    expect([holds('=', brand, '5'), holds('=', brand, 'Nike'), holds('=', brand, '6')]).toEqual([true, true, false]);
    expect([holds('!=', brand, '5'), holds('!=', brand, 'nike'), holds('!=', brand, '6')]).toEqual([
      false,
      false,
      true,
    ]);
    expect([holds('in', brand, 'x', 'nike'), holds('!in', brand, 'nike')]).toEqual([true, false]);
  });
});

describe('an operator', () => {
  it.each([
    ['==', '='],
    ['eq', '='],
    ['<>', '!='],
    ['ne', '!='],
    ['gt', '>'],
    ['gte', '>='],
    ['lt', '<'],
    ['lte', '<='],
    ['nin', '!in'],
    ['not in', '!in'],
    [' NOT IN ', '!in'],
    ['Contains', 'contains'],
    [undefined, '='],
    ['~', undefined],
    ['constructor', undefined],
  ])('spelled %p is %p', (spelling, operator) => {
    expect(readOperator(spelling)?.key).toBe(operator);
  });
});
