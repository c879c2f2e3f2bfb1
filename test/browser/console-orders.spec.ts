import { readFileSync } from 'node:fs';
import { type Page } from 'playwright-core';
import { type Fields, GOOD_CARD, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { ConsoleVisit, countClicks, inPage } from '../support/console-visit';

const GRACE = { first_name: 'Grace', last_name: 'Hopper', email: 'grace@shop.example' };

/** The money and the goods of orders, as a bookkeeper looks at them. */
describe('the orders of the console', () => {
  let visit: ConsoleVisit;
  let shop: Shop;
  let order: OrderResult;

  beforeAll(async () => {
    visit = await ConsoleVisit.open({ ORDER_NUMBER: 'SK-{seq:6}' });
    shop = await Shop.open(visit.store);
  }, 300_000);
  /** Three mugs of 3.35 with shipping of 5, paid by card, for Grace Hopper. */
  beforeEach(async () => {
    const method = await shop.shipping({ price: '5' });
    const product = await shop.product({ title: 'Mug', price: '3.35' });
    order = await shop.order(product.id, { shipping: method.id, customer: GRACE }, 3);
    await shop.pay('purchase', order.id, GOOD_CARD);
  });
  afterEach(() => visit.leave());
  afterAll(() => visit.close());

  const items = async (quantity: number) => {
    const { body } = await shop.send<{ sku: string }[]>('GET', `/v1/orders/${order.id}/items`);
    return [{ sku: body.result[0]?.sku, quantity }];
  };
  const refund = async (quantity: number) =>
    shop.send('POST', `/v1/checkout/payment/refund/${order.id}`, {
      json: { items: await items(quantity), restock: 1 },
    });
  const transactions = async () =>
    (await shop.send<Fields[]>('GET', `/v1/transactions?order_id=${order.id}&method=refund`)).body.result;
  const alerts = (page: Page) => page.getByRole('alert').allInnerTexts();

  it('orders-that-stay-true.md 35: offers to ship what no refund took back, and says an error once', async () => {
    await refund(1);
    const page = await visit.signedIn();
    await visit.go(page, `/orders/${order.id}`);
    await page.getByRole('button', { name: 'Ship', exact: true }).click();
    const units = page.getByLabel('Units of Mug, at most 2');
    expect(await units.inputValue()).toBe('2');
    // Another person ships one in the meantime.
    await shop.send('POST', `/v1/orders/${order.id}/shipments`, { json: { items: await items(1) } });
    await page.getByRole('button', { name: 'Record the shipment' }).click();
    await page.getByRole('alert').waitFor();
    const [sold] = await items(2);
    const message = `items has 2 of ${String(sold?.sku)}, of which 1 are left to ship`;
    expect(await alerts(page)).toEqual([
      expect.stringMatching(new RegExp(`^The store refused this\\s+${message}\\s+Request id`)),
    ]);
    expect(visit.faults).toEqual([]);
  });

  it('console.md 3: finds the orders of a customer by name', async () => {
    const ada = {
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'ada.augusta.king.countess.of.lovelace@shop.example',
    };
    const { id: customer } = await shop.made('/v1/customers', ada);
    const own = await shop.order((await shop.product()).id, { customer });
    const page = await visit.signedIn();
    await visit.go(page, '/orders');
    const others = page.getByRole('link', { name: String(order['number']), exact: true });
    await others.waitFor();
    await page.getByRole('combobox', { name: 'Customer', exact: true }).fill('lovel');
    const option = page.getByRole('option', { name: `Ada Lovelace · ${ada.email}`, exact: true });
    await option.waitFor();
    // The whole name can be seen, in one line.
    const options = "[...document.querySelectorAll('[role=option]')].filter((it) => it.textContent.includes('@shop'))";
    expect(
      await inPage(page, `${options}.map((it) => [it.scrollWidth - it.clientWidth, it.clientHeight < 40])`),
    ).toEqual([[0, true]]);
    await option.click();
    await others.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: String(own['number']), exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('customer')).toBe(customer);
    expect(visit.faults).toEqual([]);
  });

  it('console.md 3: finds the orders of a promotion by its title', async () => {
    const { id: promotion } = await shop.promotion({ title: 'Mug week' });
    const own = await shop.order((await shop.product()).id);
    await shop.promotion({ title: 'Tea week', status: 0 });
    // Orders of other tests get no discount.
    await shop.send('PUT', `/v1/promotions/cart/${promotion}`, { form: { status: 0 } });
    const page = await visit.signedIn();
    await visit.go(page, '/orders');
    const others = page.getByRole('link', { name: String(order['number']), exact: true });
    await others.waitFor();
    const found = page.waitForResponse((response) => response.url().includes('q=MUG'));
    await page.getByRole('combobox', { name: 'Promotion', exact: true }).fill('MUG W');
    await (await found).finished();
    await visit.settled(page);
    // The store finds them: those of other titles are not offered.
    expect(await page.getByRole('option').allInnerTexts()).toEqual(['Mug week']);
    await page.getByRole('option', { name: 'Mug week', exact: true }).click();
    await others.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: String(own['number']), exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('promotion')).toBe(promotion);
    expect(visit.faults).toEqual([]);
  });

  it('console.md 3: finds the orders of a product by its title, and from its page', async () => {
    const product = await shop.product({ title: 'Lapis Beaker' });
    const own = await shop.order(product.id);
    const page = await visit.signedIn();
    await visit.go(page, '/orders');
    const others = page.getByRole('link', { name: String(order['number']), exact: true });
    const found = page.getByRole('link', { name: String(own['number']), exact: true });
    await others.waitFor();
    await page.getByLabel('Order, e-mail, name, product or SKU').fill('lapis b');
    await others.waitFor({ state: 'detached' });
    await found.waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await others.waitFor();
    // Any word of the title finds the product.
    await page.getByRole('combobox', { name: 'Product', exact: true }).fill('beaker');
    await page.getByRole('option', { name: 'Lapis Beaker', exact: true }).click();
    await others.waitFor({ state: 'detached' });
    await found.waitFor();
    expect(new URL(page.url()).searchParams.get('product')).toBe(product.id);
    await visit.go(page, `/catalog/products/${product.id}`);
    await page.getByRole('link', { name: 'Orders with it' }).click();
    await found.waitFor();
    expect(await others.count()).toBe(0);
    expect(visit.faults).toEqual([]);
  });

  it('console.md 3: a bookkeeper refunds one of three mugs from Home, and finds the refund in the ledger', async () => {
    const page = await visit.signedIn();
    await visit.go(page, '/');
    const clicks = await countClicks(page);
    await page.getByRole('link', { name: /paid orders? waits? to be shipped/ }).click();
    await page.getByRole('link', { name: String(order['number']) }).click();
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await page.getByLabel('Units of Mug').fill('1');
    await page.getByLabel('Reason').fill('The handle was broken');
    await page.getByText('The customer gets £3.35 back').waitFor();
    await page.getByRole('button', { name: 'Refund £3.35' }).click();
    await page.getByText('The refund was made.').waitFor();
    await page.getByText('Kept (captured less refunded)').waitFor();
    expect(await page.getByRole('region', { name: 'Money' }).innerText()).toMatch(
      /Captured\s+£15\.05\s+Refunded\s+−£3\.35\s+Kept \(captured less refunded\)\s+£11\.70/,
    );
    expect(await page.getByRole('region', { name: 'Payments' }).innerText()).toMatch(
      /Refund\s+−£3\.35\s+Succeeded\s+1 × Mug · £0\.00 tax · taken back into stock\s+Reason: The handle was broken/,
    );
    expect(await page.getByRole('region', { name: 'Items' }).innerText()).toContain('1 refunded');
    expect(await page.getByRole('button', { name: 'Edit' }).isDisabled()).toBe(true);
    await page.getByText('its status is “Partly refunded”').waitFor();
    await page.getByRole('link', { name: 'Payments' }).click();
    await page.getByLabel('Order number or id').fill(String(order['number']));
    // The field around the input takes the click.
    await page.getByRole('combobox', { name: 'Kind' }).click({ force: true });
    await page.getByRole('option', { name: 'Refund' }).click();
    await page.getByText('£0.00 captured, £3.35 refunded, −£3.35 kept').waitFor();
    await page.getByRole('cell', { name: '−£3.35' }).waitFor();
    await page.getByRole('cell', { name: 'The handle was broken', exact: true }).waitFor();
    expect(await clicks()).toBe(7);
    await page.getByRole('link', { name: 'Grace Hopper', exact: true }).click();
    await page.getByRole('heading', { name: 'Grace Hopper', exact: true }).waitFor();
    // It still waits to be shipped.
    await visit.go(page, '/orders?to_ship=1');
    await page.getByRole('link', { name: String(order['number']) }).waitFor();
    expect(visit.faults).toEqual([]);
  });

  it('console.md 3: saves the ledger and the orders as CSV, with amounts, currencies and codes', async () => {
    const [mug] = await items(1);
    await refund(1);
    const page = await visit.signedIn();
    await visit.go(page, `/payments?order_number=${String(order['number'])}&method=refund`);
    const csv = async (): Promise<string[]> => {
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save as CSV' }).click();
      return readFileSync(await (await saving).path(), 'utf8').split('\r\n');
    };
    const [ledger, [entry]] = [await csv(), await transactions()];
    const { reference, created_at: time } = entry ?? {};
    const what = `1 × ${String(mug?.sku)} · £0.00 tax · taken back into stock`;
    expect(ledger).toEqual([
      '\uFEFFOrder,Customer,E-mail,Time (UTC),Kind (code of the API),Status (code of the API),Amount,Currency,Tax in a refund,Refunded,Reason,Gateway,Reference',
      `${String(order['number'])},Grace Hopper,${GRACE.email},${String(time)},refund,succeeded,-3.35,GBP,0,${what},,dummy,${String(reference)}`,
      '',
    ]);
    await page.getByLabel('Order number or id').fill(order.id);
    await page.waitForURL(`**/payments?*order_number=${order.id}*`);
    await visit.settled(page);
    expect(await csv()).toEqual(ledger);
    await visit.go(page, `/orders?q=${String(order['number'])}`);
    const [head, row] = await csv();
    expect(head).toBe(
      '\uFEFFOrder,Created (UTC),Customer,Status (code of the API),Units,Total,Balance,Captured,Refunded,Currency',
    );
    expect(row?.slice(row.indexOf('partial_refund'))).toBe('partial_refund,3,15.05,0,15.05,3.35,GBP');
    expect(visit.faults).toEqual([]);
  });
});
