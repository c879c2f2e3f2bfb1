import { GOOD_CARD, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { ConsoleVisit, inPage } from '../support/console-visit';

/** The forms of an order, as a person fills them in by mouse. */
describe('the forms of an order in the console', () => {
  let visit: ConsoleVisit;
  let shop: Shop;
  let mug: string;
  let order: OrderResult;

  beforeAll(async () => {
    visit = await ConsoleVisit.open();
    shop = await Shop.open(visit.store);
  }, 300_000);
  /** Three mugs of 3.35 for 10.05, paid by card. */
  beforeEach(async () => {
    mug = (await shop.product({ title: 'Mug', price: '3.35', stock_status: 1, stock_level: 10 })).id;
    order = await shop.order(mug, {}, 3);
    await shop.pay('purchase', order.id, GOOD_CARD);
  });
  afterEach(() => visit.leave());
  afterAll(() => visit.close());

  it('console.md 3: changes the status to one that the mouse chose, and to none that nobody chose', async () => {
    await shop.send('PUT', `/v1/orders/${order.id}`, { form: { status: 'dispatched' } });
    const page = await visit.signedIn();
    await visit.go(page, `/orders/${order.id}`);
    await page.getByRole('button', { name: 'Change status' }).click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByRole('combobox', { name: /is Dispatched\. Change it to$/ });
    const submit = dialog.getByRole('button', { name: 'Change status' });
    expect([await field.inputValue(), await submit.isDisabled()]).toEqual(['', true]);
    await field.click();
    await page.getByRole('option', { name: 'Cancelled' }).click();
    await dialog.getByText('Cancelling puts the goods').waitFor();
    await submit.click();
    await page.getByText('The status was changed.').waitFor();
    expect(await shop.statusOf(order.id)).toBe('cancelled');
    expect(visit.faults).toEqual([]);
  });

  it('console.md 3: says that the status Paid records a payment', async () => {
    const unpaid = await shop.order(mug, {}, 1);
    const page = await visit.signedIn();
    await visit.go(page, `/orders/${unpaid.id}`);
    await page.getByRole('button', { name: 'Change status' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').click();
    await page.getByRole('option', { name: 'Paid', exact: true }).click();
    await dialog.getByText('This records a payment of £3.35 that was received outside of the store.').waitFor();
    await dialog.getByRole('combobox').click();
    await page.getByRole('option', { name: 'Processing' }).click();
    expect(await dialog.getByText('This records a payment').count()).toBe(0);
    expect(visit.faults).toEqual([]);
  });

  const orderNow = async () => (await shop.send<OrderResult>('GET', `/v1/orders/${order.id}`)).body.result;

  it('console.md 3: takes a decimal comma, and sends no amount that is no number', async () => {
    const page = await visit.signedIn();
    const fault = page.getByText('This must be a number like 12.34');
    await visit.go(page, `/orders/${order.id}?do=edit`);
    const price = page.getByLabel('New price of Mug');
    const edit = page.getByRole('button', { name: 'Change the order' });
    await price.fill('£3');
    await fault.waitFor();
    expect(await edit.isDisabled()).toBe(true);
    await price.fill('3,05');
    await page.getByRole('cell', { name: '£9.15' }).first().waitFor();
    expect(await fault.count()).toBe(0);
    await edit.click();
    await page.getByText('The order was changed.').waitFor();
    expect(await orderNow()).toMatchObject({ total: 9.15 });
    const entries = page.locator('ol.timeline li');
    const edited = entries.filter({ hasText: 'Edited by' });
    await edited.waitFor();
    const money = `£${Number(order.total).toFixed(2)}`;
    expect(await edited.innerText()).toContain(`Total ${money} → £9.15`);
    await entries.filter({ hasText: `Created, ${money}` }).waitFor();
    await visit.go(page, `/orders/${order.id}?do=refund`);
    await page.getByText('Amount', { exact: true }).click();
    const amount = page.getByLabel('Amount with tax');
    for (const wrong of ['abc', '£5', '1,234']) {
      await amount.fill(wrong);
      await fault.waitFor();
      await visit.settled(page);
      expect(await page.getByRole('button', { name: 'Refund £0.00' }).isDisabled()).toBe(true);
    }
    await amount.fill('1,25');
    await page.getByText('The customer gets £1.25 back').waitFor();
    await page.getByRole('button', { name: 'Refund £1.25' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Refund £1.25' }).click();
    await page.getByText('The refund was made.').waitFor();
    expect(await orderNow()).toMatchObject({ refunded: 1.25 });
    expect(visit.faults).toEqual([]);
  });

  it('console.md 3: puts what was not shipped back into stock with all that is left, unless a person says no', async () => {
    const page = await visit.signedIn();
    await visit.go(page, `/orders/${order.id}?do=refund`);
    await page.getByText('All that is left', { exact: true }).click();
    const restock = page.getByLabel('They were not shipped: put them back into stock');
    expect(await restock.isChecked()).toBe(true);
    await page.getByText('a refunded order is no longer shipped').waitFor();
    await page.getByLabel('Reason').fill('Damaged');
    expect(await restock.isChecked()).toBe(false);
    await page.getByLabel('Reason').fill('Goodwill');
    await page.getByRole('button', { name: 'Refund £10.05' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Refund £10.05' }).click();
    await page.getByText('The refund was made.').waitFor();
    expect([await shop.statusOf(order.id), await shop.stockOf(mug)]).toEqual(['refunded', 10]);
    expect(visit.faults).toEqual([]);
  });

  it('console.md 3: asks whether goods of a dispatched order came back, and ships none that were refunded', async () => {
    await shop.pay('refund', order.id, { amount: 1 });
    await shop.send('PUT', `/v1/orders/${order.id}`, { form: { status: 'dispatched' } });
    const page = await visit.signedIn();
    await visit.go(page, `/orders/${order.id}?do=refund`);
    await page.getByText('All that is left', { exact: true }).click();
    expect(await page.getByLabel('They came back: put them into stock').isChecked()).toBe(false);
    const other = await shop.order(mug, {}, 2);
    await shop.pay('purchase', other.id, GOOD_CARD);
    const { body } = await shop.send<{ sku: string }[]>('GET', `/v1/orders/${other.id}/items`);
    const json = { items: [{ sku: body.result[0]?.sku, quantity: 1 }], restock: 0 };
    await shop.send('POST', `/v1/checkout/payment/refund/${other.id}`, { json });
    await visit.go(page, `/orders/${other.id}`);
    await page.getByRole('button', { name: 'Ship', exact: true }).click();
    expect(await page.getByLabel('Units of Mug, at most 1').inputValue()).toBe('1');
    // The refunded one goes out only when it is asked for.
    await page.getByLabel('Ship refunded units too').check();
    await page.getByLabel('Units of Mug, at most 2').fill('2');
    await page.getByRole('button', { name: 'Record the shipment' }).click();
    await page.getByText('The shipment was recorded.').waitFor();
    const sent = await shop.send<{ items: unknown[] }[]>('GET', `/v1/orders/${other.id}/shipments`);
    expect(sent.body.result.map(({ items }) => items)).toEqual([[{ sku: body.result[0]?.sku, quantity: 2 }]]);
    expect(visit.faults).toEqual([]);
  });

  it('console.md 3: makes one refund and one shipment by a double click', async () => {
    const page = await visit.signedIn();
    await visit.go(page, `/orders/${order.id}?do=refund`);
    await page.getByText('Amount', { exact: true }).click();
    await page.getByLabel('Amount with tax').fill('1.25');
    await page.getByRole('button', { name: 'Refund £1.25' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Refund £1.25' }).dblclick();
    await page.getByText('The refund was made.').waitFor();
    await visit.settled(page);
    expect(await orderNow()).toMatchObject({ refunded: 1.25 });
    await page.getByRole('button', { name: 'Ship', exact: true }).click();
    await page.getByLabel('Units of Mug').fill('1');
    await page.getByRole('button', { name: 'Record the shipment' }).dblclick();
    await page.getByText('The shipment was recorded.').waitFor();
    await visit.settled(page);
    const { body } = await shop.send<unknown[]>('GET', `/v1/orders/${order.id}/shipments`);
    expect(body.result).toHaveLength(1);
    expect(visit.faults).toEqual([]);
  });

  it('console.md 3: ships a dispatched order again whose shipment was removed', async () => {
    await shop.send('POST', `/v1/orders/${order.id}/shipments`, { json: { tracking_number: '0034'.repeat(15) } });
    const page = await visit.signedIn(undefined, { viewport: { width: 390, height: 844 } });
    await visit.go(page, `/orders/${order.id}`);
    const shipments = page.getByRole('region', { name: 'Shipments' });
    const again = shipments.getByRole('button', { name: 'Record the shipment' });
    expect(await again.count()).toBe(0);
    const remove = shipments.getByRole('button', { name: 'Remove' });
    const [part, all] = [await remove.boundingBox(), await shipments.boundingBox()];
    expect((part?.x ?? 0) + (part?.width ?? 0)).toBeLessThan((all?.x ?? 0) + (all?.width ?? 0));
    await remove.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('To find it among the orders to ship again, change its status to Paid.').waitFor();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('The shipment was removed.').waitFor();
    await again.click();
    expect(await page.getByLabel('Units of Mug, at most 3').inputValue()).toBe('3');
    await again.click();
    await page.getByText('The shipment was recorded.').waitFor();
    expect(visit.faults).toEqual([]);
  });

  it('console.md 3: corrects the tracking of a shipment in its place, and sends only what was changed', async () => {
    const path = `/v1/orders/${order.id}/shipments`;
    const sent = { carrier: 'DHL', tracking_number: '0034O', tracking_url: 'https://track.example/0034O' };
    await shop.send('POST', path, { json: sent });
    const shipment = async () => (await shop.send<Record<string, unknown>[]>('GET', path)).body.result[0];
    const before = await shipment();
    const page = await visit.signedIn();
    await visit.go(page, `/orders/${order.id}`);
    const part = page.getByRole('region', { name: 'Shipments' });
    const [change, save] = ['Change tracking', 'Save'].map((name) => part.getByRole('button', { name }));
    await part.getByRole('button', { name: 'Remove' }).waitFor();
    expect(await change?.count()).toBe(1);
    await change?.click();
    expect([await part.getByLabel('Carrier').inputValue(), await save?.isDisabled()]).toEqual(['DHL', true]);
    await part.getByLabel('Tracking number').fill('00340');
    await part.getByLabel('Tracking link').fill('no link');
    await save?.click();
    await part.getByRole('alert').waitFor();
    expect(await shipment()).toEqual(before);
    await part.getByLabel('Tracking link').fill('');
    await save?.click();
    await page.getByText('The shipment was changed.').waitFor();
    await part.getByText('DHL 00340').waitFor();
    const after = await shipment();
    expect(after).toEqual({
      ...before,
      tracking_number: '00340',
      tracking_url: null,
      updated_at: after?.['updated_at'],
    });
    expect(visit.faults).toEqual([]);
  });

  it('console.md 3: prints an order without what is clicked, within its paper', async () => {
    const page = await visit.signedIn(undefined, { viewport: { width: 718, height: 1000 } });
    await visit.go(page, `/orders/${order.id}`);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('heading', { name: 'Items' }).isVisible()).toBe(true);
    expect([await page.getByRole('banner').count(), await page.getByRole('button').count()]).toEqual([0, 0]);
    expect(await page.getByRole('link', { name: 'Carts' }).count()).toBe(0);
    const width = await inPage(page, 'document.documentElement.scrollWidth');
    expect(width).toBe(718);
    expect(visit.faults).toEqual([]);
  });
});
