import { newPromotion, promotionFields } from './promotion-fields';

/** An action that the console has no words for, beside one that it has, as the store serves them. */
const TERMS = {
  labels: { discount_cheapest: 'Discount the cheapest item', free_ship: 'Free shipping' },
  actions: {
    discount_cheapest: {
      instructions: 'The cheapest item costs this percentage less.',
      example: 'half off the cheapest',
      fields: { amount: { name: 'Percent off the cheapest', unit: 'percent', required: true, default: '50' } },
    },
    free_ship: {
      instructions: 'Some methods cost nothing.',
      example: null,
      fields: { shipping_methods: { name: 'Methods', unit: null, required: true, default: null } },
    },
  },
  operators: {},
} as const;

const formOf = (action: string) => promotionFields({ ...newPromotion(), action }, TERMS);

describe('the form of an action', () => {
  it('offers the actions of the store, those with words of the page first', () => {
    expect(formOf('free_ship')[1]?.options).toEqual([
      { value: 'free_ship', label: 'Free shipping' },
      { value: 'discount_cheapest', label: 'Discount the cheapest item', example: 'half off the cheapest' },
    ]);
  });

  it('has the fields that the action uses, in the words of the page or else of the store', () => {
    expect(formOf('discount_cheapest').slice(1, 3)).toMatchObject([
      { name: 'action', help: 'The cheapest item costs this percentage less.' },
      { name: 'amount', label: 'Percent off the cheapest', kind: 'number', isRequired: true },
    ]);
    expect(formOf('free_ship').slice(1, 4)).toMatchObject([
      { name: 'action', help: 'The chosen shipping methods cost nothing.' },
      { name: 'shipping_methods', label: 'Shipping methods', kind: 'choices', isRequired: true },
      { name: 'from' },
    ]);
  });

  it('begins with the numbers that the store suggests, and sends an amount that the action ignores', () => {
    const [, action] = formOf('free_ship');
    expect(action?.alsoSets?.('discount_cheapest')).toEqual({ amount: '50' });
    expect(action?.alsoSets?.('free_ship')).toEqual({ amount: '0' });
  });
});
