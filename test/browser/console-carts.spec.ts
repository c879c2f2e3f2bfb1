import { type Page } from 'playwright-core';
import { Shop } from '../builders/cart-shop.builder';
import { ConsoleVisit, violationsInBoth } from '../support/console-visit';

describe('carts in the console (console.md 5)', () => {
  let visit: ConsoleVisit;
  let shop: Shop;
  let page: Page;

  beforeAll(async () => {
    visit = await ConsoleVisit.open();
    shop = await Shop.open(visit.store);
    page = await visit.signedIn();
  });
  afterAll(() => visit.close());

  it('shows what a cart holds and costs, and why a promotion does not apply; previews one on it', async () => {
    const mug = await shop.product({ title: 'Mug', sku: 'MUG', price: '6.50' });
    const two = { action: 'discount_subtotal_fixed', amount: 2 };
    await shop.promotion({ title: 'Two off', ...two });
    const large = { type: 'cart', match: 'value', operator: '>=', against: '20' };
    const { id } = await shop.promotion({
      title: 'Large carts',
      ...two,
      match_rules: JSON.stringify({ type: 'group', match_on: 'all', children: [large] }),
    });
    const cart = await shop.cart(mug.id, 2);
    await visit.go(page, '/carts');
    await page.getByRole('link', { name: cart }).click();
    const row = page.getByRole('row', { name: /^Mug/ });
    expect((await row.innerText()).split(/\s+/).join(' ')).toBe(
      'Mug MUG 2 £6.50 −£2.00 Two off −£2.00 £11.00 £0.00 (0%) £11.00',
    );
    const region = (name: string) => page.getByRole('region', { name });
    expect((await region('Totals').getByRole('definition').allInnerTexts()).join(' ')).toBe(
      '2 £13.00 −£2.00 £0.00 £11.00',
    );
    const verdicts = await region('Promotions').getByRole('listitem').allInnerTexts();
    expect(verdicts.map((text) => text.split(/\s+/).join(' '))).toEqual([
      'Applied Two off takes off £2.00',
      'Not applied Large carts Spend £7.00 more.',
    ]);

    await region('Promotions').getByText('count at the prices of the items').waitFor();

    await page.getByRole('link', { name: 'Large carts' }).click();
    await page.getByRole('combobox', { name: 'Cart', exact: true }).waitFor();
    await region('Preview').getByRole('row', { name: /^Mug/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/console/promotions/${id}`);
    await page.goBack();
    await page.getByRole('link', { name: 'Preview a promotion on this cart' }).click();
    await region('Preview').getByRole('row', { name: /^Mug/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/promotions/new');
    expect(visit.faults).toEqual([]);
  });

  it('marks the carts that were checked out, and shows either kind alone', async () => {
    const mug = await shop.product();
    const [open, done] = [await shop.cart(mug.id), await shop.cart(mug.id)];
    const { body } = await shop.checkout(done);
    const rows = async (): Promise<string[]> => {
      await visit.settled(page);
      const found = await page.getByRole('row').allInnerTexts();
      const ours = found.filter((text) => text.includes(open) || text.includes(done));
      return ours.map((text) => text.split(/\s+/).join(' '));
    };
    const marked = (id: string, mark: string) => expect.stringMatching(new RegExp(`^${id} .*${mark}`)) as unknown;
    await visit.go(page, '/carts');
    expect((await rows()).sort()).toEqual([
      marked(open, 'Open .*0$'),
      marked(done, 'Checked out .* at today’s prices$'),
    ]);
    await page.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'Checked out' }).click();
    await page.getByRole('row', { name: open }).waitFor({ state: 'detached' });
    expect(await rows()).toEqual([marked(done, 'Checked out')]);
    await visit.go(page, '/carts?checked_out=0');
    expect(await rows()).toEqual([marked(open, 'Open')]);
    await page.getByRole('link', { name: open }).click();
    await page.getByRole('heading', { name: open }).waitFor();
    await visit.settled(page);
    expect(await page.getByRole('note').count()).toBe(0);
    await visit.go(page, `/carts/${done}`);
    await page.getByRole('note').getByText('The order keeps what was paid.').waitFor();
    expect(await violationsInBoth(page)).toEqual([]);
    await page.getByRole('link', { name: 'Go to the order' }).click();
    await page.waitForURL(`**/orders/${body.result.id}`);
    expect(visit.faults).toEqual([]);
  });

  it('says of a cart that nobody filled, or that was removed, that it is empty or was removed', async () => {
    await visit.go(page, '/carts/nobody');
    await page.getByText('This cart is empty or was removed').waitFor();
    expect(visit.faults).toEqual([]);
  });
});
