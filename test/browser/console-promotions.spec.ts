import { type Locator, type Page } from 'playwright-core';
import { Shop } from '../builders/cart-shop.builder';
import { buttonsOf, ConsoleVisit, countClicks, inPage, READ_SCOPES, violationsInBoth } from '../support/console-visit';

describe('promotions in the console (console.md 4)', () => {
  let visit: ConsoleVisit;
  let shop: Shop;
  let page: Page;
  let mug: string;
  let tea: string;
  let stored: string;

  beforeAll(async () => {
    visit = await ConsoleVisit.open();
    shop = await Shop.open(visit.store);
    mug = (await shop.product({ title: 'Mug', price: '6.50' })).id;
    tea = (await shop.product({ title: 'Earl Grey', price: '9.99' })).id;
    stored = (await shop.promotion({ title: 'Standing', action: 'discount_subtotal_fixed', amount: 1 })).id;
    await shop.order(mug, {}, 4);
    await shop.order(tea, {}, 1);
    page = await visit.signedIn();
  });
  afterAll(() => visit.close());

  const field = (label: string): Locator => page.getByRole('textbox', { name: label, exact: true });
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const choose = async (label: string, option: string): Promise<void> => {
    await page.getByRole('combobox', { name: label, exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  /** Picks the record that is found by its id. */
  const pick = async (label: string, id: string): Promise<void> => {
    await page.getByRole('combobox', { name: label, exact: true }).fill(id);
    await page.getByRole('option', { name: new RegExp(`^${id}`) }).click();
  };
  /** Removes records that another test would count. */
  const forget = async (...paths: readonly string[]): Promise<void> => {
    for (const path of paths) expect((await shop.send('DELETE', path)).status).toBe(200);
  };
  const texts = async (all: Locator): Promise<string[]> =>
    (await all.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
  const cells = async (table: Locator): Promise<string[]> => {
    await table.first().waitFor();
    return (await texts(table.getByRole('row'))).slice(1);
  };

  it('writes one by rules in words whose preview agrees with the checkout', async () => {
    const cart = await shop.cart(mug, 3);
    await shop.send('POST', `/v1/carts/${cart}`, { form: { id: tea, quantity: 1 } });
    // On a slow computer, where what is typed and what is read come in another order.
    const processor = await page.context().newCDPSession(page);
    await processor.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await visit.go(page, '/promotions');
    await page.getByRole('link', { name: 'New promotion' }).click();
    await page.getByRole('heading', { name: 'New promotion', level: 1 }).waitFor();
    await pick('Cart', cart);
    await page.getByRole('row', { name: /^Mug/ }).waitFor();
    await field('Title').fill('Mug week');
    await field('Percent off').fill('20');
    await button('Certain products').click();
    await page.getByRole('combobox', { name: 'Value', exact: true }).fill('mug');
    await page.getByRole('option', { name: 'Mug', exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('switch', { name: /^Live/ }).check();
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('takes off £3.90').waitFor();
    expect(await cells(preview.getByRole('table'))).toEqual([
      'Mug £19.50 −£4.51 £14.99',
      'Earl Grey £9.99 −£0.39 £9.60',
    ]);
    expect(await texts(preview.getByRole('listitem'))).toEqual([
      'Applied Mug week takes off £3.90',
      'Applied Standing takes off £1.00',
    ]);
    const shown = await preview.locator('[data-total]').innerText();

    await button('Save').click();
    await page.getByRole('heading', { name: 'Mug week', level: 1 }).waitFor();
    await visit.settled(page);
    expect(await violationsInBoth(page)).toEqual([]);
    const { body } = await shop.checkout(cart);
    await processor.detach();
    expect([shown, body.result.total]).toEqual(['£24.59', 24.59]);
    const { body: saved } = await shop.send<{ id: string }[]>('GET', '/v1/promotions/cart', {
      query: { title: 'Mug week' },
    });
    expect(saved.result).toMatchObject([
      {
        amount: 20,
        status: { value: 'Enabled' },
        action: { data: { key: 'discount_by_percent' } },
        match_items: {
          type: 'group',
          match_on: 'all',
          children: [{ type: 'cart_item', match: 'id', operator: 'in', against: [mug] }],
        },
        match_rules: null,
      },
    ]);
    await forget(`/v1/orders/${body.result.id}`, `/v1/promotions/cart/${saved.result[0]?.id}`);
  });

  it('previews on the items of an order what a checkout of these products takes off, also for a category above theirs', async () => {
    const { id: parent } = await shop.made('/v1/categories', { title: 'Kitchen', slug: 'kitchen', status: 1 });
    const { id: category } = await shop.made('/v1/categories', { title: 'Pots', slug: 'pots', status: 1, parent });
    const pot = await shop.product({ title: 'Pot', price: '12', sale_price: '9', category });
    const order = await shop.order(pot.id, {}, 2);
    const children = [{ type: 'cart_item', match: 'category', operator: 'in', against: [parent] }];
    const match_items = JSON.stringify({ type: 'group', match_on: 'all', children });
    const own = await shop.promotion({ title: 'Kitchen week', amount: 50, match_items });
    await visit.go(page, `/promotions/${own.id}?others=none`);
    const preview = page.getByRole('region', { name: 'Preview' });
    const total = (): Promise<string> => preview.locator('[data-total]').innerText();
    await pick('Items of an order', order.id);
    await preview.getByText('takes off £9.00').waitFor();
    expect([await cells(preview.getByRole('table')), await total()]).toEqual([['Pot £18.00 −£9.00 £9.00'], '£9.00']);
    for (const heading of ['Price each', 'Quantity']) await preview.getByText(heading, { exact: true }).waitFor();
    await field('Title').fill('Kitchen weeks');
    await button('Save').click();
    await page.getByRole('heading', { name: 'Kitchen weeks', level: 1 }).waitFor();
    // Saving keeps the cart of the preview.
    await button('Remove Pot').click();
    await page.getByRole('combobox', { name: 'Add a product', exact: true }).fill('pot');
    await page.getByRole('option', { name: 'Pot', exact: true }).click();
    await preview.getByText('takes off £4.50').waitFor();
    expect([await cells(preview.getByRole('table')), await total()]).toEqual([['Pot £9.00 −£4.50 £4.50'], '£4.50']);
    await shop.send('PUT', `/v1/promotions/cart/${stored}`, { form: { status: 0 } });
    const { body } = await shop.checkout(await shop.cart(pot.id, 2));
    await shop.send('PUT', `/v1/promotions/cart/${stored}`, { form: { status: 1 } });
    expect(body.result.total).toBe(9);
    await forget(`/v1/orders/${body.result.id}`, `/v1/orders/${order.id}`, `/v1/promotions/cart/${own.id}`);
  });

  it('previews the items of an order for its customer, by its code and with its shipping', async () => {
    const { id: group } = await shop.made('/v1/customers/groups', { title: 'Trade', slug: 'trade' });
    const ada = { first_name: 'Ada', last_name: 'King', email: 'king@shop.example', group };
    const { id: customer } = await shop.made('/v1/customers', ada);
    const terms = { discount_code: 'KING', customer_group: group, apply_to_shipping: 1 };
    const own = await shop.promotion({ title: 'For kings', amount: 50, ...terms });
    await shop.send('PUT', `/v1/promotions/cart/${stored}`, { form: { status: 0 } });
    const shipping = (await shop.shipping({ title: 'By mail', price: '4' })).id;
    const cart = await shop.cart(mug, 2);
    await shop.send('PUT', `/v1/carts/${cart}`, { form: { customer } });
    await shop.send('POST', `/v1/carts/${cart}/discount`, { form: { code: 'KING' } });
    const { body } = await shop.checkout(cart, { customer, shipping });
    await visit.go(page, `/promotions/${own.id}?others=none`);
    const preview = page.getByRole('region', { name: 'Preview' });
    await pick('Items of an order', body.result.id);
    await preview.getByText('takes off £8.50').waitFor();
    expect(await preview.locator('[data-total]').innerText()).toBe(`£${body.result.total.toFixed(2)}`);
    const field = (name: string) => preview.getByRole('combobox', { name, exact: true }).inputValue();
    expect([await field('Customer'), await field('Shipping method')]).toEqual([
      'Ada King · king@shop.example',
      'By mail',
    ]);
    expect(await preview.getByLabel('Code of the cart').inputValue()).toBe('KING');
    await shop.send('PUT', `/v1/promotions/cart/${stored}`, { form: { status: 1 } });
    await forget(`/v1/orders/${body.result.id}`, `/v1/promotions/cart/${own.id}`, `/v1/shipping/${shipping}`);
  });

  it('previews for a customer who is found by name, in fields that are wide enough to read', async () => {
    const { id: group } = await shop.made('/v1/customers/groups', { title: 'Friends', slug: 'friends' });
    const ada = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@shop.example', group };
    await shop.made('/v1/customers', ada);
    const own = await shop.promotion({ title: 'Friends only', amount: 50, customer_group: group });
    await visit.go(page, `/promotions/${own.id}?others=none`);
    const preview = page.getByRole('region', { name: 'Preview' });
    await page.getByRole('combobox', { name: 'Add a product', exact: true }).fill('mug');
    await page.getByRole('option', { name: 'Mug', exact: true }).click();
    await preview.getByText('Not applied').waitFor();
    const customer = preview.getByRole('combobox', { name: 'Customer', exact: true });
    await customer.fill('lovel');
    await page.getByRole('option', { name: 'Ada Lovelace · ada@shop.example', exact: true }).click();
    await preview.getByText('takes off £3.25').waitFor();
    expect(await customer.inputValue()).toBe('Ada Lovelace · ada@shop.example');
    const narrow: unknown[] = [];
    for (const width of [360, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      for (const name of ['On the day', 'Customer', 'Code of the cart']) {
        const box = await preview.getByLabel(name, { exact: true }).first().boundingBox();
        if ((box?.width ?? 0) < 220) narrow.push([width, name, box?.width]);
      }
    }
    await page.setViewportSize({ width: 1280, height: 720 });
    expect(narrow).toEqual([]);
    await forget(`/v1/promotions/cart/${own.id}`);
    expect(visit.faults).toEqual([]);
  });

  it('back-tests what the form says, saved or not', async () => {
    await visit.go(page, `/promotions/${stored}`);
    await field('Amount off the order').fill('5');
    await choose('Compare', 'What was paid, and this one alone');
    await button('Start the back-test').click();
    await page.locator('.found').waitFor();
    const top = await inPage(page, "document.querySelector('.found').getBoundingClientRect().top");
    expect(top).toBeGreaterThan(0);
    expect(top).toBeLessThan(100);
    const section = page.getByRole('region', { name: 'Back-test' });
    const largest = section.getByRole('table').last();
    await section.getByText('taken off £5.00').first().waitFor();
    expect(await texts(section.locator('.figures > div'))).toEqual([
      'Orders looked at 2',
      'Orders that change 2',
      'Orders that cost less 2',
      'Orders that cost more 0',
      'Same total, other discounts 0',
    ]);
    await section.getByText('In all, customers would have paid £8.00 less').waitFor();
    expect(await cells(section.getByRole('table').first())).toEqual([
      'Discount of Standing £2.00 £10.00 +£8.00',
      'Discount of other promotions £0.00 £0.00 £0.00',
      'What customers pay, with tax and shipping £33.99 £25.99 −£8.00',
    ]);
    expect(await cells(section.getByRole('table').nth(1))).toEqual(['Standing 2 £10.00 £5.00 £5.00']);
    const found = await cells(largest);
    expect(found.map((row) => row.replace(/^\d+ /, ''))).toEqual([
      '£1.00 → £5.00 £25.00 → £21.00 Standing would have taken off £5.00 instead of £1.00.',
      '£1.00 → £5.00 £8.99 → £4.99 Standing would have taken off £5.00 instead of £1.00.',
    ]);
    expect(await cells(section.locator('.histogram'))).toEqual([
      'No discount 0 0',
      'Over £0.00, up to £1.00 2 0',
      'Over £1.00, up to £2.00 0 0',
      'Over £2.00, up to £5.00 0 2',
    ]);
    const { body } = await shop.send('GET', `/v1/promotions/cart/${stored}`);
    expect(body.result['amount']).toBe(1);
    expect(await violationsInBoth(page)).toEqual([]);
  });

  it('writes “3 for 2 on mugs until Sunday, not with other promotions” in words, and the checkout agrees', async () => {
    const category = await shop.made('/v1/categories', { title: 'Mugs', slug: 'mugs', status: 1 });
    const staff = { action: 'discount_by_fixed', amount: '0.01', persistent: 1 };
    const always = await shop.promotion({ title: 'Staff', ...staff });
    const big = (await shop.product({ title: 'Big mug', price: '9', category: category.id })).id;
    await visit.go(page, '/promotions/new');
    const clicks = await countClicks(page);
    await field('Title').fill('3 for 2 on mugs');
    await choose('Action', 'Buy some, get some free (3 for 2)');
    expect(await Promise.all(['Units to buy', 'Units free'].map((name) => field(name).inputValue()))).toEqual([
      '2',
      '1',
    ]);
    // The example is of the list alone: here it stood above other numbers.
    const action = page.getByRole('combobox', { name: 'Action', exact: true });
    expect(await action.inputValue()).toBe('Buy some, get some free');
    const sunday = nextSunday();
    await page.getByLabel('Last day').fill(sunday);
    await choose('Other promotions', 'Not with other promotions');
    await page.getByText('A cart gets this one alone.').waitFor();
    await page.getByRole('switch', { name: /^Live/ }).check();
    await button('Certain categories').click();
    await page.getByRole('combobox', { name: 'Value', exact: true }).fill('mug');
    await page.getByRole('option', { name: 'Mugs', exact: true }).click();
    await page.keyboard.press('Escape');
    await button('Save').click();
    await page.getByRole('heading', { name: '3 for 2 on mugs', level: 1 }).waitFor();
    expect(await clicks()).toBe(8);
    const { body } = await shop.checkout(await shop.cart(big, 3));
    // 27.00 less one mug; the others stay out, also the one that always applies.
    expect(body.result.total).toBe(18);
    const { body: saved } = await shop.send<{ id: string }[]>('GET', '/v1/promotions/cart', {
      query: { title: '3 for 2 on mugs' },
    });
    expect(saved.result).toMatchObject([{ to: sunday, state: 'live', trigger_quantity: 2, amount: 1 }]);
    await page.getByRole('switch', { name: /^Live/ }).uncheck();
    await button('Save').click();
    await page.getByText('Draft', { exact: true }).waitFor();
    expect(await violationsInBoth(page)).toEqual([]);
    await forget(
      `/v1/orders/${body.result.id}`,
      ...[saved.result[0]?.id, always.id].map((id) => `/v1/promotions/cart/${id}`),
    );
  });

  it('finds a product by typing among more than a list offers, and names those that are chosen', async () => {
    for (let i = 0; i < 60; i += 1) await shop.product({ title: `Cup ${String(i).padStart(2, '0')}` });
    const last = (await shop.product({ title: 'Zebra cup' })).id;
    const against = [last, 'a-slug'];
    const rules = {
      type: 'group',
      match_on: 'all',
      children: [{ type: 'cart_item', match: 'id', operator: 'in', against }],
    };
    const own = await shop.promotion({ title: 'Cups', status: 0, match_items: JSON.stringify(rules) });
    await visit.go(page, `/promotions/${own.id}`);
    const value = page.locator('.rule-value');
    await value.getByText('Zebra cup').waitFor();
    await value.getByText('a-slug').waitFor();
    await page.getByRole('combobox', { name: 'Value', exact: true }).fill('CUP 5');
    await page.getByRole('option', { name: 'Cup 59', exact: true }).click();
    await value.getByText('Cup 59').waitFor();
    // Those that are offered at once, and the three chosen ones.
    expect(await page.getByRole('option').count()).toBeLessThanOrEqual(53);
  });

  it('chooses the days of a back-test at once', async () => {
    await visit.go(page, `/promotions/${stored}`);
    const days = async (): Promise<number> => {
      const [from = '', to = ''] = await Promise.all(
        ['Orders from', 'Orders until'].map((label) => page.getByLabel(label).inputValue()),
      );
      // Both are replayed.
      return (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
    };
    expect(await days()).toBe(30);
    await button('Last 90 days').click();
    expect(await days()).toBe(90);
    await button('Last 7 days').click();
    expect([await days(), await button('Last 7 days').getAttribute('aria-pressed')]).toEqual([7, 'true']);
  });

  it('adds pasted codes, and those of a file, and says which line is wrong', async () => {
    const { id } = await shop.promotion({ status: 0 });
    await visit.go(page, `/promotions/${id}/codes`);
    await field('Codes').fill('FIRST-1\nSECOND-2, THIRD-3\n');
    await button('Add the codes').click();
    await page.getByRole('row', { name: /^THIRD-3/ }).waitFor();
    expect(await field('Codes').inputValue()).toBe('');
    await page.locator('input[type=file]').setInputFiles({
      name: 'codes.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('code\r\nFILE-4\r\n'),
    });
    await button('Add the codes').click();
    await page.getByRole('row', { name: /^FILE-4/ }).waitFor();
    await field('Codes').fill('FIVE-5\n\nFIRST-1');
    await button('Add the codes').click();
    expect(await page.getByRole('alert').innerText()).toContain('“Codes” line 3 must be unique');
    const { body } = await shop.send<{ code: string }[]>('GET', `/v1/promotions/cart/${id}/codes`);
    expect(body.result.map(({ code }) => code).sort()).toEqual(['FILE-4', 'FIRST-1', 'SECOND-2', 'THIRD-3']);
    expect(await violationsInBoth(page)).toEqual([]);
  });

  it('reads numbers with a decimal comma, and saves none that is no number', async () => {
    const { id } = await shop.promotion({ status: 0 });
    await visit.go(page, `/promotions/${id}`);
    await field('Percent off').fill('12,5');
    await button('Add a rule').click();
    await field('Value').fill('£50');
    await page.getByText('This must be a number like 12.34').waitFor();
    expect(await button('Start the back-test').isDisabled()).toBe(true);
    await button('Save').click();
    expect(await inPage(page, 'document.activeElement.value')).toBe('£50');
    await field('Value').fill('50,50');
    await button('Save').click();
    await page.getByText('The promotion was saved.').waitFor();
    const { body } = await shop.send('GET', `/v1/promotions/cart/${id}`);
    expect(body.result).toMatchObject({
      amount: 12.5,
      match_rules: { children: [{ match: 'value', against: '50.50' }] },
    });
    await forget(`/v1/promotions/cart/${id}`);
    expect(visit.faults).toEqual([]);
  });

  it('makes, lists and revokes codes', async () => {
    const { id } = await shop.promotion({ status: 0 });
    await visit.go(page, `/promotions/${id}/codes`);
    await field('Number of codes').fill('2');
    await field('Prefix').fill('TEA-');
    await button('Create codes').click();
    const rows = page.getByRole('region', { name: 'All codes' }).getByRole('row', { name: /^TEA-/ });
    await rows.nth(1).waitFor();
    await rows.first().getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('row', { name: /^TEA-.*Revoked/ }).waitFor();
    const { body } = await shop.send<{ state: string }[]>('GET', `/v1/promotions/cart/${id}/codes`);
    expect(body.result.map(({ state }) => state).sort()).toEqual(['revoked', 'unused']);
    expect(await violationsInBoth(page)).toEqual([]);
  });

  it('shows a token that may only read no button that would fail', async () => {
    const { id } = await shop.promotion({ status: 0 });
    await shop.made(`/v1/promotions/cart/${id}/codes`, { count: 2, prefix: 'TEA-' });
    const reader = await visit.signedIn(READ_SCOPES);
    await visit.go(reader, '/promotions');
    expect(await reader.getByRole('link', { name: 'New promotion' }).count()).toBe(0);
    await visit.go(reader, `/promotions/${stored}`);
    await reader.getByRole('region', { name: 'Preview' }).waitFor();
    expect(await buttonsOf(reader)).toEqual(['Add an item by its price']);
    await visit.go(reader, `/promotions/${id}/codes`);
    await reader.getByRole('row', { name: /^TEA-/ }).first().waitFor();
    expect(await buttonsOf(reader)).toEqual(['Save all as CSV', 'Columns']);
    await reader.close();
    expect(visit.faults).toEqual([]);
  });
});

/** The Sunday of this week, `YYYY-MM-DD`: today on a Sunday. */
function nextSunday(): string {
  const today = new Date();
  return new Date(today.getTime() + ((7 - today.getUTCDay()) % 7) * 86_400_000).toISOString().slice(0, 10);
}
