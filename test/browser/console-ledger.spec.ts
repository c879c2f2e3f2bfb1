import { type Page } from 'playwright-core';
import { type Fields, GOOD_CARD, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { ConsoleVisit, inPage, violationsInBoth } from '../support/console-visit';

/** A bookkeeper who looks for refunds, in a window of a small laptop. */
describe('the ledger of the console', () => {
  let visit: ConsoleVisit;
  let shop: Shop;
  let page: Page;
  /** Grace buys a mug and a jug, Ada a mug. */
  const orders: OrderResult[] = [];
  const numbers = (): string[] => orders.map(({ number }) => String(number));

  beforeAll(async () => {
    visit = await ConsoleVisit.open({ ORDER_NUMBER: 'SK-{seq:6}' });
    shop = await Shop.open(visit.store);
    const [mug, jug] = [
      await shop.product({ title: 'Stoneware mug', sku: 'MUG-1' }),
      await shop.product({ title: 'Stoneware jug', sku: 'JUG-1' }),
    ];
    const people = ['Grace Hopper', 'Ada Lovelace'].map((name) => {
      const [first_name, last_name] = name.split(' ');
      return { first_name, last_name, email: `${String(last_name).toLowerCase()}.of.the.long.address@shop.example` };
    });
    const buy = async (of: Fields & { id: string }, customer: Fields | undefined): Promise<OrderResult> => {
      const order = await shop.order(of.id, { customer: JSON.stringify(customer) }, 2);
      await shop.pay('purchase', order.id, GOOD_CARD);
      return order;
    };
    orders.push(await buy(mug, people[0]), await buy(jug, people[0]), await buy(mug, people[1]));
    const refund = async (at: number, sku: string, reason: string, restock: 0 | 1) =>
      shop.pay('refund', orders[at]?.id ?? '', { items: JSON.stringify([{ sku, quantity: 1 }]), reason, restock });
    await refund(0, 'MUG-1', 'The handle was broken on arrival', 0);
    await refund(1, 'JUG-1', 'Wrong item', 1);
  }, 300_000);
  beforeEach(async () => (page = await visit.signedIn()));
  afterEach(() => visit.leave());
  afterAll(() => visit.close());

  const rows = async (): Promise<string[]> => {
    await visit.settled(page);
    const found = await page.getByRole('row').filter({ hasText: 'SK-' }).all();
    const texts = await Promise.all(found.map((row) => row.innerText()));
    return texts.map(
      (text) => `${numbers().findIndex((number) => text.includes(number))}${/Refund/.test(text) ? ' back' : ''}`,
    );
  };

  it('console.md 3: finds refunds by their reason, by their customer and by their goods', async () => {
    await visit.go(page, '/payments');
    await page.getByLabel('Reason of a refund').fill('BROKEN');
    await page.getByText('All 1 that match, GBP').waitFor();
    expect(await rows()).toEqual(['0 back']);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('combobox', { name: 'Customer', exact: true }).fill('grace');
    await page.getByRole('option', { name: /^Grace Hopper/ }).click();
    await page.getByText('All 4 that match, GBP').waitFor();
    expect((await rows()).sort()).toEqual(['0', '0 back', '1', '1 back']);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('combobox', { name: 'Product', exact: true }).fill('mug');
    await page.getByRole('option', { name: 'Stoneware mug' }).click();
    await page.getByText('All 3 that match, GBP').waitFor();
    expect((await rows()).sort()).toEqual(['0', '0 back', '2']);
    expect(visit.faults).toEqual([]);
  });

  it('console.md 3: takes the days of this month, and leads there from the page of a customer', async () => {
    const [first] = orders;
    const { body } = await shop.send('GET', `/v1/orders/${first?.id ?? ''}`);
    const { id } = (body.result['customer'] as { data: { id: string } }).data;
    await visit.go(page, `/customers/${id}`);
    await page.getByRole('link', { name: 'Show their payments in the ledger' }).click();
    await page.getByText('All 4 that match, GBP').waitFor();
    await page.getByRole('button', { name: 'Last month' }).click();
    await page.getByText('Nothing matches these filters').waitFor();
    await page.getByRole('button', { name: 'This month' }).click();
    await page.getByText('All 4 that match, GBP').waitFor();
    expect(visit.faults).toEqual([]);
  });

  it('console.md 3: asks for the stock of goods that were chosen, and who pays back by hand', async () => {
    const order = await shop.order((await shop.product()).id);
    await shop.send('PUT', `/v1/orders/${order.id}`, { form: { gateway: 'manual' } });
    await shop.pay('purchase', order.id, {});
    await visit.go(page, `/orders/${order.id}`);
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    const units = page.getByRole('textbox', { name: /^Units of / });
    await units.waitFor();
    const stock = page.getByRole('checkbox', { name: /put them back into stock/ });
    expect(await stock.count()).toBe(0);
    await units.fill('1');
    await stock.waitFor();
    await page.getByRole('button', { name: /^Refund £/ }).click();
    await page.getByText('This gateway moves no money: pay it back yourself.').waitFor();
    expect(visit.faults).toEqual([]);
  });

  it('console.md 3: finds the payments of a gateway by its name', async () => {
    await visit.go(page, '/payments?columns=order,gateway');
    await page.getByRole('cell', { name: 'Dummy' }).first().waitFor();
    await page.getByLabel('Gateway').fill('Stripe');
    await page.getByText('Nothing matches these filters').waitFor();
    await page.getByLabel('Gateway').fill('Dummy');
    await page.getByRole('cell', { name: 'Dummy' }).first().waitFor();
    expect(visit.faults).toEqual([]);
  });

  it('console.md 11: has the tax and the stock of each refund in a window of 1,280 pixels', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await visit.go(page, '/payments?method=refund');
    await page.getByRole('columnheader', { name: 'Tax in it' }).last().waitFor();
    await page.getByText('1 × MUG-1 · not put back into stock').waitFor();
    await page.getByText('1 × JUG-1 · put back into stock').waitFor();
    expect(await inPage(page, 'document.documentElement.scrollWidth - innerWidth')).toBe(0);
    const edges = "[...document.querySelectorAll('.list')].map((it) => it.scrollWidth - it.parentElement.clientWidth)";
    expect(await inPage(page, edges)).toEqual([0]);
    expect(await violationsInBoth(page)).toEqual([]);
    expect(visit.faults).toEqual([]);
  });
});
