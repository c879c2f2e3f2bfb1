import { readFileSync } from 'node:fs';
import { type Page } from 'playwright-core';
import { BAD_CARD, type Fields, GOOD_CARD, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { ConsoleVisit, countClicks, inPage } from '../support/console-visit';

const GRACE = { first_name: 'Grace', last_name: 'Hopper', email: 'grace@shop.example' };

/** The money and the goods of orders, as a bookkeeper looks at them. */
describe('the orders of the console', () => {
  let visit: ConsoleVisit;
  let shop: Shop;
  let order: OrderResult;
  let mug: string;
  let band: string;

  beforeAll(async () => {
    visit = await ConsoleVisit.open({ ORDER_NUMBER: 'SK-{seq:6}' });
    shop = await Shop.open(visit.store);
    band = (await shop.made('/v1/taxes', { title: 'VAT', rate: '20' })).id;
  }, 300_000);
  /** Three mugs of 3.35 and 0.67 of tax, with shipping of 5 without, paid by card, for Grace Hopper. */
  beforeEach(async () => {
    const method = await shop.shipping({ price: '5' });
    mug = (await shop.product({ title: 'Mug', price: '3.35', tax_band: band })).id;
    order = await shop.order(mug, { shipping: method.id, customer: GRACE }, 3);
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

  it('orders-and-payments.md 35: offers to ship what no refund took back, and says an error once', async () => {
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
    const message = `“Items” has 2 of ${String(sold?.sku)}, of which 1 are left to ship`;
    expect(await alerts(page)).toEqual([
      expect.stringMatching(new RegExp(`^The store refused this\\s+${message}\\s+Request ID`)),
    ]);
    expect(visit.faults).toEqual([]);
  });

  it('console.md 3: tells in plain words what happened to an order', async () => {
    const page = await visit.signedIn();
    await visit.go(page, `/orders/${order.id}`);
    const entries = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem');
    await entries.filter({ hasText: 'For webhooks: the order was created' }).waitFor();
    const texts = (await entries.allInnerTexts()).map((text) => text.split('\n').filter((line) => line !== '')[1]);
    expect(texts.map((text) => text?.replace(/\s*Show webhook deliveries$/, ''))).toEqual([
      'For webhooks: the order was changed',
      'For webhooks: the order was created',
      'Status changed from Unpaid to Paid by a program with the first token',
      expect.stringMatching(/^Payment of £\S+ by Dummy: Succeeded$/),
      expect.stringMatching(/^Created, £\S+$/),
    ]);
  });

  it('console.md 3: says of each promotion that applied why, as far as the order keeps it', async () => {
    const ten = await shop.promotion({ title: 'Ten off' });
    const coded = await shop.promotion({ title: 'Coded', discount_code: 'TEA' });
    const cart = await shop.cart((await shop.product({ sku: 'TEA-1', price: '10' })).id);
    await shop.send('POST', `/v1/carts/${cart}/discount`, { form: { code: 'TEA' } });
    const { body } = await shop.checkout(cart);
    for (const { id } of [ten, coded]) await shop.send('PUT', `/v1/promotions/cart/${id}`, { form: { status: 0 } });
    const page = await visit.signedIn();
    await visit.go(page, `/orders/${body.result.id}`);
    const promotions = page.getByRole('region', { name: 'Promotions' });
    await promotions.getByText('without a code: the cart met its rules · TEA-1 −£1.00').waitFor();
    await promotions.getByText('by the code TEA · TEA-1 −£0.90').waitFor();
    await promotions.getByText('not its rules').waitFor();
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
    await page.getByLabel('Order, e-mail, name, product or SKU').fill('beaker');
    await page.getByText('The field “Product” finds a product by any part of its title.').waitFor();
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
    await page.getByRole('link', { name: /orders? waits? to be shipped: .*\d+ Paid/ }).click();
    await page.getByRole('link', { name: String(order['number']) }).click();
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await page.getByLabel('Units of Mug').fill('1');
    await page.getByLabel('Reason').fill('The handle was broken');
    await page.getByText('The customer gets £4.02 back').waitFor();
    await page.getByText('£3.35 without tax and £0.67 tax').waitFor();
    expect(await page.getByLabel('They were not shipped: put them back into stock').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Refund £4.02' }).click();
    const question = page.getByRole('dialog', { name: 'Refund £4.02' });
    await question
      .getByText('Refund £4.02 to Grace Hopper: 1 × Mug, The handle was broken, put back into stock')
      .waitFor();
    await question.getByText('£3.35 without tax and £0.67 tax').waitFor();
    expect(await transactions()).toEqual([]);
    await question.getByRole('button', { name: 'Refund £4.02' }).click();
    await page.getByText('The refund was made.').waitFor();
    await page.getByText('Kept (captured less refunded)').waitFor();
    expect(await page.getByRole('region', { name: 'Money' }).innerText()).toMatch(
      /Total without tax\s+£15\.05\s+Tax\s+£2\.01\s+Total\s+£17\.06\s+Captured\s+£17\.06\s+Refunded\s+−£4\.02\s+Kept \(captured less refunded\)\s+£13\.04\s+Due\s+£0\.00/,
    );
    expect(await page.getByRole('region', { name: 'Payments' }).innerText()).toMatch(
      /Refund\s+−£4\.02\s+Succeeded\s+1 × Mug · −£0\.67 tax · put back into stock\s+Reason: The handle was broken/,
    );
    const sold = await page.getByRole('region', { name: 'Items' }).innerText();
    expect([sold.includes('1 refunded'), sold.includes('Price without tax')]).toEqual([true, true]);
    expect(await page.getByRole('button', { name: 'Edit' }).isDisabled()).toBe(true);
    await page.getByText('its status is “Partly refunded”').waitFor();
    await page.getByRole('link', { name: 'Ledger' }).click();
    await page.getByLabel('Order number or ID').fill(String(order['number']));
    await page.getByText('All 2 that match, GBP').waitFor();
    const sums = page.getByRole('group', { name: 'Sums of all that match' });
    expect((await sums.innerText()).replace(/\s+/g, ' ')).toBe(
      'All 2 that match, GBP Amount Tax in it Without tax ' +
        'Captured £17.06 £2.01 £15.05 Refunded −£4.02 −£0.67 −£3.35 Kept £13.04 £1.34 £11.70',
    );
    // The field around the input takes the click.
    await page.getByRole('combobox', { name: 'Kind' }).click({ force: true });
    await page.getByRole('option', { name: 'Refund', exact: true }).click();
    await page.getByText('All 1 that match, GBP').waitFor();
    expect((await sums.innerText()).replace(/\s+/g, ' ')).toBe(
      'All 1 that match, GBP Amount Tax in it Without tax Refunded −£4.02 −£0.67 −£3.35',
    );
    const row = page.getByRole('row', { name: String(order['number']) });
    await row.getByRole('cell', { name: '−£4.02', exact: true }).waitFor();
    await row.getByText(GRACE.email).waitFor();
    await page.getByRole('cell', { name: 'The handle was broken', exact: true }).waitFor();
    expect(await clicks()).toBe(8);
    await page.getByRole('link', { name: 'Grace Hopper', exact: true }).click();
    await page.getByRole('heading', { name: 'Grace Hopper', exact: true }).waitFor();
    // It still waits to be shipped.
    await visit.go(page, '/orders?to_ship=1');
    await page.getByRole('link', { name: String(order['number']) }).waitFor();
    expect(visit.faults).toEqual([]);
  });

  it('console.md 3: finds from Home the orders whose customers are owed money, until it is refunded', async () => {
    const link = { name: '1 order: money is owed back to the customer' };
    await shop.send('PUT', `/v1/orders/${order.id}`, { form: { status: 'cancelled' } });
    const kept = await shop.order(mug, { customer: GRACE }, 1);
    const page = await visit.signedIn();
    await visit.go(page, '/');
    await page.getByRole('link', link).click();
    await page.getByRole('link', { name: String(order['number']) }).waitFor();
    expect(await page.getByRole('link', { name: String(kept['number']) }).count()).toBe(0);
    await page.getByRole('link', { name: String(order['number']) }).click();
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await page.getByText('The customer gets £17.06 back').waitFor();
    await page.getByRole('button', { name: 'Refund £17.06' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Refund £17.06' }).click();
    await page.getByText('The refund was made.').waitFor();
    await visit.go(page, '/');
    await page.getByRole('region', { name: 'Sales' }).waitFor();
    await page.getByRole('link', link).waitFor({ state: 'detached' });
    expect(visit.faults).toEqual([]);
  });

  it('console.md 3: saves the ledger and the orders as CSV, in words, with net, tax and what was refunded', async () => {
    const [sold] = await items(1);
    await refund(1);
    const page = await visit.signedIn();
    await visit.go(page, `/payments?order_number=${String(order['number'])}`);
    const csv = async (): Promise<[name: string, ...lines: string[]]> => {
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save as CSV' }).click();
      const file = await saving;
      return [file.suggestedFilename(), ...readFileSync(await file.path(), 'utf8').split('\r\n')];
    };
    const [ledger, rows] = [
      await csv(),
      (await shop.send<Fields[]>('GET', `/v1/transactions?order_id=${order.id}&sort=created_at`)).body.result,
    ];
    const [back, paid] = rows;
    const said = (row: Fields | undefined, field: string): string => String(row?.[field]);
    const number = String(order['number']);
    const what = `1 × ${String(sold?.sku)} · put back into stock`;
    expect(ledger).toEqual([
      expect.stringMatching(/^ledger_\d{4}-\d{2}-\d{2}\.csv$/),
      '\uFEFFOrder,Customer,E-mail,Time (UTC),Kind,Status,Amount,"Booked (0 if it did not succeed, or only authorized)",Tax in it,Currency,Refunded,Reason,Gateway,Reference',
      `${number},Grace Hopper,${GRACE.email},${said(back, 'created_at')},Refund,Succeeded,-4.02,-4.02,-0.67,GBP,${what},,Dummy,${said(back, 'reference')}`,
      `${number},Grace Hopper,${GRACE.email},${said(paid, 'created_at')},Payment,Succeeded,17.06,17.06,2.01,GBP,,,Dummy,${said(paid, 'reference')}`,
      '',
    ]);
    // The id as a file has it, which a spreadsheet does not round.
    await page.getByLabel('Order number or ID').fill(`#${order.id}`);
    await page.waitForURL(`**/payments?*order_number=%23${order.id}*`);
    await visit.settled(page);
    expect((await csv()).slice(1)).toEqual(ledger.slice(1));
    await visit.go(page, `/orders?q=${number}&created_at[from]=2020-01-01&created_at[to]=2099-12-31`);
    const [name, head, row] = await csv();
    expect(name).toBe('orders_2020-01-01_2099-12-31.csv');
    expect(head).toBe(
      '\uFEFFOrder,Created (UTC),Customer,Status,Units,Discount (already taken off),Shipping without tax,Tax on shipping,' +
        'Total without tax,Tax,Total,Captured,Refunded,Tax in refunds,Tax in what is kept,Due (below 0: owed back),Currency',
    );
    expect(row?.slice(row.indexOf('Partly'))).toBe(
      'Partly refunded,3,0.00,5.00,0.00,15.05,2.01,17.06,17.06,-4.02,-0.67,1.34,0.00,GBP',
    );
    expect(visit.faults).toEqual([]);
  });

  it('console.md 3: names an amount that was refunded without items, whose tax nobody knows', async () => {
    const page = await visit.signedIn();
    await visit.go(page, `/orders/${order.id}?do=refund`);
    await page.getByRole('radio', { name: 'Amount' }).press('Space');
    await page.getByLabel('Amount with tax').fill('2');
    await page.getByText('The store does not know the tax in an amount without items.').waitFor();
    // By the keyboard alone.
    await page.getByRole('button', { name: 'Refund £2.00' }).press('Enter');
    const question = page.getByRole('dialog', { name: 'Refund £2.00' });
    await question.getByRole('button', { name: 'Refund £2.00' }).press('Enter');
    await page.getByText('£2.00 refunded without items').waitFor();
    await visit.go(page, `/ledger?order_number=${String(order['number'])}`);
    await page.getByRole('heading', { name: 'Ledger', exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/payments');
    await page.getByText('Of 1 of them the tax is not known').waitFor();
    const sums = await page.getByRole('group', { name: 'Sums of all that match' }).innerText();
    expect(sums.replace(/\s+/g, ' ')).toContain('Amount Tax in it Captured £17.06 £2.01 Refunded −£2.00 £0.00 Kept');
    expect(visit.faults).toEqual([]);
  });

  it('console.md 3: finds an order by its whole number at once, and lists what else is found', async () => {
    const page = await visit.signedIn();
    for (const text of [String(order['number']), `#${order.id}`]) {
      await visit.go(page, '/carts');
      await page.getByRole('searchbox', { name: 'Find an order' }).fill(text);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: `Order ${String(order['number'])}` }).waitFor();
    }
    await page.getByRole('searchbox', { name: 'Find an order' }).fill('grace hopper');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/orders?q=grace+hopper');
    expect(visit.faults).toEqual([]);
  });

  it('console.md 3: lists how many of a product each of its orders has', async () => {
    const cart = await shop.cart(mug, 2);
    await shop.send('POST', `/v1/carts/${cart}`, { form: { id: (await shop.product()).id, quantity: 5 } });
    const mixed = (await shop.checkout(cart)).body.result;
    const page = await visit.signedIn();
    await visit.go(page, `/orders?product=${mug}`);
    const cells = async (of: OrderResult) =>
      (
        await page
          .getByRole('row', { name: String(of['number']) })
          .getByRole('cell')
          .allInnerTexts()
      ).slice(4, 6);
    expect([await cells(mixed), await cells(order)]).toEqual([
      ['2', '7'],
      ['3', '3'],
    ]);
    expect(await page.getByRole('columnheader', { name: /^Units/ }).allInnerTexts()).toEqual([
      'Units of the product',
      'Units in total',
    ]);
    expect(visit.faults).toEqual([]);
  });

  it('console.md 2, 6: Home says what it counts and leads there; the page of a customer has the money of the orders', async () => {
    const { id: customer } = await shop.made('/v1/customers', { ...GRACE, email: 'grace.2@shop.example' });
    const orders: OrderResult[] = [];
    for (let at = 0; at < 3; at += 1) orders.push(await shop.order(mug, { customer }));
    const [paid, declined] = orders;
    await shop.pay('purchase', String(paid?.id), GOOD_CARD);
    await shop.pay('purchase', String(declined?.id), BAD_CARD);
    const page = await visit.signedIn();
    await visit.go(page, `/customers/${customer}`);
    const money = await page.getByRole('region', { name: 'Money' }).innerText();
    expect(money.replace(/\s+/g, ' ')).toBe(
      'Money Orders 2 Cancelled, declined or failed 1 Sum of the orders, with tax £8.04 ' +
        'Captured £4.02 Refunded £0.00 Due £4.02 Owed back £0.00',
    );
    await visit.go(page, '/');
    const sales = page.getByRole('region', { name: 'Sales' });
    const [, count] =
      /Orders today\s+(\d+)\s+without cancelled, declined and failed ones/.exec(await sales.innerText()) ?? [];
    await sales.getByRole('link', { name: 'Orders today' }).click();
    await page.getByText(`of ${String(count)}`).waitFor();
    await page.getByRole('link', { name: String(paid?.['number']), exact: true }).waitFor();
    expect(await page.getByRole('link', { name: String(declined?.['number']), exact: true }).count()).toBe(0);
    await visit.go(page, `/orders/${String(declined?.id)}`);
    await page.getByText('Nothing: Declined').waitFor();
    expect(visit.faults).toEqual([]);
  });
});
