import { GOOD_CARD, Shop } from '../builders/cart-shop.builder';
import { ConsoleVisit, inPage, violationsInBoth, violationsOf } from '../support/console-visit';
import { addressOf, CONSOLE_PAGES, pageIds, type PageIds } from './console-pages.table';

describe('every page of the console', () => {
  let visit: ConsoleVisit;
  let ids: PageIds;

  beforeAll(async () => {
    visit = await ConsoleVisit.open();
    const shop = await Shop.open(visit.store);
    const product = await shop.product({ title: 'Mug', sku: 'MUG', price: '3.35' });
    const order = await shop.order(product.id, {}, 3);
    await shop.pay('purchase', order.id, GOOD_CARD);
    const { body } = await shop.send<{ id: string }[]>('GET', `/v1/events?object_id=${order.id}&limit=1`);
    ids = { order: order.id, event: body.result[0]?.id ?? '', ...(await pageIds(shop)) };
  }, 300_000);
  afterAll(() => visit.close());

  it('console.md 11: is accessible, in light and in dark colours, and 360 pixels wide', async () => {
    const page = await visit.signedIn();
    const width = async (): Promise<unknown> => inPage(page, 'document.documentElement.scrollWidth');
    const found: unknown[] = [];
    for (const one of CONSOLE_PAGES) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await visit.go(page, addressOf(one, ids));
      const wide = [await violationsInBoth(page), await width()];
      await page.setViewportSize({ width: 360, height: 800 });
      found.push([one.path, ...wide, await violationsOf(page), await width()]);
    }
    expect(found).toEqual(CONSOLE_PAGES.map(({ path }) => [path, [], 1280, [], 360]));
  });
});
