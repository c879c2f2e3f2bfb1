import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { LEAF_TYPE_KEYS, leafTypeOf } from '../../src/modules/promotions/domain/rules/leaf-types';
import { OPERATOR_KEYS } from '../../src/modules/promotions/domain/rules/operators/rule-operators';

describe('docs/promotions.md', () => {
  const page = readFileSync(resolve(__dirname, '../../docs/promotions.md'), 'utf8');
  const columns = page.split('\n').filter((line) => line.startsWith('|'));
  const row = (type: string): string => columns.find((line) => line.split('|')[1]?.includes(`\`${type}\``)) ?? '';

  it.each(LEAF_TYPE_KEYS)('names every field of %s', (type) => {
    const named = [...(row(type).split('|')[2] ?? '').matchAll(/`([\w.]+)`/g)].map(([, field]) => field);
    expect(named.sort()).toEqual([...(leafTypeOf(type)?.fields ?? [])].sort());
  });

  it('names every operator', () => {
    const [, list = ''] = /^Operators: ([^]*?)\.\s/m.exec(page) ?? [];
    const named = [...list.matchAll(/`([^`]+)`/g)].map(([, key]) => key);
    expect(named.sort()).toEqual([...OPERATOR_KEYS].sort());
  });
});
