import { type Locator, type Page } from 'playwright-core';
import { Shop } from '../builders/cart-shop.builder';
import { ConsoleVisit, violationsInBoth } from '../support/console-visit';

describe('promotions beside others, in the console (console.md 4)', () => {
  let visit: ConsoleVisit;
  let shop: Shop;
  let page: Page;

  beforeAll(async () => {
    visit = await ConsoleVisit.open();
    shop = await Shop.open(visit.store);
    page = await visit.signedIn();
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
    await choose('Other offers', 'Not with other offers');
    await page.getByText('Promotions that always apply still do: Cups & more').waitFor();
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
    for (const title of ['Staff', 'Club']) promotions.push(await shop.promotion({ title, persistent: 1 }));
    await visit.go(page, '/promotions/new');
    await choose('Other offers', 'Not with other offers');
    await page.getByText('Promotions that always apply still do:').waitFor();
    for (const name of ['Staff', 'Club']) await page.getByRole('link', { name, exact: true }).waitFor();
    expect(await button('Let the customer get only the better one').count()).toBe(0);
    for (const { id } of promotions) {
      expect(await groupOf(id)).toBe('');
      await shop.send('DELETE', `/v1/promotions/cart/${id}`);
    }
    expect(visit.faults).toEqual([]);
  });
});
