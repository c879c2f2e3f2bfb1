/** A body of a preview that can be sent as it is. */
export const PREVIEW_EXAMPLES = {
  unsaved: {
    summary: 'Items you send, with a promotion that is not stored',
    value: {
      items: [{ sku: 'MUG-1', price: 19.99, quantity: 2, tax_rate: 20 }],
      promotions: [
        {
          action: 'discount_by_percent',
          amount: 10,
          match_rules: {
            type: 'group',
            match_on: 'all',
            children: [{ type: 'cart_attribute', match: 'value', operator: '>', against: '20' }],
          },
        },
      ],
    },
  },
};
