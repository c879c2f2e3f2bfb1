import { isFlagRule, operatorChoices, withField, withOperator } from './rule-fields';

/** As the store serves them. */
const OPERATORS = {
  '!=': { name: 'is not the value', takes: 'value' },
  '=': { name: 'is the value', takes: 'value' },
  empty: { name: 'is empty or not there', takes: 'nothing' },
  has_word: { name: 'has the value as a word of its own', takes: 'value' },
  in: { name: 'is one of the values', takes: 'list' },
} as const;
const PRICE = { type: 'cart_item', match: 'price', operator: '=', against: '5' } as const;

describe('the operators of a rule', () => {
  it('are those of the store, the usual ones first, in the words of the page or else of the store', () => {
    expect(operatorChoices(PRICE, OPERATORS)).toEqual([
      { value: '=', label: 'is' },
      { value: '!=', label: 'is not' },
      { value: 'in', label: 'is one of' },
      { value: 'empty', label: 'is empty' },
      { value: 'has_word', label: 'has the value as a word of its own' },
    ]);
  });

  it('change what it compares with to what they take', () => {
    const { against: _, ...alone } = PRICE;
    expect(withOperator(PRICE, 'in', OPERATORS)).toEqual({ ...PRICE, operator: 'in', against: ['5'] });
    expect(withOperator(PRICE, 'empty', OPERATORS)).toEqual({ ...alone, operator: 'empty' });
  });
});

describe('a rule that asks for yes or no', () => {
  const total = { type: 'cart', match: 'value', operator: '>=', against: '50' } as const;

  it('begins with yes, and compares only with yes or no', () => {
    const rule = withField(total, 'customer.first_order');
    expect(rule).toEqual({ type: 'customer', match: 'first_order', operator: '=', against: '1' });
    expect(isFlagRule(rule)).toBe(true);
    expect(operatorChoices(rule, OPERATORS).map(({ value }) => value)).toEqual(['=', '!=']);
  });

  it('is shown as it is when it was written otherwise', () => {
    const rule = { type: 'customer', match: 'is_guest', operator: '=', against: 0 } as const;
    expect(isFlagRule(rule)).toBe(true);
    for (const other of [{ operator: 'in' }, { operator: '>=' }, { against: 'yes' }, { match: 'orders' }])
      expect(isFlagRule({ ...rule, ...other })).toBe(false);
    expect(operatorChoices(total, OPERATORS)).toHaveLength(5);
  });
});
