import { type CartResult, type Fields, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

const REFUSED = 'Discount code does not exist, or is not applicable';

onEachEngine('discount codes of carts', (engine) => {
  let store: TestStore;
  let shop: Shop;

  const set = (cart: string, code: string) =>
    shop.send<CartResult>('POST', `/v1/carts/${cart}/discount`, { form: { code } });
  const contents = async (cart: string) => (await shop.send<CartResult>('GET', `/v1/carts/${cart}`)).body.result;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
  });
  afterAll(() => store.close());

  it('carts.md 2: shows what applied, and what did not with the reason', async () => {
    const coded = await shop.promotion({ discount_code: 'TEN' });
    const dear = await shop.promotion({
      priority: 9,
      match_rules:
        '{"type":"group","children":[{"type":"cart_attribute","match":"value","operator":">","against":"50"}]}',
    });
    const cart = await shop.cart((await shop.product()).id, 2);
    const before = await contents(cart);
    expect(before.promotions.applied).toEqual([]);
    expect(before.promotions.rejected.map(({ id, reason }) => [id, reason])).toEqual([[dear.id, 'match_rules']]);
    const { status, body } = await set(cart, ' ten ');
    expect([status, body.result.discount_code]).toEqual([200, 'ten']);
    expect(body.result.promotions.applied).toEqual([
      {
        id: coded.id,
        title: coded['title'],
        action: 'discount_by_percent',
        discount: 2,
        shipping_discount: 0,
        lines: [2],
      },
    ]);
    expect(body.result.promotions.rejected.map(({ id }) => id)).toEqual([dear.id]);
    const { pre_discount: pre, post_discount: post, ...asInV1 } = body.result.totals;
    expect([pre.raw['without_tax'], post.raw['without_tax'], asInV1]).toEqual([20, 18, post]);
    const {
      post_discount: left,
      pre_discount: _,
      ...ofLine
    } = Object.values(body.result.contents)[0]?.totals as Fields;
    expect([ofLine, (ofLine['raw'] as Fields)['without_tax']]).toEqual([left, 18]);
    expect(Object.values(body.result.contents)[0]?.['discounts']).toEqual([{ id: coded.id, amount: 2 }]);
    const taken = await shop.send('DELETE', `/v1/carts/${cart}/discount`);
    expect(taken.body).toEqual({ status: true, message: 'Discount code removed successfully' });
    expect((await contents(cart)).discount_code).toBeNull();
    await shop.send('DELETE', `/v1/promotions/cart/${dear.id}`);
  });

  it('promotions-at-scale.md 6: carts and previews leave out promotions of other codes, also for a second reason', async () => {
    const past = { from: '2020-01-01', to: '2020-12-31' };
    const dear = '{"type":"group","children":[{"type":"cart","match":"value","operator":">","against":"50"}]}';
    const own = await shop.promotion({ discount_code: 'Own', match_rules: dear });
    const other = await shop.promotion({ discount_code: 'Other' });
    const old = await shop.promotion({ discount_code: 'Old', ...past });
    const open = await shop.promotion({ match_rules: dear });
    const cart = await shop.cart((await shop.product()).id);
    const of = (rejected: unknown) => (rejected as Fields[]).map(({ id, reason }) => [id, reason]);
    const preview = async (json: Fields) => {
      const { body } = await shop.send<Fields>('POST', '/v1/promotions/cart/preview', { json: { cart, ...json } });
      return of(body.result['rejected']).filter(([id]) => [own.id, other.id, old.id, open.id].includes(String(id)));
    };
    expect(of((await contents(cart)).promotions.rejected)).toEqual([[open.id, 'match_rules']]);
    expect(of((await set(cart, ' own ')).body.result.promotions.rejected)).toEqual([
      [own.id, 'match_rules'],
      [open.id, 'match_rules'],
    ]);
    const { body } = await shop.send<{ cart: CartResult }>('GET', `/v1/carts/${cart}/checkout`);
    expect(of(body.result.cart.promotions.rejected)).toEqual([
      [own.id, 'match_rules'],
      [open.id, 'match_rules'],
    ]);
    expect(await preview({})).toEqual([
      [own.id, 'match_rules'],
      [open.id, 'match_rules'],
    ]);
    expect(await preview({ only: [other.id, old.id] })).toEqual([
      [other.id, 'code_required'],
      [old.id, 'expired'],
    ]);
    const idea = { id: other.id, action: 'discount_by_percent', amount: 10, discount_code: 'other' };
    expect(await preview({ promotions: [idea] })).toEqual([[other.id, 'code_required']]);
    for (const { id } of [own, other, old, open]) await shop.send('DELETE', `/v1/promotions/cart/${id}`);
  });

  it.each<[string, Fields | null]>([
    ['unknown', null],
    ['draft', { status: 0 }],
    ['expired', { to: '2020-12-31' }],
  ])('promotions.md 35: refuses a code that is %s', async (reason, fields) => {
    const code = `CODE-${reason}`;
    if (fields) await shop.promotion({ discount_code: code, ...fields });
    const cart = await shop.cart((await shop.product()).id);
    const { status, body } = await set(cart, code);
    expect([status, body]).toEqual([
      422,
      { status: false, error: REFUSED, errors: { code: [REFUSED], reason: [reason] } },
    ]);
    const put = await shop.send('PUT', `/v1/carts/${cart}`, { form: { discount_code: code } });
    expect(put.body.errors).toEqual({ discount_code: [REFUSED], reason: [reason] });
    expect((await contents(cart)).discount_code).toBeNull();
  });

  it('promotions.md 35: a used-up code is refused; a cart that has it checks out without', async () => {
    const group = await shop.made('/v1/customers/groups', { title: 'Club', slug: 'club' });
    const person = { first_name: 'A', last_name: 'B', email: 'club@example.com', group: group.id };
    const customer = (await shop.made('/v1/customers', person)).id;
    await shop.promotion({ discount_code: 'ONCE', max_uses: 1, customer_group: group.id });
    const product = await shop.product();
    const [first, second, third] = [
      await shop.cart(product.id),
      await shop.cart(product.id),
      await shop.cart(product.id),
    ];
    for (const cart of [first, second]) expect((await set(cart, 'once')).status).toBe(200);
    const totals = [];
    for (const cart of [first, second]) totals.push((await shop.checkout(cart, { customer })).body.result.total);
    expect(totals).toEqual([9, 10]);
    expect((await set(third, 'once')).body.errors['reason']).toEqual(['max_uses_reached']);
  });

  it('promotions.md 35: keeps a code whose rules are unmet, which applies once they are', async () => {
    const rules =
      '{"type":"group","children":[{"type":"cart_attribute","match":"value","operator":">=","against":"20"}]}';
    await shop.promotion({ discount_code: 'LATER', match_rules: rules });
    const product = await shop.product();
    const cart = await shop.cart(product.id);
    const kept = (await set(cart, 'LATER')).body.result;
    expect([kept.discount_code, kept.promotions.applied]).toEqual(['LATER', []]);
    const { body } = await shop.send<CartResult>('POST', `/v1/carts/${cart}`, { form: { id: product.id } });
    expect(body.result.promotions.applied).toHaveLength(1);
    const put = await shop.send<CartResult>('PUT', `/v1/carts/${cart}`, { form: { discount_code: '' } });
    expect(put.body.result.discount_code).toBeNull();
  });

  it('promotions.md 18: rules see orders and spending of the customer', async () => {
    const first =
      '{"type":"group","children":[{"type":"customer","match":"first_order","operator":"=","against":"1"}]}';
    const spent = '{"type":"group","children":[{"type":"customer","match":"spent","operator":">=","against":"9"}]}';
    await shop.promotion({ discount_code: 'WELCOME', match_rules: first });
    const loyal = await shop.promotion({ action: 'discount_subtotal_fixed', amount: 5, match_rules: spent });
    const product = await shop.product();
    const buy = async () => {
      const cart = await shop.cart(product.id);
      await set(cart, 'WELCOME');
      const customer = { first_name: 'L', last_name: 'M', email: 'loyal@example.com' };
      return (await shop.checkout(cart, { customer })).body.result;
    };
    const one = await buy();
    const two = await buy();
    await shop.send('PUT', `/v1/orders/${one.id}`, { form: { status: 'paid' } });
    expect([one.total, two.total, (await buy()).total]).toEqual([9, 10, 5]);
    await shop.send('DELETE', `/v1/promotions/cart/${loyal.id}`);
  });

  it('promotions.md, Preview: a preview prices a stored cart, and uses nothing', async () => {
    const promotion = await shop.promotion({ discount_code: 'PREVIEW', max_uses: 1 });
    const cart = await shop.cart((await shop.product()).id, 3);
    const preview = (form: Fields) => shop.send<Fields>('POST', '/v1/promotions/cart/preview', { form });
    const { body } = await preview({ cart, discount_code: 'preview', only: [promotion.id] });
    expect(body.result['applied']).toEqual([expect.objectContaining({ id: promotion.id, discount: 3 })]);
    expect((await preview({ cart: 'no-such-cart' })).body.errors).toEqual({ cart: ['cart does not exist'] });
    expect((await set(cart, 'PREVIEW')).status).toBe(200);
  });
});
