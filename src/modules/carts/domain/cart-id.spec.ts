import { isCartId } from './cart-id';

describe('isCartId', () => {
  it.each(['a', 'A-z_09', 'f'.repeat(64)])('carts.md 1: takes %s', (text) => expect(isCartId(text)).toBe(true));

  it.each(['', 'f'.repeat(65), 'undefined', 'null', 'None', 'nil', 'NaN', 'a b', 'a/b', 'é', 'a.b', 'a\n'])(
    'carts.md 1: refuses %j',
    (text) => expect(isCartId(text)).toBe(false),
  );
});
