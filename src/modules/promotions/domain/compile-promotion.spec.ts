import { aPromotion } from '../../../../test/builders/promotion-engine.builder';
import { byOrder, compileInOrder, compilePromotions } from './compile-promotion';

const TEN = { action: 'discount_by_percent', amount: '10' };
const SUBTOTAL = { action: 'discount_subtotal_fixed', amount: '1' };
const SHIP = { action: 'free_ship', shipping_methods: ['7'] };

describe('promotions.md 10: of two promotions', () => {
  it.each([
    ['the lower priority', { ...SHIP, id: 9, priority: -1 }, { ...TEN, id: 1 }],
    ['no priority before one above 0', { ...SHIP, id: 9 }, { ...TEN, id: 1, priority: 1 }],
    ['an action on products before one on the subtotal', { ...TEN, id: 9 }, { ...SUBTOTAL, id: 1 }],
    ['an action on the subtotal before free shipping', { ...SUBTOTAL, id: 9 }, { ...SHIP, id: 1 }],
    ['the lower number', { ...TEN, id: '9' }, { ...TEN, id: '10' }],
    ['the lower number, however long', { ...TEN, id: '9'.repeat(29) }, { ...TEN, id: `1${'0'.repeat(29)}` }],
    ['a number before a name', { ...TEN, id: '90' }, { ...TEN, id: '1a' }],
    ['a number before a name with a number at its end', { ...TEN, id: '90' }, { ...TEN, id: 'a1' }],
    ['the lower name', { ...TEN, id: 'a' }, { ...TEN, id: 'b' }],
    ['the lower text of one number', { ...TEN, id: '05' }, { ...TEN, id: '5' }],
    ['the lower text of more digits than an id has', { ...TEN, id: '1'.repeat(31) }, { ...TEN, id: '9'.repeat(31) }],
  ])('comes first: %s', (_, first, second) => {
    const [a, b] = [aPromotion(first), aPromotion(second)];
    expect([Math.sign(byOrder(a, b)), Math.sign(byOrder(b, a)), byOrder(a, a)]).toEqual([-1, 1, 0]);
  });

  it('neither does where all is the same', () => {
    expect(byOrder(aPromotion({ ...TEN, id: 'a' }), aPromotion({ ...TEN, id: 'a' }))).toBe(0);
  });
});

describe('promotions that are compiled', () => {
  const define = () => [aPromotion({ ...TEN, id: 2 }), aPromotion({ ...SHIP, id: 1, discount_code: ' Spring ' })];

  it('are in their order, or stay as they stand', () => {
    const reversed = define().toReversed();
    expect(compilePromotions(reversed).map(({ definition }) => definition.id)).toEqual(['2', '1']);
    expect(compileInOrder(reversed).map(({ definition }) => definition.id)).toEqual(['1', '2']);
    expect(reversed.map(({ id }) => id)).toEqual(['1', '2']);
  });

  it('have what their definition says', () => {
    const definitions = define();
    const [ten, ship] = compilePromotions(definitions);
    expect(ten).toMatchObject({
      definition: definitions[0],
      code: '',
      rules: null,
      items: null,
      shippingMethods: null,
    });
    expect(ship).toMatchObject({ definition: definitions[1], code: 'spring', shippingMethods: new Set(['7']) });
  });
});
