import { readFileSync } from 'node:fs';
import { OPERATORS, takesList, takesValue } from '../../console/src/features/promotions/rule-operators';
import { OPERATORS as REGISTERED } from '../../src/modules/promotions/domain/rules/operators/rule-operators';
import { ACTION_KEYS } from '../../src/modules/promotions/domain/actions/promotion-actions';

describe('the actions of promotions', () => {
  it('are those of the table in docs/promotions.md', () => {
    const [, table = ''] = readFileSync('docs/promotions.md', 'utf8').split('## Actions\n');
    const [rows = ''] = table.split('\n\nMoney is');
    expect([...rows.matchAll(/^\| `(\w+)`/gm)].map(([, key]) => key).sort()).toEqual([...ACTION_KEYS].sort());
  });
});

describe('the operators of rules', () => {
  it('are those of the console, which asks for the value that each takes', () => {
    const asked = OPERATORS.map((key) => [key, takesList(key), takesValue(key)]);
    const taken = REGISTERED.map(({ key, takes }) => [key, takes === 'list', takes !== 'nothing']);
    expect(asked.sort()).toEqual(taken.sort());
  });
});
