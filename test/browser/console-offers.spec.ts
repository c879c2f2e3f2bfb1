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

  const groupOf = async (id: string) => (await shop.send('GET', `/v1/promotions/cart/${id}`)).body.result['best_of'];

  it('offers to let a cart get only the better one where another promotion would apply all the same', async () => {
    const mug = (await shop.product({ title: 'Mug', price: '9' })).id;
    const always = await shop.promotion({
      title: 'Cups & more',
      action: 'discount_subtotal_fixed',
      amount: 5,
      persistent: 1,
    });
    await visit.go(page, '/promotions/new');
    await field('Title').fill('Mugs alone');
    await choose('Action', 'Buy some, get some free (3 for 2)');
    await choose('Other promotions', 'Not with other promotions');
    await page.getByText('Not alone: 1 promotion still applies').waitFor();
    await button('Let the customer get only the better one').click();
    await page.getByText('When you save, a cart gets only the better one of this and: Cups & more').waitFor();
    expect(await field('Best of').inputValue()).toBe('mugs-alone');
    // Nothing is changed before the form is saved.
    expect(await groupOf(always.id)).toBe('');
    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    await page.getByRole('button', { name: 'Stay here' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('switch', { name: /^Live/ }).check();
    await button('Save').click();
    await page.getByRole('heading', { name: 'Mugs alone', level: 1 }).waitFor();
    await visit.settled(page);
    expect(await violationsInBoth(page)).toEqual([]);
    const totals = [];
    // 2 mugs: 5.00 off are better than none; 4 mugs: one free mug is better.
    for (const units of [2, 4]) totals.push((await shop.checkout(await shop.cart(mug, units))).body.result.total);
    expect(totals).toEqual([13, 27]);
    const { body } = await shop.send('GET', `/v1/promotions/cart/${always.id}`);
    expect(body.result).toMatchObject({ best_of: 'mugs-alone', persistent: { data: { key: '1' } } });
    // The choice is the same one when the page is opened again.
    await page.reload();
    await page.getByText('A cart gets only the better one of this and: Cups & more').waitFor();
    expect(visit.faults).toEqual([]);
  });

  it('does not offer it for several promotions, which a group would also keep from each other', async () => {
    const promotions = [];
    for (const title of ['Staff', 'Club'])
      promotions.push(await shop.promotion({ title, persistent: 1, amount: 5, action: 'discount_subtotal_percent' }));
    await visit.go(page, '/promotions/new');
    await choose('Other promotions', 'Not with other promotions');
    await page.getByText('Not alone: 2 promotions still apply').waitFor();
    for (const name of ['Staff', 'Club']) await page.getByRole('link', { name, exact: true }).waitFor();
    expect(await button('Let the customer get only the better one').count()).toBe(0);
    for (const { id } of promotions) {
      expect(await groupOf(id)).toBe('');
      await shop.send('DELETE', `/v1/promotions/cart/${id}`);
    }
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

  it('previews with what another tab saved, and with what others saved when one comes back; a reload keeps the cart', async () => {
    await shop.product({ title: 'Kettle', price: '30' });
    const other = await shop.promotion({ title: 'Three', action: 'discount_subtotal_fixed', amount: 3 });
    await visit.go(page, '/promotions/new');
    await addKettle();
    await verdict('Three takes off £3.00').waitFor();
    await choose('Other promotions', 'Not with other promotions');
    const tab = await page.context().newPage();
    await visit.go(tab, `/promotions/${other.id}`);
    await tab.getByRole('textbox', { name: 'Amount off the order', exact: true }).fill('4');
    await tab.getByRole('combobox', { name: 'Other promotions', exact: true }).click();
    await tab.getByRole('option', { name: 'As set below', exact: true }).click();
    await tab.getByRole('switch', { name: /^Always applies/ }).check();
    await tab.getByRole('button', { name: 'Save', exact: true }).click();
    await verdict('Three takes off £4.00').waitFor();
    await page.getByRole('alert', { name: 'Not alone: 1 promotion still applies' }).waitFor();
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

  it('keeps out a promotion that always applies, once asked for', async () => {
    const [staff, club] = [
      await shop.promotion({ title: 'Staff', persistent: 1, action: 'discount_subtotal_percent' }),
      await shop.promotion({ title: 'Club', persistent: 1, action: 'discount_subtotal_percent' }),
    ];
    await visit.go(page, '/promotions/new');
    await choose('Other promotions', 'Not with other promotions');
    const warning = page.getByRole('alert', { name: /^Not alone/ });
    await warning.getByRole('button', { name: 'Exclude “Staff”' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Exclude “Staff”' }).click();
    await page.getByRole('alert', { name: 'Not alone: 1 promotion still applies' }).waitFor();
    expect(await warning.getByRole('link').allInnerTexts()).toEqual(['Club']);
    await preview().getByText('Not alone: “Club” always applies, even with this one.').waitFor();
    const persistent = async (id: string) =>
      (await shop.send('GET', `/v1/promotions/cart/${id}`)).body.result['persistent'];
    expect([await persistent(staff.id), await persistent(club.id)]).toMatchObject([
      { data: { key: '0' } },
      { data: { key: '1' } },
    ]);
    await visit.settled(page);
    expect(await violationsInBoth(page)).toEqual([]);
    await remove(staff.id, club.id);
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
    expect([await choice.inputValue(), await field('Priority').inputValue()]).toEqual(['As set below', '-1000']);
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
