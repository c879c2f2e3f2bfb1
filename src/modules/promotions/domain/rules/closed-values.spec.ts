import { allOf, aCart, aLine, evaluate } from '../../../../../test/builders/promotion-engine.builder';
import { closedFaults, closedValues } from './closed-values';
import { type RuleFailure } from './compiled-rule';
import { isImpossible } from './impossible-rule';
import { type RuleGroup } from './rule-tree';

const DAYS = 'must be one of monday, tuesday, wednesday, thursday, friday, saturday, sunday, 1, 2, 3, 4, 5, 6, 7';
const HOUR = 'must be a whole number from 0 to 23';
const COUNTRY = 'must be an ISO 3166 alpha-2 code such as GB';
const TRUTH = 'must be one of 0, 1, false, true';

function faultOf(type: string, match: string, operator: string, against: unknown): string | undefined {
  const tree = allOf({ type, match, operator, against }) as RuleGroup;
  const path = 'match_rules.children.0.against';
  return closedFaults([[tree, 'match_rules']])[path]?.[0]?.replace(`${path} `, '');
}

describe('promotions.md 18: a field with a closed list of values', () => {
  it.each([
    ['cart', 'day_of_week', '=', 'sat', DAYS],
    ['cart_attribute', 'day_of_week', '!=', '0', DAYS],
    ['cart', 'day_of_week', 'in', ['1', 'Sunday', 'mon'], DAYS],
    ['cart', 'hour', '=', '25', HOUR],
    ['cart', 'hour', '!in', '9,24', HOUR],
    ['cart', 'hour', '=', 9.5, HOUR],
    ['cart', 'ship_to.country', '=', 'UK', COUNTRY],
    ['cart', 'ship_to.country', '!in', ['GB', 'GBR'], COUNTRY],
    ['customer', 'is_guest', '=', 'yes', TRUTH],
    ['customer', 'first_order', '!=', '2', TRUTH],
  ])('refuses %s %s %s %j', (type, match, operator, against, fault) => {
    expect(faultOf(type, match, operator, against)).toBe(fault);
  });

  it.each([
    ['cart', 'day_of_week', 'in', 'Saturday, sunday, 1, 7.0'],
    ['cart', 'hour', '=', '09.00'],
    ['cart', 'hour', 'between', '9,24'],
    ['cart', 'hour', '<', '24'],
    ['cart', 'ship_to.country', 'in', 'gb, IE'],
    ['cart', 'ship_to.country', 'starts_with', 'U'],
    ['cart', 'ship_to.country', 'empty', undefined],
    ['cart', 'ship_to.postcode', '=', 'UK'],
    ['customer', 'is_guest', '=', true],
    ['customer', 'first_order', 'in', [1, 'FALSE']],
    ['cart_item', 'brand', '=', 'UK'],
  ])('takes %s %s %s %j', (type, match, operator, against) => {
    expect(faultOf(type, match, operator, against)).toBeUndefined();
  });

  it('names the rule at fault wherever it stands', () => {
    const rule = { type: 'cart', match: 'hour', operator: '=', against: '25' };
    const nested = allOf({ type: 'cart', match: 'value', against: '1' }, allOf(rule)) as RuleGroup;
    expect(
      Object.keys(
        closedFaults([
          [null, 'match_rules'],
          [nested, 'match_items'],
        ]),
      ),
    ).toEqual(['match_items.children.1.children.0.against']);
  });

  it('tells 20 values of a long list, and that there are none', () => {
    const many = Array.from({ length: 23 }, (_, i) => `g${i}`);
    expect(closedValues(many).told).toBe(`one of ${many.slice(0, 20).join(', ')} and 3 more`);
    expect(closedValues([]).told).toBe('the name of a record, and there is none yet');
  });
});

describe('promotions.md, Preview: a rule that no cart can meet', () => {
  const cart = aCart([aLine('10')], { shipTo: { country: 'GB' } });
  const failureOf = (rule: object): RuleFailure => {
    const match_rules = allOf(rule);
    const [rejected] = evaluate(cart, [{ action: 'discount_by_percent', amount: 10, match_rules }]).rejected;
    return rejected?.detail as RuleFailure;
  };

  it.each([
    ['cart', 'hour', '>', '23'],
    ['cart', 'hour', '>=', '24'],
    ['cart', 'hour', '<', '0'],
    ['cart', 'hour', 'between', '20,6'],
    ['cart', 'hour', '=', '25'],
    ['cart', 'day_of_week', '>', '7'],
    ['cart', 'day_of_week', 'in', 'sat,sun'],
    ['cart', 'ship_to.country', '=', 'UK'],
    ['cart', 'value', '>', 'a hundred'],
    ['cart', 'value', '<', '0'],
    ['cart', 'total_items', '=', '-1'],
    ['cart_item', 'price', 'in', 'cheap,dear'],
    ['cart_item', 'quantity', 'between', '5,2'],
    ['cart_item', 'title', '>', 'm'],
    ['customer', 'spent', '<=', '-0.01'],
  ])('is %s %s %s %j', (type, match, operator, against) => {
    expect(isImpossible(failureOf({ type, match, operator, against }))).toBe(true);
  });

  it.each([
    ['cart', 'hour', '>', '22'],
    ['cart', 'hour', '<', '1'],
    ['cart', 'hour', 'between', '23,40'],
    ['cart', 'hour', '=', '13'],
    ['cart', 'day_of_week', 'in', 'sat,monday'],
    ['cart', 'ship_to.country', '=', 'DE'],
    ['cart', 'ship_to.country', 'starts_with', 'X'],
    ['cart', 'value', '>', '100'],
    ['cart', 'value', '<=', '0'],
    ['cart_item', 'title', '>', '3'],
    ['cart_item', 'brand', '=', 'none'],
    ['customer', 'orders', '>=', '1'],
  ])('is not %s %s %s %j', (type, match, operator, against) => {
    expect(isImpossible(failureOf({ type, match, operator, against }))).toBe(false);
  });
});
