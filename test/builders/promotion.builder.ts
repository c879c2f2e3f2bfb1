type Fields = Record<string, unknown>;

/** A Choice as it is answered. */
export const chosen = (key: string, value: string): Fields => ({ value, data: { key, value } });

const NO = chosen('0', 'No');
const TEXT: unknown = expect.any(String);
const TIME: unknown = expect.stringMatching(/^[\d-]{10} [\d:]{8}$/);

/** The required fields of interface.md, and nothing else. */
export const requiredFields = (title: string, more: Fields = {}): Fields => ({
  title,
  from: '2026-03-01',
  to: '2026-03-31',
  status: 1,
  terminating: 0,
  persistent: 0,
  action: 'discount_by_percent',
  amount: '12.5',
  apply_to_shipping: 0,
  ...more,
});

/** Returns the record of a promotion that was created with the required fields only. */
export const plainPromotion = (title: string): Fields => ({
  id: TEXT,
  order: null,
  created_at: TIME,
  updated_at: TIME,
  title,
  from: '2026-03-01',
  to: '2026-03-31',
  discount_code: '',
  max_uses: 0,
  customer_uses: 0,
  budget: 0,
  uses: 0,
  discounted: 0,
  budget_left: null,
  // Its days are fixed, those of the tests are not.
  state: expect.stringMatching(/^(?:live|planned|ended)$/) as unknown,
  customer_group: null,
  best_of: '',
  audience: 'everybody',
  excludes: [],
  status: chosen('1', 'Enabled'),
  terminating: NO,
  persistent: NO,
  action: chosen('discount_by_percent', 'Discount items by a percentage'),
  priority: 0,
  amount: 12.5,
  max_quantity: 0,
  trigger_quantity: 0,
  apply_to_shipping: NO,
  shipping_methods: null,
  description: '',
  match_rules: null,
  match_items: null,
});
