import { getDataSourceToken } from '@nestjs/typeorm';
import { type Page } from 'playwright-core';
import { type DataSource } from 'typeorm';
import { GatewaysService } from '../../src/modules/settings/gateways.service';
import { type Fields, GOOD_CARD, Shop } from '../builders/cart-shop.builder';
import { png, upload } from '../builders/image.builder';
import { buttonsOf, ConsoleVisit, hostile, READ_SCOPES, violationsInBoth } from '../support/console-visit';

describe('customers and settings in the console (console.md 6)', () => {
  let visit: ConsoleVisit;
  let shop: Shop;
  let page: Page;

  beforeAll(async () => {
    visit = await ConsoleVisit.open();
    shop = await Shop.open(visit.store);
  }, 300_000);
  beforeEach(async () => (page = await visit.signedIn()));
  afterEach(() => visit.leave());
  afterAll(() => visit.close());

  const field = (name: string, on = page) => on.getByRole('textbox', { name, exact: true });
  const button = (name: string, on = page) => on.getByRole('button', { name, exact: true });
  const choose = async (name: string, option: string): Promise<void> => {
    await page.getByRole('combobox', { name }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const read = async (path: string) => (await shop.send<Fields & { id: string }>('GET', path)).body.result;
  const settingsOf = async (slug: string): Promise<unknown> => {
    const gateways = visit.store.app.get(GatewaysService);
    const { manager } = visit.store.app.get<DataSource>(getDataSourceToken());
    const gateway = await gateways.findBySlug(manager, slug);
    return gateway && gateways.settingsOf(gateway);
  };
  const idOf = (on: Page): string => new URL(on.url()).pathname.split('/').at(-1) ?? '';
  const customer = (email: string, more: Fields = {}) =>
    shop.made('/v1/customers', { first_name: 'Grace', last_name: 'Hopper', email, ...more });

  it.each([
    ['without', '0', 'Prices without tax.'],
    ['with', '1', 'Prices include tax.'],
  ])('says that prices are entered %s tax, where they are', async (_, PRICES_INCLUDE_TAX, sentence) => {
    const own = await ConsoleVisit.open({ PRICES_INCLUDE_TAX });
    try {
      const there = await own.signedIn();
      for (const path of ['/catalog/products/new', '/settings/shipping/new']) {
        await own.go(there, path);
        await there.getByText(sentence).waitFor();
      }
      expect(own.faults).toEqual([]);
    } finally {
      await own.close();
    }
  });

  it('makes a group and a customer in it, with an address', async () => {
    await visit.go(page, '/customers/groups');
    await page.getByText('There are no groups yet').waitFor();
    await page.getByRole('link', { name: 'New group' }).click();
    await field('Name').fill('Große Kunden');
    await button('Create the group').click();
    await page.getByRole('row', { name: /^Große Kunden grosse-kunden/ }).waitFor();
    await visit.go(page, '/customers/new');
    await field('First name').fill('Ada');
    await field('Last name').fill('Lovelace');
    await field('E-mail').fill('Ada@Example.com');
    await choose('Group', 'Große Kunden');
    await button('Create the customer').click();
    await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
    await button('New address').click();
    const form = page.getByRole('region', { name: 'Addresses' });
    for (const [name, text] of [
      ['First name', 'Ada'],
      ['Last name', 'Lovelace'],
      ['Street and number', '12 High Street'],
      ['Postcode', 'BA1 1AA'],
    ] as const) {
      await form.getByRole('textbox', { name, exact: true }).fill(text);
    }
    await choose('Country', 'United Kingdom');
    await button('Add the address').click();
    await form.getByText('12 High Street').waitFor();
    const id = idOf(page);
    expect(await read(`/v1/customers/${id}`)).toMatchObject({
      first_name: 'Ada',
      email: 'ada@example.com',
      group: { data: { slug: 'grosse-kunden' } },
    });
    expect(await read(`/v1/customers/${id}/addresses`)).toMatchObject([
      { address_1: '12 High Street', postcode: 'BA1 1AA', city: null, country: { data: { code: 'GB' } } },
    ]);
    await button('Change', page).click();
    await field('City').fill('Bath');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The address was changed.').waitFor();
    expect(await read(`/v1/customers/${id}/addresses`)).toMatchObject([{ city: 'Bath', postcode: 'BA1 1AA' }]);
    expect(visit.faults).toEqual([]);
  });

  it('finds a customer by e-mail and group, and goes to an order and back', async () => {
    const group = await shop.made('/v1/customers/groups', { title: 'Trade', slug: 'trade' });
    const own = await customer('trade@example.com', { group: group.id });
    await customer('other@example.com');
    const order = await shop.order((await shop.product()).id, { customer: own.id });
    await visit.go(page, '/customers?q=trade%40example.com');
    await page.getByRole('link', { name: 'Grace Hopper' }).click();
    await page.getByRole('link', { name: order.id }).click();
    await page.getByRole('heading', { name: `Order ${order.id}` }).waitFor();
    await page.getByRole('link', { name: 'Grace Hopper' }).click();
    await page.getByRole('link', { name: 'In the list of orders' }).click();
    await page.getByText('1 to 1 of 1').waitFor();
    await visit.go(page, `/customers/groups/${group.id}`);
    await page.getByRole('link', { name: 'Show its customers' }).click();
    await page.getByText('1 to 1 of 1').waitFor();
    expect(await page.getByRole('row', { name: /trade@example.com/ }).count()).toBe(1);
    expect(visit.faults).toEqual([]);
  });

  it('tells the second of two editors what the first one changed', async () => {
    const { id } = await customer('two@example.com');
    await visit.go(page, `/customers/${id}`);
    const other = await visit.signedIn();
    await visit.go(other, `/customers/${id}`);
    await field('Last name', other).fill('Murray');
    await button('Save', other).click();
    await other.getByText('The customer was changed.').waitFor();
    await field('Last name').fill('Brewster');
    await button('Save').click();
    const told = page.getByRole('alert');
    await told.getByText('Another person changed this record while you edited it').waitFor();
    expect(await told.getByRole('row', { name: /^Last name/ }).innerText()).toMatch(/Hopper\s+Murray\s+Brewster/);
    expect((await read(`/v1/customers/${id}`))['last_name']).toBe('Murray');
    await button('Save my version').click();
    await page.getByRole('heading', { name: 'Grace Brewster' }).waitFor();
    expect((await read(`/v1/customers/${id}`))['last_name']).toBe('Brewster');
    expect(visit.faults).toEqual([]);
  });

  it('removes a customer after a question, and keeps a group that is in use', async () => {
    const group = await shop.made('/v1/customers/groups', { title: 'Kept', slug: 'kept' });
    const { id } = await customer('gone@example.com', { group: group.id });
    await visit.go(page, `/customers/groups/${group.id}`);
    const remove = async (): Promise<void> => {
      await button('Remove').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    };
    await remove();
    await page.getByRole('alert').waitFor();
    await visit.go(page, `/customers/${id}`);
    await remove();
    await page.getByText('The customer was removed.').waitFor();
    await visit.go(page, `/customers/groups/${group.id}`);
    await remove();
    await page.getByText('The group was removed.').waitFor();
    expect((await shop.send('GET', `/v1/customers/${id}`)).status).toBe(404);
    expect((await shop.send('GET', `/v1/customers/groups/${group.id}`)).status).toBe(404);
    expect(visit.faults).toEqual([]);
  });

  it('shows the hostile text of a customer as text, accessible, and a reader no button that would fail', async () => {
    const text = hostile(255);
    const { id } = await customer('evil@example.com', { first_name: text, last_name: text });
    const address = { first_name: text, last_name: 'x', address_1: text, postcode: '1', country: 'DE' };
    await shop.made(`/v1/customers/${id}/addresses`, { ...address, save_as: text, instructions: hostile(1024) });
    const path = `/customers/${id}?address=new`;
    await visit.go(page, path);
    expect(await violationsInBoth(page)).toEqual([]);
    expect(await visit.harmed(['/customers', path])).toEqual([]);
    const reader = await visit.signedIn(READ_SCOPES);
    await visit.go(reader, path);
    expect(await buttonsOf(reader)).toEqual([]);
    expect(visit.faults).toEqual([]);
  });

  it('shows the hostile text of settings as text', async () => {
    const text = { title: hostile(255), description: hostile(10_000) };
    const format = `{price}${hostile(248)}`;
    const currency = await shop.made('/v1/currencies', { code: 'JPY', title: hostile(255), format });
    const tax = await shop.made('/v1/taxes', { ...text, rate: '7' });
    const terms = { slug: 's'.repeat(255), company: hostile(255), tax_band: tax.id };
    const method = await shop.shipping({ ...text, ...terms });
    const picture = upload(png(4, 3), 'evil.png', { name: hostile(255) });
    const file = await shop.send('POST', '/v1/files', { multipart: picture });
    const records = [
      ['currencies', currency],
      ['taxes', tax],
      ['shipping', method],
      ['files', file.body.result],
    ] as const;
    const paths = records.flatMap(([list, { id }]) => [`/settings/${list}`, `/settings/${list}/${id}`]);
    expect(await visit.harmed(paths)).toEqual([]);
    for (const [list, { id }] of records.toReversed()) {
      expect((await shop.send('DELETE', `/v1/${list}/${id}`)).status).toBe(200);
    }
    expect(visit.faults).toEqual([]);
  });

  it('adds a currency with a preview, in which a cart then has its prices', async () => {
    await visit.go(page, '/settings');
    await page.getByRole('link', { name: 'New currency' }).click();
    await field('Code').fill('EUR');
    await field('Name').fill('Euro');
    await field('How amounts look').fill('{price} €');
    await field('Decimal separator').fill(',');
    await field('Thousands separator').fill('.');
    await field('Exchange rate').fill('1.25');
    await page.getByText('1234.5 looks like this: 1.234,50 €').waitFor();
    await button('Add the currency').click();
    await page.getByRole('row', { name: /^EUR Euro 1.234,50 € 1.25 On$/ }).waitFor();
    const product = await shop.product({ price: '1000' });
    const cart = await shop.cart(product.id);
    const { body } = await shop.send<Fields>('GET', `/v1/carts/${cart}`, { headers: { 'X-Currency': 'EUR' } });
    expect(JSON.stringify(body)).toContain('1.250,00 €');
    expect(visit.faults).toEqual([]);
  });

  it('adds a tax band and a shipping method, which a checkout then uses', async () => {
    await visit.go(page, '/settings/taxes/new');
    await field('Name').fill('Reduced');
    await field('Rate in percent').fill('5');
    await button('Add the tax band').click();
    await page.getByRole('row', { name: /^Reduced 5%/ }).waitFor();
    await page.getByRole('link', { name: 'Shipping', exact: true }).click();
    await page.getByText('There are no shipping methods').waitFor();
    await page.getByRole('link', { name: 'New shipping method' }).click();
    await field('Name').fill('Next day');
    await field('Price').fill('4');
    await field('For carts up to').fill('50');
    await choose('Tax band', 'Reduced');
    await button('Add the shipping method').click();
    await page.getByRole('row', { name: /^Next day £4.00 £0.00 to £50.00 Any Reduced On$/ }).waitFor();
    const method = 'next-day';
    const dear = await shop.product({ price: '60', requires_shipping: 1 });
    const refused = await shop.checkout(await shop.cart(dear.id), { shipping: method });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['shipping']]);
    const cheap = await shop.product({ price: '10', requires_shipping: 1 });
    expect(await shop.order(cheap.id, { shipping: method })).toMatchObject({ shipping_price: 4, total: 14.2 });
    await page.getByRole('link', { name: 'Next day' }).click();
    await field('Price').fill('0');
    await button('Save').click();
    await page.getByText('The change was saved.').waitFor();
    expect(await shop.order(cheap.id, { shipping: method })).toMatchObject({ shipping_price: 0, total: 10 });
    expect(visit.faults).toEqual([]);
  });

  it('removes a currency, a tax band and a shipping method after a question', async () => {
    const currency = await shop.made('/v1/currencies', { code: 'SEK', title: 'Krona', format: '{price} kr' });
    const tax = await shop.made('/v1/taxes', { title: 'Past', rate: '3' });
    const method = await shop.shipping({ title: 'Pigeon' });
    for (const [list, { id }, name] of [
      ['currencies', currency, /^SEK Krona/],
      ['taxes', tax, /^Past 3%/],
      ['shipping', method, /^Pigeon/],
    ] as const) {
      await visit.go(page, `/settings/${list}`);
      await page.getByRole('row', { name }).getByRole('link').click();
      await button('Remove').click();
      expect((await shop.send('GET', `/v1/${list}/${id}`)).status).toBe(200);
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await page.getByText('It was removed.').waitFor();
      await visit.settled(page);
      expect([new URL(page.url()).pathname, await page.getByRole('row', { name }).count()]).toEqual([
        `/console/settings/${list}`,
        0,
      ]);
      expect((await shop.send('GET', `/v1/${list}/${id}`)).status).toBe(404);
    }
    expect(visit.faults).toEqual([]);
  });

  it('keeps the default currency, and says so once', async () => {
    await visit.go(page, '/settings/currencies');
    await page
      .getByRole('row', { name: /Default$/ })
      .getByRole('link')
      .click();
    await button('Remove').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    expect(await page.getByText('default currency cannot be removed').allInnerTexts()).toEqual([
      'default currency cannot be removed',
    ]);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await visit.go(page, '/settings/currencies');
    expect(await page.getByRole('row', { name: /Default$/ }).count()).toBe(1);
    expect(visit.faults).toEqual([]);
  });

  it('sets keys of a gateway that nothing shows again, and keeps those that stay empty', async () => {
    const key = (name: string) => page.getByLabel(`${name} (required)`, { exact: true });
    await visit.go(page, '/settings/gateways/stripe');
    await key('Secret key').fill('sk_hidden_1');
    await button('Save the keys').click();
    await button('Remove Secret key').waitFor();
    await button('Turn on').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await dialog.getByText('“Webhook secret” is required').first().waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await key('Webhook secret').fill('wh_hidden_2');
    await button('Save the keys').click();
    await button('Remove Webhook secret').waitFor();
    await page.reload();
    await visit.settled(page);
    expect([await key('Secret key').inputValue(), await key('Webhook secret').inputValue()]).toEqual(['', '']);
    expect(await settingsOf('stripe')).toEqual({ secret_key: 'sk_hidden_1', webhook_secret: 'wh_hidden_2' });
    const shown = [await page.content(), await read('/v1/gateways/stripe'), await read('/v1/gateways/stripe/settings')];
    expect(JSON.stringify(shown)).not.toMatch(/hidden_/);
    await button('Remove Webhook secret').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove Webhook secret' }).click();
    await page.getByText('The key was removed.').waitFor();
    expect(await settingsOf('stripe')).toEqual({ secret_key: 'sk_hidden_1' });
    expect(visit.faults).toEqual([]);
  });

  it('turns a gateway off, and payments by it are refused', async () => {
    const order = await shop.order((await shop.product()).id);
    await visit.go(page, '/settings/gateways/dummy');
    const press = async (name: string): Promise<void> => {
      await button(name).click();
      await page.getByRole('dialog').getByRole('button', { name }).click();
    };
    await press('Turn off');
    await page.getByText('The gateway is off.').waitFor();
    expect((await shop.pay('purchase', order.id, GOOD_CARD)).status).toBe(422);
    await press('Turn on');
    await page.getByText('The gateway is on.').waitFor();
    expect((await shop.pay('purchase', order.id, GOOD_CARD)).status).toBe(200);
    expect(visit.faults).toEqual([]);
  });
});
