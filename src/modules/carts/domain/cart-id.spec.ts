import { isCartId } from './cart-id';

describe('isCartId', () => {
  it.each(['a', 'A-z_09', 'f'.repeat(128), 'user@example.com', 'a.b', 'a,b', 'abc:def', 'a+b', '...', '+', 'null.'])(
    'carts.md 1: takes %s',
    (text) => expect(isCartId(text)).toBe(true),
  );

  it.each(['', 'f'.repeat(129), 'undefined', 'null', 'None', 'nil', 'NaN', 'search', '.', '..'])(
    'carts.md 1: refuses %j',
    (text) => expect(isCartId(text)).toBe(false),
  );

  it.each(['a b', 'a/b', 'é', 'a\n', '{a}', 'a%2Cb', 'a;b', 'a\\b', 'a*', 'a\0', "a'b"])(
    'carts.md 1: refuses the characters of %j',
    (text) => expect(isCartId(text)).toBe(false),
  );
});
