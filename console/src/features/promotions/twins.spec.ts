import { type Promotion } from './promotion-state';
import { twinsOf } from './twins';

const leaf = (against: unknown, operator = 'in') => ({ type: 'cart_item', match: 'id', operator, against });
const group = (...children: unknown[]) => ({ type: 'group', match_on: 'all', children });
const FORM = {
  title: 'Mugs',
  action: 'buy_x_get_y_free',
  from: '2026-03-01',
  to: '2026-03-08',
  discount_code: '',
  match_items: JSON.stringify(group(leaf(['1', '2']))),
};
const stored = (more: object) =>
  ({
    ...{ id: '7', state: 'live', from: '2026-01-01', to: '2026-12-31', discount_code: '' },
    ...{ action: { value: '', data: { key: 'buy_x_get_y_free' } }, match_items: group(leaf(['2', '1'])) },
    ...more,
  }) as unknown as Promotion;

describe('promotions that would give the same a second time', () => {
  it.each([
    ['on the same items in another order', {}],
    ['that is planned for one of its days', { state: 'planned', from: '2026-03-08' }],
    ['that ends on its first day', { to: '2026-03-01' }],
    ['with its items in a group within a group', { match_items: group(group(leaf('2, 1'))) }],
  ])('are one %s', (_, more) => {
    expect(twinsOf(FORM, undefined, [stored(more)])).toEqual([stored(more)]);
  });

  it.each([
    ['that is a draft', { state: 'draft' }],
    ['with another action', { action: { data: { key: 'discount_by_percent' } } }],
    ['on other items', { match_items: group(leaf(['1'])) }],
    ['on all items', { match_items: null }],
    ['that ended before', { to: '2026-02-28' }],
    ['that begins after', { from: '2026-03-09' }],
    ['by a code', { discount_code: 'MUG' }],
    ['for a group of customers', { customer_group: '3' }],
    ['for certain carts', { match_rules: group({ type: 'cart', match: 'subtotal', operator: '>=', against: '60' }) }],
    ['that is the one of the form', { id: '5' }],
  ])('are none %s', (_, more) => {
    expect(twinsOf(FORM, '5', [stored(more)])).toEqual([]);
  });

  it('are found on all items too, and for one product by either operator', () => {
    expect(twinsOf({ ...FORM, match_items: '' }, undefined, [stored({ match_items: group() })])).toHaveLength(1);
    const one = JSON.stringify(leaf('1', '='));
    expect(
      twinsOf({ ...FORM, match_items: one }, undefined, [stored({ match_items: group(leaf(['1'])) })]),
    ).toHaveLength(1);
    expect(twinsOf({ ...FORM, title: '' }, undefined, [stored({})])).toEqual([]);
    expect(twinsOf({ ...FORM, match_items: '{' }, undefined, [stored({ match_items: null })])).toEqual([]);
  });
});
