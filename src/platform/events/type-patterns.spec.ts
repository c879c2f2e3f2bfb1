import { In } from 'typeorm';
import { ValidationFailed } from '../../kernel/errors';
import { typePatterns } from './type-patterns';

const TYPES = ['order.created', 'order.updated', 'order_item.created', 'webhook.disabled'];

describe('the types of a list', () => {
  it.each<Record<string, string>>([
    {},
    { type: 'order.created' },
    { type: 'order.created,x' },
    { 'type[0]': 'a', 'type[1]': 'b' },
    { type: '' },
  ])('without a pattern, as in %j, are left to the listing', (filters) =>
    expect(typePatterns(filters, TYPES)).toEqual({ filters, conditions: [] }),
  );

  it.each<[Record<string, string>, string[]]>([
    [{ type: 'order.*' }, ['order.created', 'order.updated']],
    [{ type: '*.created, webhook.ping' }, ['order.created', 'order_item.created', 'webhook.ping']],
    [{ type: 'order.*,*.updated' }, ['order.created', 'order.updated']],
    [{ 'type[0]': 'order.*', 'type[1]': 'webhook.disabled' }, ['order.created', 'order.updated', 'webhook.disabled']],
    [{ type: '*.*' }, TYPES],
    [{ type: 'nonsense.*' }, []],
  ])('are those that %j covers', (filters, types) => {
    const other = { object: 'order' };
    expect(typePatterns({ ...filters, ...other }, TYPES)).toEqual({
      filters: other,
      conditions: [{ type: In(types) }],
    });
  });

  it('takes 50 values at most', () => {
    const words = (count: number): string =>
      ['order.*', ...Array.from({ length: count - 1 }, (_, i) => `x${i}`)].join(',');
    expect(typePatterns({ type: words(50) }, TYPES).conditions).toHaveLength(1);
    expect(() => typePatterns({ type: words(51) }, TYPES)).toThrow(
      ValidationFailed.of('type', 'must be at most 50 values'),
    );
  });
});
