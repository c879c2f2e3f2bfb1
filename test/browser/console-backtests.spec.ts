import { type Locator, type Page } from 'playwright-core';
import { Shop } from '../builders/cart-shop.builder';
import { ConsoleVisit, violationsInBoth } from '../support/console-visit';

describe('back-tests in the console (console.md 4)', () => {
  let visit: ConsoleVisit;
  let shop: Shop;
  let page: Page;

  beforeAll(async () => {
    visit = await ConsoleVisit.open();
    shop = await Shop.open(visit.store);
    const mug = (await shop.product({ title: 'Mug', price: '10' })).id;
    const before = await shop.promotion({ title: 'Two off', action: 'discount_subtotal_fixed', amount: 2 });
    for (const units of [1, 2, 3]) await shop.order(mug, {}, units);
    await shop.send('DELETE', `/v1/promotions/cart/${before.id}`);
    page = await visit.signedIn();
  });
  afterAll(() => visit.close());

  const section = (): Locator => page.getByRole('region', { name: 'Back-test' });
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const choose = async (label: string, option: string): Promise<void> => {
    await page.getByRole('combobox', { name: label, exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const texts = async (all: Locator): Promise<string[]> =>
    (await all.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
  const figure = (name: string): Locator => section().locator('.figures > div', { hasText: name });

  it('say for each changed order whether it costs less, more, or the same by other discounts', async () => {
    // 10 % of 1, 2 and 3 mugs: 1.00, 2.00 and 3.00 in place of 2.00.
    const tenth = await shop.promotion({ title: 'A tenth', status: 0 });
    await visit.go(page, `/promotions/${tenth.id}`);
    await choose('Together with', 'No other promotion');
    await button('Start the back-test').click();
    await section().locator('.figures').waitFor();
    expect(await texts(section().locator('.figures > div'))).toEqual([
      'Orders looked at 3',
      'Orders that change 3',
      'Orders that cost less 1',
      'Orders that cost more 1',
      'Same total, other discounts 1',
    ]);
    expect((await texts(section().getByRole('table').first().getByRole('row'))).slice(1)).toEqual([
      'Discount of A tenth £0.00 £6.00 +£6.00',
      'Discount of other promotions £6.00 £0.00 −£6.00',
      'What customers pay, with tax and shipping £54.00 £54.00 £0.00',
    ]);
    await section().getByText('customers would have paid the same').waitFor();

    // The result is there again, on its page, by its address and in the list.
    const run = new URL(page.url()).searchParams.get('backtest');
    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
    await visit.go(page, `/promotions/${tenth.id}`);
    await section().getByText('The last back-test of this promotion').waitFor();
    await figure('Orders looked at').waitFor();
    expect(await violationsInBoth(page)).toEqual([]);
    await page.getByRole('link', { name: 'On a page of its own' }).click();
    await page.waitForURL(`**/promotions/backtests/${run}`);
    await page.getByRole('link', { name: 'Back-tests', exact: true }).click();
    // The page of the run has rows of that name too.
    await page.waitForURL('**/promotions/backtests');
    await page.getByRole('row', { name: /A tenth/ }).waitFor();
    expect(visit.faults).toEqual([]);
  });

  it('try a promotion together with those that run now', async () => {
    const now = await shop.promotion({
      title: 'Now',
      action: 'discount_subtotal_fixed',
      amount: 3,
      from: '2026-01-01',
    });
    const own = await shop.promotion({ title: 'Half', status: 0, amount: 50, priority: 5 });
    await visit.go(page, `/promotions/${own.id}`);
    await choose('Together with', 'Promotions that run now');
    await button('Start the back-test').click();
    await section().locator('.figures').waitFor();
    const rows = await texts(section().getByRole('table').nth(1).getByRole('row'));
    // 3.00 off each of the three orders, then half of 7.00, 17.00 and 27.00.
    expect(rows.slice(1)).toEqual(['Now 3 £9.00 £3.00 £3.00', 'Half 3 £25.50 £8.50 £13.50']);
    await shop.send('DELETE', `/v1/promotions/cart/${now.id}`);
    expect(visit.faults).toEqual([]);
  });

  it('take for granted what they say, in the language of the page', async () => {
    const { body } = await shop.send('POST', '/v1/promotions/backtests', {
      json: { promotions: [{ action: 'discount_by_percent', amount: 10 }] },
    });
    const german = await visit.page({ locale: 'de-DE', storageState: await page.context().storageState() });
    await visit.go(german, `/promotions/backtests/${body.result.id}`);
    await german.getByText('Die Käufer hätten dasselbe gekauft.').waitFor();
    expect(await german.getByText('Buyers are').count()).toBe(0);
  });
});
