import { describeFields, LEAF_TYPE_KEYS, leafTypeOf, RULE_TYPE_KEYS } from './leaf-types';

describe('promotions.md 18: the types of rules', () => {
  it('are these, in the order of the OpenAPI document', () => {
    expect(LEAF_TYPE_KEYS).toEqual(['cart', 'cart_attribute', 'cart_item', 'customer']);
    expect(RULE_TYPE_KEYS).toEqual(['group', 'cart', 'cart_attribute', 'cart_item', 'customer']);
  });

  it.each(['cart', 'cart_attribute', 'cart_item', 'customer'])('know %s by its key', (type) => {
    expect(leafTypeOf(type)?.type).toBe(type);
  });

  it.each([['group'], ['Cart'], ['constructor'], [''], [undefined], [['cart']]])('do not know %j', (key) => {
    expect(leafTypeOf(key)).toBeUndefined();
  });

  it('are described with every field, those that compare the same object in one sentence', () => {
    expect(describeFields()).toBe(
      [
        'Cart (cart, cart_attribute): value, price, subtotal, discounted_value, total_items, total_unique_items, weight,',
        'currency, shipping, shipping_price, gateway, discount_code, ship_to.country, ship_to.postcode, customer_group,',
        'day_of_week, hour.',
        'Line of the cart (cart_item): id, sku, product_sku, title, slug, price, sale_price, quantity, line_total, tax_band, tax_rate,',
        'brand, category.',
        'Customer (customer): id, email, group, is_guest, orders, spent, first_order.',
      ].join(' '),
    );
  });
});
