import { type Page } from 'playwright-core';
import { GOOD_CARD, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { ConsoleVisit } from '../support/console-visit';
import { type DeliveryStore, startDeliveryStore } from '../support/delivery-store';
import { Keyboard } from '../support/keyboard';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';

describe('the console by the keyboard alone (console.md 11)', () => {
  let delivering: DeliveryStore;
  let receiver: WebhookReceiver;
  let visit: ConsoleVisit;
  let shop: Shop;
  let page: Page;
  let keys: Keyboard;

  beforeAll(async () => {
    delivering = await startDeliveryStore({ name: 'sqlite', databaseUrl: 'sqlite::memory:', redisUrl: undefined });
    receiver = await startWebhookReceiver();
    visit = await ConsoleVisit.of(delivering.store);
    shop = await Shop.open(delivering.store);
  }, 300_000);
  beforeEach(async () => {
    page = await visit.atHome();
    await visit.settled(page);
    keys = new Keyboard(page);
  });
  afterEach(() => visit.leave());
  afterAll(async () => {
    await visit.close();
    await delivering.close();
    await receiver.close();
  });

  it('finds an order and refunds a line of it', async () => {
    const product = await shop.product({ title: 'Mug', sku: 'MUG', price: '3.35' });
    const order = await shop.order(product.id, {}, 3);
    await shop.pay('purchase', order.id, GOOD_CARD);
    await keys.press('/');
    await keys.type('MUG');
    await keys.press('Enter');
    await page.getByRole('link', { name: order.id }).waitFor();
    await keys.tabTo(order.id);
    await keys.press('Enter');
    await page.getByRole('heading', { name: `Order ${order.id}` }).waitFor();
    await keys.tabTo('Refund');
    await keys.press('Enter');
    await page.getByLabel('Units of Mug').waitFor();
    await keys.tabTo('Units of Mug');
    await keys.fill('2');
    await page.getByText('The customer gets £6.70 back').waitFor();
    await keys.tabTo('Refund £6.70');
    await keys.press('Enter');
    await page.getByText('Refund £6.70 to the customer: 2 × Mug, put back into stock').waitFor();
    await keys.tabTo('Refund £6.70');
    await keys.press('Enter');
    await page.getByText('The refund was made.').waitFor();
    const { body } = await shop.send<OrderResult>('GET', `/v1/orders/${order.id}`);
    expect(body.result).toMatchObject({ captured: 10.05, refunded: 6.7 });
    expect([keys.unseen, visit.faults]).toEqual([[], []]);
  });

  it('writes a promotion and saves it', async () => {
    const { id } = await shop.product({ title: 'Teapot', price: '20' });
    await keys.press('g', 'p');
    await page.getByRole('heading', { name: 'Promotions', level: 1 }).waitFor();
    await visit.settled(page);
    await keys.tabTo('New promotion');
    await keys.press('Enter');
    await page.getByRole('heading', { name: 'New promotion', level: 1 }).waitFor();
    await keys.tabTo(/^Title/);
    await keys.type('Tea time');
    await keys.tabTo(/^Percent off/);
    await keys.fill('25');
    await keys.tabTo('Certain products');
    await keys.press('Enter');
    await keys.type('teap');
    await page.getByRole('option', { name: 'Mug', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('option', { name: 'Teapot', exact: true }).waitFor();
    await keys.press('ArrowDown', 'Enter', 'Escape');
    await keys.tabTo(/^Live/);
    await keys.press('Space');
    await keys.tabTo('Save');
    await keys.press('Enter');
    await page.getByRole('heading', { name: 'Tea time', level: 1 }).waitFor();
    const { body } = await shop.send('GET', '/v1/promotions/cart', { query: { title: 'Tea time' } });
    expect(body.result).toMatchObject([
      {
        state: 'live',
        amount: 25,
        match_items: { children: [{ type: 'cart_item', match: 'id', operator: 'in', against: [id] }] },
      },
    ]);
    expect([keys.unseen, visit.faults]).toEqual([[], []]);
  });

  it('resends a failed delivery, from the hint on the home page', async () => {
    let status = 500;
    receiver.answer('/shop', () => status);
    const kinds = { content_type: 'json', create: 1, update: 1, delete: 1, enabled: 1 };
    await shop.made('/v1/webhooks', { name: 'The shop', url: receiver.url('/shop'), ...kinds, events: ['brand.*'] });
    await shop.made('/v1/brands', { title: 'B', slug: 'b', status: 1 });
    await delivering.settled();
    await delivering.rows("UPDATE webhook_deliveries SET state = 'dead', due_at = NULL WHERE state = 'pending'");
    status = 204;
    await page.reload();
    await page.getByText('1 webhook delivery to The shop failed for good').waitFor();
    await keys.tabTo('1 webhook delivery to The shop failed for good');
    await keys.press('Enter');
    await page.getByRole('row', { name: /^brand\.created .*Failed/ }).waitFor();
    await keys.tabTo('Resend');
    await keys.press('Enter');
    await page.getByText(/^Sent again: brand\.created/).waitFor();
    await delivering.settled();
    await page.getByText('Sent again: brand.created: Delivered').waitFor();
    expect(await delivering.rows('SELECT state FROM webhook_deliveries')).toEqual([{ state: 'delivered' }]);
    expect([keys.unseen, visit.faults]).toEqual([[], []]);
  });
});
