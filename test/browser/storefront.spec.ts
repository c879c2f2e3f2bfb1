import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, type Locator, type Page } from 'playwright-core';
import { PATIENCE_MS, startBrowser } from '../support/browser';
import { emptyFolder, ensureBuilt, StoreProcess } from '../support/store.process';

const ROOT = resolve(__dirname, '../..');
const FOLDER = join(ROOT, 'examples/storefront');

describe('npm run demo -- --storefront', () => {
  let demo: StoreProcess;
  let browser: Browser;
  let page: Page;
  const faults: string[] = [];

  beforeAll(async () => {
    await ensureBuilt();
    demo = new StoreProcess('cli/demo.js', ROOT, { TMPDIR: emptyFolder() }, ['--storefront']);
    await demo.says('Ctrl+C ends it');
    browser = await startBrowser();
    page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    page.on('pageerror', ({ message }) => faults.push(message));
    await page.goto(/The storefront is open at (\S+),/.exec(demo.output)?.[1] ?? '');
  });
  afterAll(async () => {
    await browser.close();
    await demo.stop();
  });

  const button = (name: string): Locator => page.getByRole('button', { name });
  const heading = (name: string): Promise<void> => page.getByRole('heading', { name }).waitFor();
  /** The texts that a person reads, each once it is there. */
  const texts = async (all: Locator): Promise<string[]> => {
    await all.first().waitFor();
    return (await all.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
  };
  const rows = (): Promise<string[]> => texts(page.getByRole('row'));
  /** The pictures that a person sees. */
  const pictures = async (): Promise<string[]> => {
    const all = page.getByRole('img');
    await page.waitForFunction('[...document.images].every((image) => image.complete)');
    return Promise.all((await all.all()).map(async (image) => (await image.getAttribute('alt')) ?? ''));
  };
  const add = async (product: string, choice?: readonly [label: string, value: string]): Promise<void> => {
    const card = page.getByRole('article').filter({ hasText: product });
    if (choice) await card.getByLabel(choice[0]).selectOption({ label: choice[1] });
    await card.getByRole('button').click();
    await heading('Your cart');
  };
  const group = (name: string): Locator => page.getByRole('group', { name, exact: true });
  const fill = async (fields: Readonly<Record<string, string>>, within: Page | Locator = page): Promise<void> => {
    for (const [label, value] of Object.entries(fields)) await within.getByLabel(label).fill(value);
  };

  it('sells: from the catalog with a code, an address and a card to the page of the paid order', async () => {
    const cards = page.getByRole('article');
    expect(await texts(cards)).toEqual([
      'Earl Grey £9.90 Black tea with bergamot, 250 g. Packing Paper bag Tin +£3.50 Add to cart',
      'Teapot £34.00 Earthenware, 0.8 litres, with a strainer. Add to cart',
      'Mug £7.50 Stoneware, 0.3 litres. Size Small Large +£1.25 Add to cart',
      'Tea towel £12.00 Half linen, 50 × 70 cm. Add to cart',
    ]);
    expect(await pictures()).toEqual(['Earl Grey', 'Teapot', 'Mug', 'Tea towel']);
    expect(await page.evaluate('[...document.images].map((image) => image.naturalWidth)')).toEqual([
      640, 640, 640, 640,
    ]);

    await add('Earl Grey', ['Packing', 'Tin +£3.50']);
    await page.getByRole('link', { name: 'The Tea Room' }).click();
    await add('Mug', ['Size', 'Large +£1.25']);
    await fill({ 'Quantity of Mug (Large)': '2' });
    await page.keyboard.press('Tab');
    await page.getByRole('row', { name: 'Total £30.90' }).waitFor();
    await fill({ 'Discount code': 'coffee' });
    await button('Apply').click();
    await page.getByText('Discount code does not exist, or is not applicable').waitFor();
    await fill({ 'Discount code': 'teatime' });
    await button('Apply').click();
    await button('Remove TEATIME').waitFor();
    expect(await rows()).toEqual([
      'Earl Grey (Tin) £13.40 each Remove £13.40',
      'Mug (Large) £8.75 each Remove £17.50',
      'Discount TEATIME −£4.64',
      'Total £26.26',
    ]);
    expect(await pictures()).toEqual(['Earl Grey', 'Mug']);
    await page.getByRole('link', { name: 'Cart (3)' }).waitFor();

    await page.getByRole('link', { name: 'Go to the checkout' }).click();
    await fill({ 'First name': 'Ada', 'Last name': 'Lovelace', 'E-mail': 'ada@example.com' });
    await fill({ Street: '12 High Street', Town: 'Bath', Postcode: 'BA1 1AA' }, group('Address'));
    await page.getByLabel('Send it to another address').check();
    const delivery = group('Delivery address');
    await fill({ Street: '1 Rue de Rivoli', Town: 'Paris', Postcode: '75001' }, delivery);
    await delivery.getByLabel('Country').selectOption({ label: 'France' });
    const methods = ['Standard, £3.95: £30.21 in all', 'Next day, £6.95: £33.21 in all'];
    expect(await texts(group('Delivery').locator('label'))).toEqual(methods);
    await page.getByLabel('Next day').check();
    await button('Place the order').click();

    await heading('Pay £33.21');
    await fill({ 'Card number': '4000 0000 0000 0002', 'Expires (MM/YY)': '12/99', 'Security code': '123' });
    await button('Pay').click();
    await page.getByText('The card was declined').waitFor();
    await fill({ 'Card number': '4242 4242 4242 4242' });
    await button('Pay').click();
    const paid = async (): Promise<void> => {
      await heading('Order TEA-0001');
      const sentence = 'Paid. Thank you, Ada. It is sent to Ada Lovelace, 1 Rue de Rivoli, Paris, 75001, FR.';
      expect(await texts(page.locator('main p'))).toEqual([sentence]);
      expect(await rows()).toEqual([
        'Mug (Large) × 2 £14.87',
        'Earl Grey (Tin) × 1 £11.39',
        'Delivery: Next day £6.95',
        'Total £33.21',
        'Tax in it £5.54',
        'You saved £4.64',
      ]);
      expect(await pictures()).toEqual(['Mug', 'Earl Grey']);
    };
    await paid();
    await page.reload();
    await paid();
    await page.getByRole('link', { name: 'Cart', exact: true }).click();
    await heading('Your cart is empty');
    expect(faults).toEqual([]);
  });

  it('leaves nothing behind when it is told to end', async () => {
    const folder = emptyFolder();
    const ending = new StoreProcess('cli/demo.js', ROOT, { TMPDIR: folder }, ['--storefront']);
    await ending.says('Ctrl+C ends it');
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^storekeeper-demo-/)]);
    ending.signal('SIGTERM');
    expect(await ending.ended).toMatchObject({ code: 0, stderr: '' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('takes less than 300 lines of pages, style and script', () => {
    const lines = ['index.html', 'style.css', 'shop.js'].map(
      (name) => readFileSync(join(FOLDER, name), 'utf8').split('\n').length - 1,
    );
    expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThan(300);
  });
});
