import { requiredFields } from '../builders/promotion.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

type Fields = Record<string, unknown>;
interface Answer {
  result: Fields & { id: string };
  errors: Record<string, string[]>;
}

onEachEngine('what a promotion must be', (engine) => {
  let store: TestStore;

  const made = async (form: Fields): Promise<Fields & { id: string }> => {
    const { status, body } = await store.request<Answer>('POST', '/v1/promotions/cart', { form });
    expect([status, body.errors]).toEqual([201, undefined]);
    return body.result;
  };
  const remove = (id: string) => store.request('DELETE', `/v1/promotions/cart/${id}`);
  const refused = async (form: Fields): Promise<Answer['errors']> => {
    const { status, body } = await store.request<Answer>('POST', '/v1/promotions/cart', { form });
    expect(status).toBe(422);
    return body.errors;
  };

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl);
  });
  afterAll(() => store.close());

  it('interface.md: every required field must be sent', async () => {
    const fields = Object.keys(requiredFields(''));
    const all = Object.fromEntries(fields.map((field) => [field, [`${field} is required`]]));
    expect(await refused({ description: 'x' })).toEqual(all);
    expect(await refused(Object.fromEntries(fields.map((field) => [field, ' '])))).toEqual(all);
  });

  describe('promotions.md, Validation: refuses, naming the field,', () => {
    it.each<[string, Fields, Record<string, string>]>([
      ['a percentage above 100', { amount: '100.01' }, { amount: 'must be a percentage from 0 to 100' }],
      [
        'a subtotal percentage above 100',
        { action: 'discount_subtotal_percent', amount: 101 },
        { amount: 'must be a percentage from 0 to 100' },
      ],
      ['a negative amount', { action: 'discount_by_fixed', amount: -1 }, { amount: 'must be 0 or more' }],
      ['an amount in words', { amount: 'ten' }, { amount: 'must be a decimal number' }],
      [
        'buy_x_get_y_free without its numbers',
        { action: 'buy_x_get_y_free', amount: '1.5' },
        {
          amount: 'must be a whole number',
          trigger_quantity: 'must be 1 or more',
        },
      ],
      [
        'free_ship without methods',
        { action: 'free_ship', shipping_methods: '[]' },
        { shipping_methods: 'is required' },
      ],
      ['methods that are no list', { shipping_methods: 'dhl' }, { shipping_methods: 'must be a JSON array' }],
      [
        'an unknown action',
        { action: 'free_lunch' },
        {
          action:
            'must be one of buy_x_get_y_free, discount_by_fixed, discount_by_percent, discount_subtotal_fixed, discount_subtotal_percent, discount_to_fixed, free_ship',
        },
      ],
      [
        'choices other than 0 and 1',
        { status: 2, terminating: 'x', persistent: -1, apply_to_shipping: 'yes' },
        {
          status: 'must be 1, 0, true or false',
          terminating: 'must be 1, 0, true or false',
          persistent: 'must be 1, 0, true or false',
          apply_to_shipping: 'must be 1, 0, true or false',
        },
      ],
      [
        'dates that are none',
        { from: '2021-02-30', to: '31.12.2026' },
        { from: 'must be a date of the form YYYY-MM-DD', to: 'must be a date of the form YYYY-MM-DD' },
      ],
      ['reversed dates', { from: '2026-04-01' }, { from: 'must not be after to', to: 'must not be before from' }],
      [
        'limits below zero',
        { max_uses: -1, customer_uses: '1.5' },
        {
          max_uses: 'must be 0 or more',
          customer_uses: 'must be a whole number',
        },
      ],
      ['a budget below zero', { budget: '-1' }, { budget: 'must be 0 or more' }],
      ['a title that is too long', { title: 'x'.repeat(256) }, { title: 'must be at most 255 characters' }],
      [
        'a code that grows too long',
        { discount_code: 'ﷺ'.repeat(20) },
        { discount_code: 'must be at most 255 characters' },
      ],
      ['a name of a group that is too long', { best_of: 'x'.repeat(65) }, { best_of: 'must be at most 64 characters' }],
      ['a name of a group that is no text', { best_of: ['a'] }, { best_of: 'must be text' }],
      ['a group that does not exist', { customer_group: '12345' }, { customer_group: 'does not exist' }],
      ['a group that is no id', { customer_group: 'vip' }, { customer_group: 'must be an id' }],
    ])('%s', async (_, fields, messages) => {
      const expected = Object.entries(messages).map(([field, message]) => [field, [`${field} ${message}`]]);
      expect(await refused(requiredFields('Refused', fields))).toEqual(Object.fromEntries(expected));
    });

    it('everything at once', async () => {
      expect(Object.keys(await refused({ title: 'x', amount: -1, status: 7, match_rules: '{' })).sort()).toEqual([
        'action',
        'amount',
        'apply_to_shipping',
        'from',
        'match_rules',
        'persistent',
        'status',
        'terminating',
        'to',
      ]);
    });
  });

  describe('promotions.md 19: refuses a rule tree, by dotted path,', () => {
    const leaf = { type: 'cart_item', match: 'sku', operator: '=', against: 'A' };
    const top = (...children: unknown[]) => ({ type: 'group', children });
    const nested = (levels: number): unknown => (levels === 0 ? leaf : top(nested(levels - 1)));

    it.each<[string, unknown, string, string]>([
      ['that is no JSON', '{"type":', 'match_rules', 'must be valid JSON'],
      ['without a group at its top', leaf, 'match_rules.type', 'must be group at the top'],
      [
        'with an unknown operator',
        top(leaf, top({ ...leaf, operator: '~' })),
        'match_rules.children.1.children.0.operator',
        'must be one of !=, <, <=, =, >, >=, between, contains, !contains, empty, !empty, ends_with, in, !in, starts_with',
      ],
      [
        'with an unknown type',
        top({ ...leaf, type: 'moon' }),
        'match_rules.children.0.type',
        'must be one of group, cart, cart_attribute, cart_item, customer',
      ],
      ['with an empty group inside', top(top()), 'match_rules.children.0.children', 'must hold at least one rule'],
      [
        'of more than 50 children',
        top(...Array.from({ length: 51 }, () => leaf)),
        'match_rules.children',
        'must hold at most 50 rules',
      ],
      [
        'with a list of more than 400 values',
        top({ ...leaf, operator: 'in', against: Array.from({ length: 401 }, (_, i) => i) }),
        'match_rules.children.0.against',
        'must list at most 400 values',
      ],
      [
        'with a value of more than 1,024 characters',
        top({ ...leaf, against: 'x'.repeat(1025) }),
        'match_rules.children.0.against',
        'must be at most 1024 characters a value',
      ],
      [
        'of more than 64 KiB',
        top(...[0, 1].map(() => top(...Array.from({ length: 40 }, () => ({ ...leaf, against: 'x'.repeat(1000) }))))),
        'match_rules',
        'must be at most 64 KiB of JSON',
      ],
    ])('%s', async (_, tree, path, message) => {
      const text = typeof tree === 'string' ? tree : JSON.stringify(tree);
      expect(await refused(requiredFields('Refused', { match_rules: text }))).toEqual({
        [path]: [`${path} ${message}`],
      });
    });

    it('nested deeper than 8 levels, and takes 8', async () => {
      const path = `match_rules${'.children.0'.repeat(8)}.children`;
      expect(await refused(requiredFields('Refused', { match_rules: JSON.stringify(nested(9)) }))).toEqual({
        [path]: [`${path} must not be nested deeper than 8 levels`],
      });
      const record = await made(requiredFields('Deep', { match_items: nested(8) }));
      expect(record['match_items']).toEqual(nested(8));
      await remove(record.id);
    });

    it.each(['null', '{}', '[]', ''])('but takes %j for no restriction (15)', async (text) => {
      const record = await made(requiredFields('Free', { match_rules: text, match_items: text }));
      expect([record['match_rules'], record['match_items']]).toEqual([null, null]);
      await remove(record.id);
    });
  });
});
