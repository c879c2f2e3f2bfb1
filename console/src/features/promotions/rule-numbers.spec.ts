import { writeRules } from './rule-fields';
import { shownRules, typedRules } from './rule-numbers';

const rule = (match: string, operator: string, against: string | number | string[]) =>
  writeRules({
    type: 'group',
    match_on: 'all',
    children: [{ type: 'group', children: [{ type: 'cart', match, operator, against }] }],
  });

describe('numbers of rules', () => {
  it.each<[string, string]>([
    [rule('subtotal', '>=', '50,50'), rule('subtotal', '>=', '50.50')],
    [rule('value', 'between', ['10', ' 20,5 ']), rule('value', 'between', ['10', '20.5'])],
    [rule('total_items', '>', 3), rule('total_items', '>', 3)],
    [rule('total_items', '>', ''), rule('total_items', '>', '')],
    [rule('discount_code', '=', 'A,5'), rule('discount_code', '=', 'A,5')],
    [rule('value', 'starts_with', '1,'), rule('value', 'starts_with', '1,')],
    ['', ''],
    ['{"type":', '{"type":'],
    ['{"type":"group","children":[]}', '{"type":"group","children":[]}'],
  ])('%s are read as the API reads them', (typed, read) => {
    expect(typedRules(typed)).toBe(read);
  });

  it.each([rule('value', '>=', 'fifty'), rule('value', '>=', '1,234'), rule('weight', 'in', ['1', 'x'])])(
    '%s are none',
    (typed) => {
      expect(typedRules(typed)).toBeUndefined();
    },
  );

  it('of a rule in the language of the page are shown and read in it', () => {
    const [rules, shown] = [rule('weight', 'in', ['1.234', '5']), rule('weight', 'in', ['1,234', '5'])];
    expect([shownRules(rules, 'de-DE'), shownRules(rules, 'en-GB')]).toEqual([shown, rules]);
    expect(typedRules(shown, 'de-DE')).toBe(rules);
    expect(typedRules(rules, 'de-DE')).toBeUndefined();
    const code = rule('discount_code', '=', 'A.5');
    expect([shownRules(code, 'de-DE'), shownRules('{"type":', 'de-DE')]).toEqual([code, '{"type":']);
  });
});
