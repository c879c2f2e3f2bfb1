import { OPERATORS } from './operators/rule-operators';
import { againstTexts, isAgainstValue } from './rule-against';

type Against = Parameters<typeof againstTexts>[1];

function textsOf(key: string, against: Against): readonly string[] {
  const operator = OPERATORS.find((one) => one.key === key);
  if (operator === undefined) throw new RangeError(`no operator ${key}`);
  return againstTexts(operator, against);
}

describe('promotions.md 16: the texts that a rule compares with', () => {
  it.each<[string, Against, string[]]>([
    ['in', [5, true, 'a,b'], ['5', 'true', 'a,b']],
    ['in', ' A , ,b,', ['A', 'b']],
    ['!in', 7, ['7']],
    ['in', '["A,B", 5, false]', ['A,B', '5', 'false']],
    ['in', ' \n["A"]', ['A']],
    ['between', '1.5, 3', ['1.5', '3']],
  ])('are a list for %s: %j', (operator, against, texts) => {
    expect(textsOf(operator, against)).toEqual(texts);
  });

  it.each([
    ['[A],B', ['[A]', 'B']],
    ['["A",["B"]]', ['["A"', '["B"]]']],
    ['["A",{}]', ['["A"', '{}]']],
    ['{"0":"A"}', ['{"0":"A"}']],
    ['"A"', ['"A"']],
    ['null', ['null']],
  ])('are separated by commas where text is no JSON array of values: %s', (against, texts) => {
    expect(textsOf('in', against)).toEqual(texts);
  });

  it.each<[Against, string[]]>([
    ['a, b', ['a, b']],
    ['["A"]', ['["A"]']],
    [' x ', [' x ']],
    [0, ['0']],
    [false, ['false']],
  ])('are one for other operators, as it was sent: %j', (against, texts) => {
    expect(textsOf('=', against)).toEqual(texts);
    expect(textsOf('contains', against)).toEqual(texts);
  });

  it('are none for empty and !empty, and where nothing was sent', () => {
    expect([textsOf('empty', 'x'), textsOf('!empty', ['x']), textsOf('in', undefined)]).toEqual([[], [], []]);
  });
});

describe('a value to compare with', () => {
  it.each([['text'], [''], [0], [12.5], [true], [false]])('may be %j', (value) => {
    expect(isAgainstValue(value)).toBe(true);
  });

  it.each([[null], [undefined], [[]], [{}], [1e21], [NaN], [0.1 + 0.2]])('may not be %p', (value) => {
    expect(isAgainstValue(value)).toBe(false);
  });
});
