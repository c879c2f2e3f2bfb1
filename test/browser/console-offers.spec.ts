import { type Locator, type Page } from 'playwright-core';
import { Shop } from '../builders/cart-shop.builder';
import { ConsoleVisit, inPage, violationsInBoth } from '../support/console-visit';

describe('promotions beside others, in the console (console.md 4)', () => {
  let visit: ConsoleVisit;
  let shop: Shop;
  let page: Page;

  beforeAll(async () => {
    visit = await ConsoleVisit.open();
    shop = await Shop.open(visit.store);
    page = await visit.signedIn();
  });
  // Each test would find the live ones of the others.
  afterEach(async () => {
    const { body } = await shop.send<{ id: string }[]>('GET', '/v1/promotions/cart', { query: { limit: '100' } });
    for (const { id } of body.result) await shop.send('DELETE', `/v1/promotions/cart/${id}`);
  });
  afterAll(() => visit.close());

  const field = (label: string): Locator => page.getByRole('textbox', { name: label, exact: true });
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const choose = async (label: string, option: string): Promise<void> => {
    await page.getByRole('combobox', { name: label, exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };

  const promotionOf = async (id: string) => (await shop.send('GET', `/v1/promotions/cart/${id}`)).body.result;

  it('is alone where it applies, and leaves the others as they are (promotions.md 12a)', async () => {
    const mug = (await shop.product({ title: 'Mug', price: '9' })).id;
    const five = { title: 'Cups & more', action: 'discount_subtotal_fixed', amount: 5, persistent: 1 };
    const always = await shop.promotion(five);
    await visit.go(page, '/promotions/new');
    await field('Title').fill('Mugs alone');
    await choose('Action', 'Buy some, get some free (3 for 2)');
    await choose('Other promotions', 'Not with other promotions');
    await page.getByText('A cart gets this one alone.').waitFor();
    await page.getByRole('switch', { name: /^Live/ }).check();
    await button('Save').click();
    await page.getByRole('heading', { name: 'Mugs alone', level: 1 }).waitFor();
    await visit.settled(page);
    expect(await violationsInBoth(page)).toEqual([]);
    const totals = [];
    // 2 mugs: none is free, so the other one applies; 4 mugs: one free mug alone.
    for (const units of [2, 4]) totals.push((await shop.checkout(await shop.cart(mug, units))).body.result.total);
    expect(totals).toEqual([13, 27]);
    expect(await promotionOf(always.id)).toMatchObject({ best_of: '', persistent: { data: { key: '1' } }, uses: 1 });
    // The choice is the same one when the page is opened again; its terms are shown one by one when asked for.
    await page.reload();
    await page.getByText('A cart gets this one alone.').waitFor();
    await choose('Other promotions', 'As set below');
    const form = page.getByRole('region', { name: 'Promotion', exact: true });
    await form.getByText('All other promotions', { exact: true }).waitFor();
    await visit.settled(page);
    expect(await violationsInBoth(page)).toEqual([]);
    expect(visit.faults).toEqual([]);
  });

  it('is for nobody before it has codes, where it is for carts with one of many (promotions-at-scale.md 2)', async () => {
    await visit.go(page, '/promotions/new');
    const audience = page.getByRole('combobox', { name: 'Who gets it', exact: true });
    expect(await audience.inputValue()).toBe('Everybody');
    await field('Discount code').fill('MUG');
    expect(await audience.inputValue()).toBe('Carts with the discount code');
    await choose('Who gets it', 'Everybody');
    expect(await field('Discount code').inputValue()).toBe('');
    await choose('Who gets it', 'Carts with one of many codes');
    await page.getByText('Nobody gets it before it has codes.').waitFor();
    await field('Title').fill('Letters');
    await page.getByRole('switch', { name: /^Live/ }).check();
    await button('Save').click();
    await page.getByRole('heading', { name: 'Letters', level: 1 }).waitFor();
    await visit.settled(page);
    expect(await violationsInBoth(page)).toEqual([]);
    const { body } = await shop.send<{ audience: string }[]>('GET', '/v1/promotions/cart');
    expect(body.result).toMatchObject([{ title: 'Letters', audience: 'codes', status: { data: { key: '1' } } }]);
    const cart = await shop.cart((await shop.product()).id);
    expect((await shop.checkout(cart)).body.result.total).toBe(10);
    expect(visit.faults).toEqual([]);
  });

  const preview = (): Locator => page.getByRole('region', { name: 'Preview' });
  const verdict = (hasText: string): Locator => preview().getByRole('listitem').filter({ hasText });
  const addKettle = async (): Promise<void> => {
    await page.getByRole('combobox', { name: 'Add a product', exact: true }).fill('kettle');
    await page.getByRole('option', { name: 'Kettle', exact: true }).click();
  };
  const remove = async (...ids: readonly string[]): Promise<void> => {
    for (const id of ids) await shop.send('DELETE', `/v1/promotions/cart/${id}`);
  };

  it('says in the list which code it has, or how many', async () => {
    await shop.promotion({ title: 'Open' });
    await shop.promotion({ title: 'Coded', discount_code: 'TEA' });
    await shop.promotion({ title: 'Empty', audience: 'codes' });
    const pool = await shop.promotion({ title: 'Pooled' });
    const { status } = await shop.send('POST', `/v1/promotions/cart/${pool.id}/codes`, {
      json: { count: 1000, length: 12 },
    });
    expect(status).toBe(201);
    await visit.go(page, '/promotions');
    const cells = page.getByRole('row').filter({ hasText: /Open|Coded|Empty|Pooled/ });
    await cells.getByText('1,000 codes').waitFor();
    await cells.getByText('0 codes', { exact: true }).waitFor();
    const texts = (await cells.allInnerTexts()).map((text) => /(Open|Coded|Empty|Pooled)/.exec(text)?.[1] ?? '');
    const codes = (await cells.allInnerTexts()).map((text) => /TEA|[\d,]+ codes/.exec(text)?.[0] ?? '');
    expect(Object.fromEntries(texts.map((title, at) => [title, codes[at]]))).toEqual({
      ...{ Open: '', Coded: 'TEA', Empty: '0 codes', Pooled: '1,000 codes' },
    });
    expect(visit.faults).toEqual([]);
  });

  it('previews with what another tab saved, and with what others saved when one comes back; a reload keeps the cart', async () => {
    await shop.product({ title: 'Kettle', price: '30' });
    const other = await shop.promotion({ title: 'Three', action: 'discount_subtotal_fixed', amount: 3 });
    await visit.go(page, '/promotions/new');
    await addKettle();
    await verdict('Three takes off £3.00').waitFor();
    const tab = await page.context().newPage();
    await visit.go(tab, `/promotions/${other.id}`);
    await tab.getByRole('textbox', { name: 'Amount off the order', exact: true }).fill('4');
    await tab.getByRole('combobox', { name: 'Other promotions', exact: true }).click();
    await tab.getByRole('option', { name: 'As set below', exact: true }).click();
    await tab.getByRole('switch', { name: /^Always applies/ }).check();
    await tab.getByRole('button', { name: 'Save', exact: true }).click();
    await verdict('Three takes off £4.00').waitFor();
    await tab.close();
    // Another person's change, some time later.
    await shop.send('PUT', `/v1/promotions/cart/${other.id}`, { form: { amount: 5 } });
    await inPage(page, 'const { now } = Date; Date.now = () => now() + 60_000; dispatchEvent(new Event("focus"))');
    await verdict('Three takes off £5.00').waitFor();
    await field('Quantity of Kettle').fill('2');
    await page.waitForURL(/items=2/);
    await page.reload();
    await preview()
      .getByRole('row', { name: /^Kettle £60.00/ })
      .waitFor();
    await remove(other.id);
    expect(visit.faults).toEqual([]);
  });

  it('warns of a live promotion that gives the same on one of its days', async () => {
    const same = { action: 'buy_x_get_y_free', trigger_quantity: 2, amount: 1 };
    const twin = await shop.promotion({ title: 'Three for two', ...same, to: '2099-12-31' });
    await visit.go(page, '/promotions/new');
    const warning = page.getByRole('alert', { name: 'Another promotion gives about the same' });
    await choose('Action', 'Buy some, get some free (3 for 2)');
    expect(await warning.count()).toBe(0);
    await field('Title').fill('Again');
    await warning.waitFor();
    expect(await warning.getByRole('link', { name: 'Three for two' }).getAttribute('href')).toBe(
      `/console/promotions/${twin.id}`,
    );
    await visit.settled(page);
    expect(await violationsInBoth(page)).toEqual([]);
    await field('Discount code').fill('MUG');
    await warning.waitFor({ state: 'detached' });
    // It is none of its own.
    await visit.go(page, `/promotions/${twin.id}`);
    expect(await warning.count()).toBe(0);
    await remove(twin.id);
  });

  it('shows terms one by one as long as that is the choice, saved or loaded again', async () => {
    const own = await shop.promotion({ title: 'Own terms' });
    await visit.go(page, `/promotions/${own.id}`);
    const choice = page.getByRole('combobox', { name: 'Other promotions', exact: true });
    await choose('Other promotions', 'Not with other promotions');
    await choose('Other promotions', 'As set below');
    await button('Save').click();
    await page.getByText('The promotion was saved.').waitFor();
    await visit.settled(page);
    expect(await choice.inputValue()).toBe('As set below');
    expect(await promotionOf(own.id)).toMatchObject({
      excludes: ['all'],
      priority: 0,
      terminating: { data: { key: '0' } },
    });
    await page.reload();
    await visit.settled(page);
    expect(await choice.inputValue()).toBe('As set below');
    expect(await button('Save').isDisabled()).toBe(true);
    await choose('Other promotions', 'With other promotions');
    await button('Save').click();
    await page.getByText('The promotion was saved.').waitFor();
    await page.reload();
    await visit.settled(page);
    expect(await choice.inputValue()).toBe('With other promotions');
    await remove(own.id);
    expect(visit.faults).toEqual([]);
  });

  it('shows the whole preview, wherever the page stands', async () => {
    const own = await shop.promotion({ title: 'Low' });
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const path of ['/promotions/new', `/promotions/${own.id}`]) {
      await visit.go(page, path);
      await inPage(page, "document.querySelector('.preview').scrollTop = 1e6");
      const box = await preview().getByLabel('Code of the cart', { exact: true }).boundingBox();
      const isInSight = box !== null && box.y > 0 && box.y + box.height < 800;
      expect([path, isInSight, await inPage(page, 'scrollY')]).toEqual([path, true, 0]);
    }
    await remove(own.id);
  });
});
