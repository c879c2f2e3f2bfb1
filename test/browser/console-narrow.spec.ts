import { type Locator, type Page } from 'playwright-core';
import { Shop } from '../builders/cart-shop.builder';
import { ConsoleVisit, inPage, violationsInBoth } from '../support/console-visit';

const PHONE = { width: 390, height: 844 };

describe('the console on a phone', () => {
  let visit: ConsoleVisit;
  let page: Page;

  beforeAll(async () => {
    visit = await ConsoleVisit.open();
    const shop = await Shop.open(visit.store);
    for (const [title, price] of Object.entries({ Cup: '7', Bowl: '9', Mug: '8' }))
      await shop.product({ title, price });
    page = await visit.signedIn(undefined, { viewport: PHONE });
  });
  afterAll(() => visit.close());

  const filters = (): Locator => page.getByRole('button', { name: 'Filters', exact: true });
  const sort = (): Locator => page.getByRole('combobox', { name: 'Sort by', exact: true });

  it('sorts a list by a choice among its filters, whose button says whether they are open', async () => {
    await visit.go(page, '/catalog');
    const titles = (): Promise<string[]> => page.locator('tbody a').allInnerTexts();
    expect(await titles()).toEqual(['Bowl', 'Cup', 'Mug']);
    const [closed, look] = [await filters().getAttribute('aria-expanded'), await filters().innerText()];
    expect([closed, await sort().isVisible()]).toEqual(['false', false]);
    await filters().click();
    expect(await filters().getAttribute('aria-expanded')).toBe('true');
    expect(await filters().innerText()).not.toBe(look);
    expect(await sort().inputValue()).toBe('Product, ascending');
    expect(await violationsInBoth(page)).toEqual([]);
    await sort().click();
    await page.getByRole('option', { name: 'Price, descending' }).click();
    await page.waitForURL('**/catalog?sort=price&order=desc');
    await visit.settled(page);
    expect(await titles()).toEqual(['Bowl', 'Mug', 'Cup']);
    // With room for headings these are what sorts.
    await page.setViewportSize({ width: 1280, height: 844 });
    expect([await sort().isVisible(), await filters().isVisible()]).toEqual([false, false]);
    await page.setViewportSize(PHONE);
    expect(visit.faults).toEqual([]);
  });

  it('says how many filters are set that it does not show', async () => {
    await visit.go(page, '/orders?to_ship=1&status=paid');
    const set = page.getByRole('button', { name: 'Filters: 2 set', exact: true });
    expect([await set.isVisible(), await page.getByRole('combobox', { name: 'Shipping' }).isVisible()]).toEqual([
      true,
      false,
    ]);
    await set.click();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await filters().waitFor();
    await filters().click();
    expect(visit.faults).toEqual([]);
  });

  it('has no hints for keys in its menu', async () => {
    await visit.go(page, '/');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Carts', exact: true }).waitFor();
    expect(await page.locator('.navigation kbd').first().isVisible()).toBe(false);
  });

  it('leads from the form of a promotion to the preview below it', async () => {
    await visit.go(page, '/promotions/new');
    await page.getByRole('button', { name: 'To the preview' }).click();
    const top = Number(await inPage(page, "document.querySelector('.preview').getBoundingClientRect().top"));
    expect(top).toBeGreaterThan(0);
    expect(top).toBeLessThan(100);
  });
});
