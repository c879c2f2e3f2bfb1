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
    await choose('Compare', 'What was paid, and this one alone');
    await button('Start the back-test').click();
    await section().locator('.figures').waitFor();
    expect(await texts(section().locator('.figures > div'))).toEqual([
      'Orders looked at 3',
      'Orders that change 3',
      'Orders that cost less 1',
      'Orders that cost more 1',
      'Same total, other discounts 1',
    ]);
    // After the orders that cost more.
    expect((await texts(section().getByRole('table').nth(1).getByRole('row'))).slice(1)).toEqual([
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
    await page.getByRole('link', { name: 'Open on its own page' }).click();
    await page.waitForURL(`**/promotions/backtests/${run}`);
    await page.getByRole('link', { name: 'Back-tests', exact: true }).click();
    // The page of the run has rows of that name too.
    await page.waitForURL('**/promotions/backtests');
    await page.getByRole('row', { name: /A tenth .*No other promotion/ }).waitFor();
    expect(visit.faults).toEqual([]);
  });

  const title = (): Promise<string> => section().locator('[data-compared]').innerText();

  it('compare the promotions of today without one and with it, unless told otherwise', async () => {
    const now = await shop.promotion({
      title: 'Now',
      action: 'discount_subtotal_fixed',
      amount: 3,
      from: '2026-01-01',
    });
    const own = await shop.promotion({ title: 'Half', status: 0, amount: 50, priority: 5 });
    await visit.go(page, `/promotions/${own.id}`);
    await button('Start the back-test').click();
    await section().locator('.figures').waitFor();
    // 3.00 off each of the three orders, then half of 7.00, 17.00 and 27.00.
    expect((await texts(section().getByRole('table').first().getByRole('row'))).slice(1)).toEqual([
      'Discount of Half £0.00 £25.50 +£25.50',
      'Discount of other promotions £9.00 £9.00 £0.00',
      'What customers pay, with tax and shipping £51.00 £25.50 −£25.50',
    ]);
    const rows = await texts(section().getByRole('table').nth(1).getByRole('row'));
    expect(rows.slice(1)).toEqual(['Half 3 £25.50 £8.50 £13.50']);
    expect(await title()).toBe('Half · With 1 other live promotion');
    await section().getByText('Compared with the same orders without it', { exact: true }).waitFor();
    await shop.send('DELETE', `/v1/promotions/cart/${now.id}`);
    await page.reload();
    await section().getByRole('alert', { name: 'The other promotions have changed since' }).waitFor();
    await button('Start the back-test').click();
    await section().getByText('Compared with no promotion at all', { exact: true }).waitFor();
    await section().locator('.figures').waitFor();
    expect(await title()).toBe('Half · No other promotion');
    expect(visit.faults).toEqual([]);
  });

  it('warn of orders that cost more, and say why', async () => {
    const now = await shop.promotion({ title: 'Now', action: 'discount_subtotal_fixed', amount: 3 });
    const own = await shop.promotion({ title: 'First', status: 0, amount: 10, priority: -5, terminating: 1 });
    await visit.go(page, `/promotions/${own.id}`);
    await button('Start the back-test').click();
    const warning = section().getByRole('alert', { name: '2 orders would have cost more' });
    await warning.waitFor();
    const lost =
      'Now would have taken off £3.00, and in the test not have applied: It could not be combined with First.';
    const rows = (await texts(warning.getByRole('row'))).slice(1).map((row) => row.replace(/^\d+ /, ''));
    expect(rows).toEqual([
      `£3.00 → £1.00 £7.00 → £9.00 ${lost} First would have taken off £1.00.`,
      `£3.00 → £2.00 £17.00 → £18.00 ${lost} First would have taken off £2.00.`,
    ]);
    expect(await violationsInBoth(page)).toEqual([]);
    await shop.send('DELETE', `/v1/promotions/cart/${now.id}`);
  });

  it('keep their choices in the address, and say when a result is of other terms', async () => {
    const own = await shop.promotion({ title: 'Fifth', status: 0, amount: 20 });
    await visit.go(page, `/promotions/${own.id}`);
    await button('Last week').click();
    await choose('Compare', 'What was paid, without and with this one');
    const days = (): Promise<string[]> =>
      Promise.all(['Orders from', 'Orders until'].map((label) => page.getByLabel(label).inputValue()));
    const week = await days();
    expect(week.map((day) => new Date(`${day}T12:00:00Z`).getUTCDay())).toEqual([1, 0]);
    await page.reload();
    await button('Start the back-test').waitFor();
    expect([await days(), await button('Last week').getAttribute('aria-pressed')]).toEqual([week, 'true']);
    await button('Last 7 days').click();
    await button('Start the back-test').click();
    await section().locator('.figures').waitFor();
    const old = section().getByRole('alert', { name: 'The terms have changed since' });
    expect(await old.count()).toBe(0);
    const amount = page.getByRole('textbox', { name: 'Percent off', exact: true });
    await amount.fill('30');
    await old.waitFor();
    await amount.fill('20');
    await old.waitFor({ state: 'detached' });
    await amount.fill('30');
    await old.getByRole('button', { name: 'Run again' }).click();
    await old.waitFor({ state: 'detached' });
    // 30 % of 10.00, 20.00 and 30.00, before the 2.00 of then.
    await section().getByRole('row', { name: 'Discount of Fifth £0.00 £18.00 +£18.00' }).waitFor();
    await button('Save').click();
    await page.getByText('The promotion was saved.').waitFor();
    await page.reload();
    await section().locator('.figures').waitFor();
    expect(await old.count()).toBe(0);
    // Opened anew, the page finds the last back-test: of the terms from before.
    await shop.send('PUT', `/v1/promotions/cart/${own.id}`, { form: { amount: 40 } });
    await visit.go(page, `/promotions/${own.id}`);
    const maybe = section().getByRole('alert', { name: 'The terms may have changed since' });
    // On the orders and against the baseline of that one, which the choices of the page are not.
    await maybe.getByRole('button', { name: 'Run again' }).click();
    await maybe.waitFor({ state: 'detached' });
    await section().getByRole('row', { name: 'Discount of Fifth £0.00 £24.00 +£24.00' }).waitFor();
    await section().getByText('Compared with what was paid', { exact: true }).waitFor();
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
