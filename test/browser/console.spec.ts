import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Page } from 'playwright-core';
import { ClientsService } from '../../src/modules/access/clients.service';
import { SCOPES } from '../../src/kernel/scopes';
import { GOOD_CARD, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { buttonsOf, ConsoleVisit, hostile, inPage, READ_SCOPES, violationsOf, WCAG } from '../support/console-visit';
import { addressOf, CONSOLE_PAGES, pageIds, type PageIds } from './console-pages.table';

const BUILT = resolve(__dirname, '../../dist/console');

describe('the console', () => {
  let visit: ConsoleVisit;
  let shop: Shop;
  let order: OrderResult;
  let ids: PageIds;

  beforeAll(async () => {
    visit = await ConsoleVisit.open({ ORDER_NUMBER: 'SK-{seq:6}' });
    shop = await Shop.open(visit.store);
    const method = await shop.shipping({ price: '5' });
    const product = await shop.product({ title: 'Mug', sku: 'MUG', price: '3.35' });
    order = await shop.order(product.id, { shipping: method.id }, 3);
    await shop.pay('purchase', order.id, GOOD_CARD);
    const { body } = await shop.send<{ id: string }[]>('GET', `/v1/events?object_id=${order.id}&limit=1`);
    ids = { order: order.id, event: body.result[0]?.id ?? '', ...(await pageIds(shop)) };
  }, 300_000);
  afterEach(() => visit.leave());
  afterAll(() => visit.close());

  const orderNow = async (id = order.id) => (await shop.send<OrderResult>('GET', `/v1/orders/${id}`)).body.result;
  const alert = (page: Page) => page.getByRole('alert').first().innerText();

  it('console.md 1: signs in, stays signed in after a reload, and signs out', async () => {
    const page = await visit.page();
    await page.goto(`${visit.store.url}/console/orders`);
    await page.getByLabel('Client ID').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await visit.signIn(page, 'nobody', 'nothing');
    expect(await alert(page)).toContain('The client credentials are not valid');
    const { clientId, clientSecret } = await visit.store.app.get(ClientsService).create('grace', SCOPES);
    await visit.signIn(page, clientId, clientSecret);
    await page.getByRole('heading', { name: 'Orders' }).waitFor();
    expect(await inPage(page, '[document.cookie, { ...localStorage }, { ...sessionStorage }]')).toEqual(['', {}, {}]);
    await page.reload();
    await page.getByRole('heading', { name: 'Orders' }).waitFor();
    await page.getByRole('button', { name: 'grace' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to storekeeper' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in to storekeeper' }).waitFor();
    expect(visit.faults).toEqual([]);
  });

  it('console.md 1: tells the other tabs of a browser when it signs out, in, or is revoked', async () => {
    const page = await visit.atHome();
    const other = await page.context().newPage();
    await visit.go(other, '/orders');
    await page.getByRole('button', { name: 'Signed in as ada' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await other.getByText('You signed out in another tab.').waitFor();
    await page.getByLabel('Client ID').waitFor();
    expect(await page.getByRole('status').allInnerTexts()).not.toContain('You signed out in another tab.');
    const clients = visit.store.app.get(ClientsService);
    const { clientId, clientSecret } = await clients.create('lin', SCOPES);
    await visit.signIn(page, clientId, clientSecret);
    await other.getByRole('heading', { name: 'Orders' }).waitFor();
    await other.getByRole('button', { name: 'Signed in as lin' }).waitFor();
    await clients.revoke(clientId);
    await page.getByRole('link', { name: 'Customers' }).click();
    for (const tab of [page, other]) await tab.getByText('Your session has ended. Sign in again.').waitFor();
    expect(await violationsOf(other)).toEqual([]);
    expect(visit.faults).toEqual([]);
  });

  it('console.md 1: signs in by a link that is opened in a tab which asks to sign in', async () => {
    const page = await visit.page();
    await visit.go(page, '/orders');
    await page.getByLabel('Client ID').waitFor();
    await inPage(page, "location.hash = '#code=used'");
    await page.getByRole('alert').waitFor();
    expect([await alert(page), page.url()]).toEqual([
      expect.stringContaining('This link works once'),
      `${visit.store.url}/console/orders`,
    ]);
  });

  it('console.md 1: says that signing out failed, and that the session goes on', async () => {
    const page = await visit.atHome();
    let status: number | undefined = 503;
    await page.route('**/console/session', async (route) => {
      if (route.request().method() !== 'DELETE' || status === 0) await route.continue();
      else if (status === undefined) await route.abort();
      else await route.fulfill({ status, json: { error: 'the database is away' } });
    });
    await page.getByRole('button', { name: 'Signed in as ada' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign out' });
    await dialog.getByText('You are still signed in').waitFor();
    expect(await dialog.getByRole('alert').innerText()).toContain('the database is away');
    status = undefined;
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByText('The store cannot be reached').waitFor();
    expect(await violationsOf(page, WCAG)).toEqual([]);
    status = 0;
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Sign in to storekeeper' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in to storekeeper' }).waitFor();
  });

  it('console.md 2: says that a page of a list is past its end, and leads to the first one', async () => {
    const page = await visit.signedIn();
    await visit.go(page, '/orders?page=999&limit=50');
    await page.getByText('This page is empty').waitFor();
    await page.getByRole('link', { name: 'To the first page' }).click();
    await page.getByRole('link', { name: String(order['number']), exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('?limit=50');
  });

  it('console.md 2: says of sales that are not counted yet that they are being counted, and shows no 0', async () => {
    const page = await visit.signedIn();
    let asOf: string | null | undefined;
    await page.route('**/v1/statistics/store?*', async (route) => {
      const response = await route.fetch();
      const { result } = (await response.json()) as { result: Record<string, unknown> };
      await route.fulfill({
        response,
        json: { status: true, result: { ...result, ...(asOf !== undefined && { as_of: asOf }) } },
      });
    });
    const sales = page.getByRole('region', { name: 'Sales' });
    const counting = sales.getByText('counting', { exact: true });
    const before = (days: number): string =>
      new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
    const seen: unknown[] = [];
    for (asOf of [null, before(60), before(2), undefined]) {
      await visit.go(page, '');
      await sales.getByText('Days are in UTC.').waitFor();
      seen.push([await counting.count(), await sales.getByRole('figure', { name: /orders over 30 days/ }).count()]);
    }
    expect(seen).toEqual([
      [6, 0],
      [6, 0],
      [3, 1],
      [0, 1],
    ]);
    expect(visit.faults).toEqual([]);
  });

  it('console.md 11: shows a required field that is empty below the header', async () => {
    const page = await visit.signedIn();
    await page.setViewportSize({ width: 1280, height: 500 });
    await visit.go(page, '/promotions/new');
    await inPage(page, 'scrollTo(0, 1e6)');
    await page.getByRole('button', { name: 'Save' }).click();
    const top = "document.activeElement.getBoundingClientRect().top - document.querySelector('header').offsetHeight";
    expect(await inPage(page, 'document.activeElement.required')).toBe(true);
    expect(Number(await inPage(page, top))).toBeGreaterThanOrEqual(0);
  });

  it('console.md 3: finds an order by its SKU and refunds a line of it, for the amount that it names before', async () => {
    const page = await visit.atHome();
    await page.keyboard.press('/');
    await page.keyboard.type('MUG');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: String(order['number']) }).click();
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await page.getByLabel('Units of Mug').fill('2');
    await page.getByLabel('Shipping with its tax (£5.00)').check();
    await page.getByText('The customer gets £11.70 back').waitFor();
    await page.getByRole('button', { name: 'Refund £11.70' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Refund £11.70' }).click();
    await page.getByText('The refund was made.').waitFor();
    await page.getByText('Partly refunded').first().waitFor();
    expect(await orderNow()).toMatchObject({ captured: 15.05, refunded: 11.7, balance: 0 });
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await page.locator('label', { hasText: /^Amount$/ }).click();
    await page.getByLabel('Amount with tax, at most £3.35').fill('3.36');
    expect(await alert(page)).toContain('“Amount” must be above 0 and at most the 3.35 that are left of what was paid');
    expect(await page.getByRole('button', { name: /^Refund £/ }).isDisabled()).toBe(true);
    expect(visit.faults).toEqual([]);
  });

  it('console.md 3: edits an order beside its present totals, ships it and notes why', async () => {
    const product = await shop.product({ title: 'Teapot', sku: 'POT', price: '34' });
    const own = await shop.order(product.id, {}, 2);
    await shop.pay('purchase', own.id, GOOD_CARD);
    const page = await visit.signedIn();
    await visit.go(page, `/orders/${own.id}?do=edit`);
    await page.getByLabel('Quantity of Teapot').fill('1');
    await page.getByText('£34.00 will be owed back').waitFor();
    expect((await orderNow(own.id))['balance']).toBe(0);
    await page.getByRole('button', { name: 'Change the order' }).click();
    await page.getByText('The order was changed.').waitFor();
    expect(await orderNow(own.id)).toMatchObject({ total: 34, balance: -34 });
    await page.getByRole('button', { name: 'Ship', exact: true }).click();
    await page.getByLabel('Tracking number').fill('RM1');
    await page.getByRole('button', { name: 'Record the shipment' }).click();
    await page.getByText('The shipment was recorded.').waitFor();
    await page.getByLabel('New note').fill('One was broken');
    await page.getByRole('button', { name: 'Add the note' }).click();
    await page.getByText('Note by the API client “ada”: One was broken').waitFor();
    const { result } = (
      await shop.send<Record<string, unknown[]>>('GET', `/v1/orders/${own.id}?include=shipments,notes`)
    ).body;
    expect([result['shipments'], result['notes']]).toMatchObject([
      [{ items: [{ sku: 'POT', quantity: 1 }], tracking_number: 'RM1' }],
      [{ text: 'One was broken', author: 'ada' }],
    ]);
    expect(visit.faults).toEqual([]);
  });

  it('console.md 15: a token that only reads sees every page and no button that would fail', async () => {
    const page = await visit.signedIn(READ_SCOPES);
    const buttons: string[] = [];
    for (const one of CONSOLE_PAGES) {
      await visit.go(page, addressOf(one, ids));
      const names = await buttonsOf(page);
      buttons.push(
        ...names.filter((name) => name !== '' && !one.reads.includes(name)).map((name) => `${one.path}: ${name}`),
      );
    }
    expect([buttons, visit.faults]).toEqual([[], []]);
  });

  it('console.md 1: shows a token the pages of its scopes alone', async () => {
    const page = await visit.atHome(['customers:read']);
    expect(await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Orders' }).count()).toBe(0);
    await visit.go(page, '/orders');
    await page.getByText('lacks the permission orders:read').waitFor();
    expect(visit.faults).toEqual([]);
  });

  it('console.md 15: shows hostile text as text, also on a narrow page', async () => {
    const product = await shop.product({ title: hostile(255), sku: 'EVIL' });
    const own = await shop.order(product.id);
    await shop.made(`/v1/orders/${own.id}/notes`, { text: hostile(10_000) });
    expect(await visit.harmed([`/orders/${own.id}`, `/orders?q=${encodeURIComponent(hostile(200))}`])).toEqual([]);
    expect(visit.faults).toEqual([]);
  });

  it('console.md 11, 12: goes to pages by keys, and speaks German', async () => {
    const page = await visit.atHome(SCOPES);
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await page.getByRole('heading', { name: 'Orders' }).waitFor();
    await page.getByRole('button', { name: 'ada' }).click();
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { name: 'Bestellungen' }).waitFor();
    await page.locator('main').click({ position: { x: 1, y: 1 } });
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Tastenkürzel' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    expect(visit.faults).toEqual([]);
  });

  it('console.md 14: takes at most 200 kB of compressed script for its first page', async () => {
    const page = await visit.atHome();
    await visit.settled(page);
    await page.locator('.uplot').waitFor();
    const loaded = await inPage(page, "performance.getEntriesByType('resource').map(({ name }) => name)");
    const files = (loaded as string[]).filter((name) => name.endsWith('.js')).map((name) => new URL(name).pathname);
    const sizes = files.map((path) => {
      const file = join(BUILT, path.replace(/^\/console/, ''));
      const compressed = statSync(`${file}.gz`, { throwIfNoEntry: false });
      return compressed?.size ?? statSync(file).size;
    });
    expect(files.length).toBeGreaterThan(3);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200_000);
    expect(readFileSync(join(BUILT, 'index.html'), 'utf8')).not.toMatch(/<script(?![^>]*src=)|<style|https?:/);
  });
});
