import { type Locator, type Page } from 'playwright-core';
import { type OrderResult, Shop } from '../builders/cart-shop.builder';
import { buttonsOf, ConsoleVisit, violationsOf } from '../support/console-visit';

const ADA = { first_name: 'Ada', last_name: 'Lovelace', address_1: '12 High Street', postcode: 'BA1 1AA' };
const EMPTY = { save_as: null, company: null, address_2: null, city: null, county: null, phone: null };
const BRITAIN = { value: 'United Kingdom', data: { code: 'GB', name: 'United Kingdom' } };
const STORED = { ...EMPTY, ...ADA, instructions: null, email: 'a@example.com', country: BRITAIN };

describe('the addresses of an order in the console', () => {
  let visit: ConsoleVisit;
  let shop: Shop;
  let order: OrderResult;

  beforeAll(async () => {
    visit = await ConsoleVisit.open();
    shop = await Shop.open(visit.store);
  }, 300_000);
  beforeEach(async () => {
    const bill_to = { ...ADA, country: 'GB', save_as: 'Home', email: 'a@example.com' };
    order = await shop.order((await shop.product()).id, { bill_to: JSON.stringify(bill_to), ship_to: 'bill_to' });
  });
  afterEach(() => visit.leave());
  afterAll(() => visit.close());

  const now = async () => (await shop.send<OrderResult>('GET', `/v1/orders/${order.id}`)).body.result;
  const form = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
  const text = (at: Locator, name: string): Locator => at.getByRole('textbox', { name, exact: true });

  it('console.md 3: are changed one by one, and what was not changed stays', async () => {
    const page = await visit.signedIn();
    await visit.go(page, `/orders/${order.id}`);
    await page.getByRole('button', { name: 'Change the shipping address' }).click();
    const shipping = form(page, 'Change the shipping address');
    await shipping.waitFor();
    await visit.settled(page);
    expect(await violationsOf(page)).toEqual([]);
    expect(await text(shipping, 'Street and number').inputValue()).toBe('12 High Street');
    expect(await shipping.getByRole('combobox', { name: 'Country' }).inputValue()).toBe('United Kingdom');
    await text(shipping, 'Street and number').fill('3 Station Road');
    await text(shipping, 'City').fill('Bath');
    // Another person changes the same field and another one in the meantime.
    const theirs = { ...ADA, country: 'GB', save_as: 'Home', city: 'Wells', phone: '0117', email: 'a@example.com' };
    await shop.send('PUT', `/v1/orders/${order.id}`, { json: { ship_to: theirs } });
    await shipping.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Save my version' }).click();
    await page.getByText('The address was changed.').waitFor();
    await shipping.waitFor({ state: 'detached' });
    await page.getByText('3 Station Road').waitFor();
    const data = { ...STORED, save_as: 'Home', address_1: '3 Station Road', city: 'Bath', phone: '0117' };
    expect(await now()).toEqual({
      ...order,
      ship_to: { value: 'Ada Lovelace, 3 Station Road, Bath, BA1 1AA, GB', data },
      updated_at: expect.any(String) as string,
    });
    expect(visit.faults).toEqual([]);
  });

  it('console.md 3: are asked about before another form takes their place', async () => {
    const page = await visit.signedIn();
    const question = page.getByRole('dialog', { name: 'Your changes are not saved' });
    await visit.go(page, `/orders/${order.id}?do=bill_to`);
    const billing = form(page, 'Change the billing address');
    await text(billing, 'City').fill('Bath');
    await page.getByRole('button', { name: 'Change the shipping address' }).click();
    await question.getByRole('button', { name: 'Stay here' }).click();
    expect(await text(billing, 'City').inputValue()).toBe('Bath');
    await page.getByRole('button', { name: 'Change the shipping address' }).click();
    await question.getByRole('button', { name: 'Leave without saving' }).click();
    const shipping = form(page, 'Change the shipping address');
    await shipping.waitFor();
    expect(await text(shipping, 'City').inputValue()).toBe('');
    await text(shipping, 'City').fill('Wells');
    await shipping.getByRole('button', { name: 'Cancel' }).click();
    await shipping.waitFor({ state: 'detached' });
    expect(await now()).toEqual(order);
  });

  it('console.md 3: name a wrong country at its field, where the names of countries may not be read', async () => {
    const { body } = await shop.send<OrderResult>('PUT', `/v1/orders/${order.id}`, { form: { bill_to: '' } });
    const page = await visit.signedIn(['orders:read', 'orders:write']);
    await visit.go(page, `/orders/${order.id}?do=bill_to`);
    const billing = form(page, 'Change the billing address');
    const country = text(billing, 'Country');
    for (const [name, value] of [
      ['First name', 'Grace'],
      ['Last name', 'Hopper'],
      ['Street and number', '1 Navy Yard'],
      ['Postcode', '20374'],
      ['Country', 'QQ'],
    ] as const)
      await text(billing, name).fill(value);
    await billing.getByRole('button', { name: 'Save' }).click();
    await billing.getByText('Must be a country code of ISO 3166-1 alpha-2', { exact: true }).waitFor();
    expect(await country.getAttribute('aria-invalid')).toBe('true');
    expect(await billing.getByRole('alert').innerText()).toContain('“Country” must be a country code');
    expect((await now())['bill_to']).toBeNull();
    await country.fill('us');
    await billing.getByRole('button', { name: 'Save' }).click();
    await billing.waitFor({ state: 'detached' });
    const grace = { first_name: 'Grace', last_name: 'Hopper', address_1: '1 Navy Yard', postcode: '20374' };
    const data = { code: 'US', name: 'United States' };
    expect(await now()).toEqual({
      ...body.result,
      bill_to: {
        value: 'Grace Hopper, 1 Navy Yard, 20374, US',
        data: { ...STORED, ...grace, email: null, country: { value: data.name, data } },
      },
      updated_at: expect.any(String) as string,
    });
    expect(visit.faults).toEqual([]);
  });

  it('console.md 3: are not changed without the scope to write orders', async () => {
    const page = await visit.signedIn(['orders:read']);
    await visit.go(page, `/orders/${order.id}?do=ship_to`);
    expect(await buttonsOf(page)).toEqual([]);
    expect(await form(page, 'Change the shipping address').count()).toBe(0);
  });
});
