import { OPERATORS, takesList, takesValue } from '../../console/src/features/promotions/rule-operators';
import { OPERATORS as REGISTERED } from '../../src/modules/promotions/domain/rules/operators/rule-operators';

describe('the operators of rules', () => {
  it('are those of the console, which asks for the value that each takes', () => {
    const asked = OPERATORS.map((key) => [key, takesList(key), takesValue(key)]);
    const taken = REGISTERED.map(({ key, takes }) => [key, takes === 'list', takes !== 'nothing']);
    expect(asked.sort()).toEqual(taken.sort());
  });
});
