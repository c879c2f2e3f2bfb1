import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Browser, type Page } from 'playwright-core';
import { ClientUsesService } from '../../src/modules/access/client-uses.service';
import { Retention } from '../../src/platform/retention/retention';
import { Shop } from '../builders/cart-shop.builder';
import { PATIENCE_MS, startBrowser } from '../support/browser';
import { ConsoleVisit } from '../support/console-visit';
import { type Answer } from '../support/store';
import { emptyFolder, runCommand, StoreProcess } from '../support/store.process';

describe('the console of developers and operators', () => {
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

  it('console.md 8: shows events as they happen, by the filters of its address, and jumps to the object', async () => {
    await visit.go(page, '/events?object=file');
    await page.getByText('Nothing matches these filters').waitFor();
    await visit.go(page, '/events?object=brand,order');
    await shop.made('/v1/taxes', { title: 'Other', rate: '7' });
    const brand = await shop.made('/v1/brands', { title: 'B', slug: 'b', status: 1 });
    const row = page.getByRole('row', { name: `brand.created Brand ${brand.id} 1` });
    await row.waitFor();
    const order = await shop.order((await shop.product()).id);
    await page.getByRole('row', { name: `order.created Order ${order.id} 1` }).waitFor();
    expect(await page.getByRole('row', { name: 'tax.created' }).count()).toBe(0);
    await row.getByRole('link', { name: 'brand.created' }).click();
    await page.getByText('"slug": "b"').waitFor();
    await page.goBack();
    await page
      .getByRole('link', { name: `Order ${order.id}` })
      .first()
      .click();
    await page.getByRole('heading', { name: `Order ${order.id}` }).waitFor();
    expect(visit.faults).toEqual([]);
  });

  it('console.md 8: finds events by a pattern and a time, and shows older ones', async () => {
    for (let i = 0; i < 60; i += 1) await shop.made('/v1/taxes', { title: `Band ${i}`, rate: '7' });
    await visit.go(page, '/events');
    // The field keeps the focus when its filter is set in a pause.
    const types = page.getByLabel('Types, such as order.*');
    await types.pressSequentially('brand.*,');
    await page.waitForURL(/type=brand/);
    await page.keyboard.type('order.*');
    await page.waitForURL(/order/);
    expect(await types.inputValue()).toBe('brand.*,order.*');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await types.fill('tax.*');
    await page.getByText(/^50 of 6\d events, the newest first$/).waitFor();
    await page.getByRole('button', { name: 'Show older events' }).click();
    await page.getByText(/^(6\d) of \1 events, the newest first$/).waitFor();
    expect(await page.getByRole('button', { name: 'Show older events' }).count()).toBe(0);
    // What happens meanwhile comes on top.
    await shop.made('/v1/taxes', { title: 'Now', rate: '7' });
    await page.getByText(/^(6\d) of \1 events, the newest first$/).waitFor();
    await page.getByLabel('Until', { exact: true }).fill('2020-01-01T00:00:05');
    await page.getByText('Nothing matches these filters').waitFor();
    expect(new URL(page.url()).searchParams.get('until')).toBe('2020-01-01 00:00:05');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page
      .getByRole('row', { name: /^tax\.created/ })
      .first()
      .waitFor();
    expect(await page.getByLabel('Until', { exact: true }).inputValue()).toBe('');
    await page.getByLabel('From', { exact: true }).fill('2020-01-01T00:00:00');
    await page
      .getByRole('row', { name: /^tax\.created/ })
      .first()
      .waitFor();
    await visit.go(page, '/events?type=nonsense');
    await page.getByText('there is no "nonsense"').waitFor();
    expect(await page.getByText(/^(?:No events yet|Nothing matches)/).count()).toBe(0);
    expect(visit.faults).toEqual([]);
  });

  it('console.md 10: makes a client, shows its secret once, and revokes it', async () => {
    await visit.go(page, '/clients');
    await page.getByRole('button', { name: 'New client' }).click();
    await page.getByLabel('Name').first().fill('till');
    await page.getByLabel('orders:read').check();
    await page.getByRole('button', { name: 'Create the client' }).click();
    const shown = page.getByRole('alert').locator('code');
    await shown.nth(1).waitFor();
    const [id = '', secret = ''] = await shown.allInnerTexts();
    const ask = (): Promise<Answer<{ access_token?: string }>> => {
      const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
      return visit.store.request('POST', '/oauth/access_token', { form, token: null });
    };
    const { body } = await ask();
    await page.getByRole('button', { name: 'Close' }).click();
    const row = page.getByRole('row', { name: `till ${id} orders (read)` });
    await row.getByText('not yet').waitFor();
    await visit.store.request('GET', '/v1/orders', { token: body.access_token });
    await visit.store.app.get(ClientUsesService).idle();
    await visit.go(page, '/clients');
    expect(await row.getByRole('cell').nth(4).locator('time').count()).toBe(1);
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('Revoked').waitFor();
    expect((await ask()).status).toBe(401);
    expect((await inText(page)).includes(secret)).toBe(false);
    expect(visit.faults).toEqual([]);
  });

  it('console.md 9: shows what the store does from its database', async () => {
    await visit.go(page, '/operations');
    const facts = await page.locator('dl.facts').first().innerText();
    expect(facts.split('\n')).toEqual(
      [
        ['Due now', '0'],
        ['The oldest due has waited', 'none waits'],
        ['Being sent now', '0'],
        ['Waiting for a retry', '0'],
        ['Failed for good', '0'],
      ]
        .concat([
          ['Webhooks enabled', '0'],
          ['Webhooks disabled', '0, 0 of them by the store'],
        ])
        .flat(),
    );
    await page.getByText('this process').waitFor();
    await page.getByText('complete').waitFor();
    await visit.store.app.get(Retention).settle();
    await visit.go(page, '/operations');
    await page.getByRole('row', { name: 'Events after 30 days' }).waitFor();
    await page.getByRole('row', { name: /^Contents of removed files when no longer needed .+ never 0$/ }).waitFor();
    await page.getByRole('row', { name: 'Ended sessions of the console at once' }).waitFor();
    expect(visit.faults).toEqual([]);
  });

  it('console.md 11: tells the second editor of an order, and changes nothing', async () => {
    const order = await shop.order((await shop.product()).id);
    await visit.go(page, `/orders/${order.id}`);
    await page.getByRole('button', { name: 'Change status' }).click();
    await page.getByRole('combobox', { name: /Change it to$/ }).click();
    await page.getByRole('option', { name: 'Paid', exact: true }).click();
    await shop.send('PUT', `/v1/orders/${order.id}`, { form: { status: 'processing' } });
    await page.getByRole('dialog').getByRole('button', { name: 'Change status' }).click();
    await page.getByText('The record has changed since it was read').waitFor();
    await page
      .getByRole('dialog')
      .getByText(/is Processing\. Change it to/)
      .waitFor();
    expect(await shop.statusOf(order.id)).toBe('processing');
  });

  const inText = (of: Page): Promise<string> => of.locator('body').innerText();
});

describe('the console of a store that goes away', () => {
  let browser: Browser;
  beforeAll(async () => (browser = await startBrowser()), 300_000);
  afterAll(() => browser.close());

  it('console.md 1, 15: signs in by the one-time link, says that the store is away, and goes on when it is back', async () => {
    const folder = emptyFolder();
    const env = { DATABASE_URL: `sqlite:${join(folder, 'store.sqlite')}`, PORT: String(await freePort()) };
    let store = await StoreProcess.api(folder, env);
    const { stdout } = await runCommand(folder, env, 'console');
    const link = /https?:\/\/\S+#code=\S+/.exec(stdout)?.[0] ?? '';
    const page = await browser.newPage({ locale: 'en-GB' });
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(link);
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    expect(page.url()).toBe(link.slice(0, link.indexOf('#')));
    const away = page.getByText('The store cannot be reached. This page continues');
    await store.stop();
    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    await away.waitFor();
    store = await StoreProcess.api(folder, env);
    await away.waitFor({ state: 'hidden' });
    await page.getByText('There are no orders yet').waitFor();
    const second = await browser.newPage({ locale: 'en-GB' });
    await second.goto(link);
    await second.getByRole('alert').waitFor();
    expect(await second.getByRole('alert').innerText()).toContain('This link works once, for 10 minutes');
    await store.stop();
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
