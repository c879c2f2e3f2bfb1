import * as fc from 'fast-check';
import { LineColumn } from './line-column';
import { compileComparison, Comparisons } from './rules/compare-fact';
import { type Fact, FactValue } from './rules/fact-value';
import { isIn } from './rules/operators/list.operator';
import { contains, startsWith } from './rules/operators/text.operator';
import { OPERATORS } from './rules/operators/rule-operators';

const word = fc.constantFrom('A', 'a ', 'b', '10', '10.0', '9', 'ß', 'SS', '');
const value = fc.tuple(word, fc.option(word)).map(([shown, alias]) => new FactValue(shown, alias));
const fact: fc.Arbitrary<Fact> = fc.oneof(fc.constant(null), value, fc.array(value, { minLength: 1, maxLength: 3 }));

describe('a column of lines', () => {
  it('finds by key, or line by line, exactly those lines that meet a comparison', () => {
    let found = 0;
    const facts = fc.array(fact, { maxLength: 8 });
    const against = fc.array(word, { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(facts, fc.constantFrom(...OPERATORS), against, (lines, operator, texts) => {
        const comparison = compileComparison(operator, texts);
        const expected = lines.flatMap((each, line) => (comparison.holds(each) ? [line] : []));
        const column = new LineColumn(lines);
        expect(column.linesThatMeet(comparison)).toEqual(expected);
        expect(lines.map((_, line) => column.meets(comparison, line))).toEqual(lines.map(comparison.holds));
        if (comparison.keys !== null && comparison.keys.length < lines.length) found += expected.length;
      }),
      { numRuns: 5000 },
    );
    expect(found).toBeGreaterThan(100);
  });

  it('looks keys up, and tries the lines one by one where there are no fewer keys', () => {
    const tried = (...against: string[]) => {
      const comparison = compileComparison(isIn, against);
      const holds = jest.spyOn(comparison, 'holds');
      const column = new LineColumn([new FactValue('a'), new FactValue('b'), null]);
      return [column.linesThatMeet(comparison), holds.mock.calls.length];
    };
    expect([tried('b', 'x'), tried('b', 'x', 'y'), tried('a', 'b', 'x', 'y')]).toEqual([
      [[1], 0],
      [[1], 3],
      [[0, 1], 3],
    ]);
  });

  it('answers a comparison that promotions share once', () => {
    const comparisons = new Comparisons();
    const shared = comparisons.of(contains, ['a']);
    const holds = jest.spyOn(shared, 'holds');
    const column = new LineColumn([new FactValue('ab'), new FactValue('b')]);
    for (let i = 0; i < 3; i += 1) expect(column.linesThatMeet(comparisons.of(contains, ['a']))).toEqual([0]);
    expect(holds).toHaveBeenCalledTimes(2);
    expect(comparisons.of(contains, ['b'])).not.toBe(shared);
    expect(comparisons.of(startsWith, ['a'])).not.toBe(shared);
  });
});
