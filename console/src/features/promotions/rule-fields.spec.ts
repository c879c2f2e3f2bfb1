import { isFlagRule, operatorChoices, withField } from './rule-fields';

describe('a rule that asks for yes or no', () => {
  const total = { type: 'cart', match: 'value', operator: '>=', against: '50' } as const;

  it('begins with yes, and compares only with yes or no', () => {
    const rule = withField(total, 'customer.first_order');
    expect(rule).toEqual({ type: 'customer', match: 'first_order', operator: '=', against: '1' });
    expect(isFlagRule(rule)).toBe(true);
    expect(operatorChoices(rule).map(({ value }) => value)).toEqual(['=', '!=']);
  });

  it('is shown as it is when it was written otherwise', () => {
    const rule = { type: 'customer', match: 'is_guest', operator: '=', against: 0 } as const;
    expect(isFlagRule(rule)).toBe(true);
    for (const other of [{ operator: 'in' }, { operator: '>=' }, { against: 'yes' }, { match: 'orders' }])
      expect(isFlagRule({ ...rule, ...other })).toBe(false);
    expect(operatorChoices(total).length).toBeGreaterThan(10);
  });
});
