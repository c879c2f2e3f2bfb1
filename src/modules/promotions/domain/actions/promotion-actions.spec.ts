import { ACTION_KEYS, ACTION_LABELS, actionOf, classRank, describeField } from './promotion-actions';

describe('registered actions', () => {
  it('are the seven of interface.md, each with its label and its place in the pass', () => {
    expect(ACTION_KEYS.map((key) => [key, classRank(key), ACTION_LABELS[key]])).toEqual([
      ['buy_x_get_y_free', 0, 'Buy X and get Y free'],
      ['discount_by_fixed', 0, 'Discount items by a fixed amount'],
      ['discount_by_percent', 0, 'Discount items by a percentage'],
      ['discount_subtotal_fixed', 1, 'Discount the subtotal by a fixed amount'],
      ['discount_subtotal_percent', 1, 'Discount the subtotal by a percentage'],
      ['discount_to_fixed', 0, 'Discount items to a fixed amount'],
      ['free_ship', 2, 'Free shipping'],
    ]);
  });

  it('have keys that fit their column', () => {
    expect(ACTION_KEYS.filter((key) => key.length > 32)).toEqual([]);
  });

  it('describe each field that they read', () => {
    expect(describeField('max_quantity')).toBe(
      'buy_x_get_y_free: the most units that it gives free in all. ' +
        'discount_by_fixed: the most money that it takes off in all. ' +
        'free_ship: the most money that it takes off shipping. The other actions ignore it.',
    );
  });

  it('are found by their key alone', () => {
    expect(actionOf('free_ship').label).toBe('Free shipping');
    expect(() => actionOf('constructor')).toThrow(new RangeError('no action constructor'));
    expect(() => actionOf('x'.repeat(41))).toThrow(new RangeError(`no action ${'x'.repeat(40)}`));
  });
});
