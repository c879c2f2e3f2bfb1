import { describeOperators, keysOf } from './rule-operators';

describe('promotions.md 16: the operators in the OpenAPI document', () => {
  it('are named by the kind of value they take', () => {
    expect(keysOf('list')).toBe('between, in, !in');
    expect(keysOf('nothing')).toBe('empty, !empty');
    expect(keysOf('value')).toBe('!=, <, <=, =, >, >=, contains, !contains, ends_with, starts_with');
  });

  it('each have a sentence', () => {
    expect(describeOperators()).toBe(
      [
        '!=: the field is not the value.',
        '<: the field is below the value.',
        '<=: the field is the value or below.',
        '=: the field is the value.',
        '>: the field is above the value.',
        '>=: the field is the value or above.',
        'between: the field is between the two values or equal to one.',
        'contains: the field has the value in its text.',
        '!contains: the field does not have the value in its text.',
        'empty: the field is empty or not there.',
        '!empty: the field is there and not empty.',
        'ends_with: the field ends with the value.',
        'in: the field is one of the values.',
        '!in: the field is none of the values.',
        'starts_with: the field starts with the value.',
      ].join(' '),
    );
  });
});
