import { type Locator, type Page } from 'playwright-core';
import { type Fields, type Result, Shop } from '../builders/cart-shop.builder';
import { png, upload } from '../builders/image.builder';
import { buttonsOf, ConsoleVisit, hostile, READ_SCOPES, violationsInBoth } from '../support/console-visit';
import { Gate } from '../support/database';

describe('the catalog in the console (console.md 6)', () => {
  let visit: ConsoleVisit;
  let shop: Shop;
  let page: Page;

  beforeAll(async () => {
    visit = await ConsoleVisit.open();
    shop = await Shop.open(visit.store);
    page = await visit.signedIn();
  });
  afterAll(() => visit.close());

  const field = (label: string, where: Page | Locator = page): Locator =>
    where.getByRole('textbox', { name: label, exact: true });
  const button = (name: string, where: Page | Locator = page): Locator =>
    where.getByRole('button', { name, exact: true });
  const region = (name: string): Locator => page.getByRole('region', { name, exact: true });
  const choose = async (label: string, option: string, where: Page | Locator = page): Promise<void> => {
    await where.getByRole('combobox', { name: label, exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const done = (sentence: string): Promise<void> => page.getByText(sentence, { exact: true }).last().waitFor();
  /** The product as a shopper's page gets it. */
  const asShopper = async (id: string): Promise<Fields> => {
    const { body } = await visit.store.request<Result<Fields>>('GET', `/v1/products/${id}`);
    return body.result;
  };
  const idInAddress = (): string => new URL(page.url()).pathname.split('/').at(-1) ?? '';

  it('makes a product with pictures and a size; the store sells it for the amounts that were typed', async () => {
    await visit.go(page, '/catalog');
    await page.getByRole('link', { name: 'New product' }).click();
    await field('Title').fill('Green Tea');
    await field('SKU').fill('TEA-G');
    await field('Price').fill('9.99');
    await choose('Tax band', 'None');
    expect(await page.getByRole('combobox', { name: 'Visibility' }).inputValue()).toBe('Draft');
    await page.getByText('The product begins as a draft that customers do not see.').waitFor();
    await button('Create the product').click();
    await page.getByRole('heading', { name: 'Green Tea', level: 1 }).waitFor();
    const id = idInAddress();
    expect(await asShopper(id)).toMatchObject({ status: { data: { key: '0' } } });

    const files = ['front.png', 'back.png'].map((name, shade) => ({
      name,
      mimeType: 'image/png',
      buffer: png(20, 20, 90 + shade),
    }));
    const chooser = page.waitForEvent('filechooser');
    await button('Add pictures').click();
    await (await chooser).setFiles(files);
    await done('The pictures were added.');
    await button('Move back.png up').click();
    await page.locator('.pictures li').first().getByText('back.png').waitFor();
    expect(await region('Pictures').getByRole('img').count()).toBe(2);

    await field('Price').fill('8.50');
    await choose('Visibility', 'Live');
    await field('Stock level').fill('12');
    await button('Save', region('Product')).click();
    await done('The product was saved.');

    await button('Add a choice').click();
    await field('Title', region('New choice')).fill('Size');
    await button('Save', region('New choice')).click();
    await button('Add an option').click();
    await field('Title', region('New option')).fill('Large');
    await field('Price change', region('New option')).fill('+1,50');
    await field('Stock level', region('New option')).fill('3');
    await button('Save', region('New option')).click();
    await page.getByRole('row', { name: /^Large \+£1\.50/ }).waitFor();

    const product = await asShopper(id);
    expect(product).toMatchObject({ slug: 'green-tea', price: 8.5, stock_level: 12, status: { data: { key: '1' } } });
    expect(Object.values(product['images'] as object).map(({ name }: Fields) => name)).toEqual([
      'back.png',
      'front.png',
    ]);
    expect(Object.values(product['modifiers'] as object)).toMatchObject([
      { title: 'Size', variations: expect.anything() as unknown },
    ]);
    const [size] = Object.values(product['modifiers'] as Record<string, { id: string; variations: object }>);
    const [large] = Object.values((size?.variations ?? {}) as Record<string, { id: string }>);
    const { body } = await shop.send<Fields>('POST', '/v1/carts/shopper', {
      json: { id, quantity: 1, modifier: { [size?.id ?? '']: large?.id } },
    });
    expect(body.result['total']).toBe(10);
    expect(await violationsInBoth(page)).toEqual([]);
    expect(visit.faults).toEqual([]);
  });

  it('tells the second of two editors, and shows the difference', async () => {
    const { id } = await shop.product({ title: 'Cup', price: '3' });
    await visit.go(page, `/catalog/products/${id}`);
    await field('Price').fill('4');
    await shop.send('PUT', `/v1/products/${id}`, { form: { price: '5' } });
    await button('Save').click();
    await page.getByText('Another person changed this record while you edited it').waitFor();
    const row = page.getByRole('alert').getByRole('row', { name: /^Price/ });
    expect((await row.innerText()).split(/\s+/)).toEqual(['Price', '3', '5', '4']);
    await button('Save my version').click();
    await done('The product was saved.');
    expect(await asShopper(id)).toMatchObject({ price: 4 });
    expect(visit.faults).toEqual([]);
  });

  it('writes prices and numbers as people do, and finds a category by typing', async () => {
    const { id: other } = await shop.made('/v1/categories', { title: 'Teas', slug: 'teas', status: 1 });
    const { id: category } = await shop.made('/v1/categories', { title: 'Vases', slug: 'vases', status: 1 });
    const { id } = await shop.product({ title: 'Vase', price: '19.4', stock_level: 18939, category });
    await visit.go(page, `/catalog/products/${id}`);
    expect(await field('Price').inputValue()).toBe('19.40');
    expect(await button('Save').isDisabled()).toBe(true);
    await visit.go(page, '/catalog');
    await page.getByRole('combobox', { name: 'Category', exact: true }).fill('vas');
    expect(await page.getByRole('option').allInnerTexts()).toEqual(['Vases']);
    await page.getByRole('option', { name: 'Vases' }).click();
    const row = page.getByRole('row', { name: /^Vase / });
    await row.getByText('18,939').waitFor();
    // Another test begins without categories.
    for (const path of [`products/${id}`, `categories/${category}`, `categories/${other}`])
      expect((await shop.send('DELETE', `/v1/${path}`)).status).toBe(200);
    expect(visit.faults).toEqual([]);
  });

  it('shows prices in German with a comma, and refuses a point that may part thousands', async () => {
    const { id } = await shop.product({ title: 'Kettle', price: '12.50', weight: '1.234' });
    const german = await visit.signedIn(undefined, { locale: 'de-DE' });
    await visit.go(german, `/catalog/products/${id}`);
    expect([await field('Preis', german).inputValue(), await field('Gewicht', german).inputValue()]).toEqual([
      '12,50',
      '1,234',
    ]);
    await field('Preis', german).fill('1.250');
    await german.getByText('Das muss eine Zahl wie 12,34 sein, ohne Tausendertrennzeichen.').waitFor();
    await button('Speichern', german).click();
    await field('Preis', german).fill('1250');
    await button('Speichern', german).click();
    await german.getByText('Das Produkt wurde gespeichert.').waitFor();
    expect(await asShopper(id)).toMatchObject({ price: 1250, weight: 1.234 });
    expect(visit.faults).toEqual([]);
  });

  it('keeps a choice that is required when it is chosen again', async () => {
    const { id } = await shop.product({ title: 'Jug' });
    await visit.go(page, `/catalog/products/${id}`);
    const input = page.getByRole('combobox', { name: 'Stock status', exact: true });
    const chosen = await input.inputValue();
    await choose('Stock status', chosen);
    expect(await input.inputValue()).toBe(chosen);
    expect(visit.faults).toEqual([]);
  });

  it('saves a form whose record was changed beside it without asking', async () => {
    const { id } = await shop.product({ title: 'Plate' });
    await visit.go(page, `/catalog/products/${id}`);
    await button('Add a choice').click();
    await field('Title', region('New choice')).fill('Colour');
    await button('Save', region('New choice')).click();
    await page.getByRole('heading', { name: 'Colour' }).waitFor();
    await field('Price').fill('7');
    await button('Save', region('Product')).click();
    await done('The product was saved.');
    expect(await asShopper(id)).toMatchObject({ price: 7 });
    expect(visit.faults).toEqual([]);
  });

  it('makes categories and moves them', async () => {
    const titles = async (): Promise<string[]> => page.locator('.tree a').allInnerTexts();
    await visit.go(page, '/catalog/categories');
    await page.getByText('There are no categories yet').waitFor();
    const make = async (title: string): Promise<void> => {
      await field('Title').fill(title);
      await button('Save').click();
      await page.getByRole('link', { name: title, exact: true }).waitFor();
    };
    for (const title of ['Drinks', 'Food']) {
      await button('New category').click();
      await make(title);
    }
    await button('Add below Food').click();
    await make('Cakes');
    expect(await titles()).toEqual(['Drinks', 'Food', 'Cakes']);
    const ordered = page.waitForResponse((response) => response.url().endsWith('/v1/categories/order'));
    await button('Move Food up').click();
    await (await ordered).finished();
    await page.locator('.tree > li').first().getByText('Food').waitFor();
    expect(await titles()).toEqual(['Food', 'Cakes', 'Drinks']);

    await page.getByRole('link', { name: 'Cakes' }).click();
    await choose('Parent category', 'Drinks');
    // The word of an earlier change may still stand.
    const moved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await button('Save').click();
    await (await moved).finished();
    const { body } = await shop.send<{ title: string; children: { title: string }[] }[]>('GET', '/v1/categories/tree');
    expect(body.result.map(({ title, children }) => [title, children.map((child) => child.title)])).toEqual([
      ['Food', []],
      ['Drinks', ['Cakes']],
    ]);
    expect(await violationsInBoth(page)).toEqual([]);
    expect(visit.faults).toEqual([]);
  });

  it('sends a move of other categories while one is under way', async () => {
    const made: string[] = [];
    const make = async (title: string, parent?: string): Promise<string> => {
      const fields = { title, slug: title.toLowerCase(), status: 1, ...(parent === undefined ? {} : { parent }) };
      made.unshift((await shop.made('/v1/categories', fields)).id);
      return made[0] ?? '';
    };
    for (const parent of ['Plates', 'Cutlery']) {
      const id = await make(parent);
      for (const part of ['1', '2']) await make(`${parent}-${part}`, id);
    }
    await visit.go(page, '/catalog/categories');
    // Neither is answered before both were sent.
    const both = new Gate();
    let sent = 0;
    await page.route('**/v1/categories/order', async (route) => {
      if ((sent += 1) === 2) both.open();
      await both.passed;
      await route.continue();
    });
    for (const title of ['Plates-2', 'Cutlery-2']) await button(`Move ${title} up`).click();
    await both.passed;
    await visit.settled(page);
    await page.unroute('**/v1/categories/order');
    const { body } = await shop.send<{ title: string; children: { title: string }[] }[]>('GET', '/v1/categories/tree');
    const children = Object.fromEntries(body.result.map((one) => [one.title, one.children.map(({ title }) => title)]));
    expect(children).toMatchObject({ Plates: ['Plates-2', 'Plates-1'], Cutlery: ['Cutlery-2', 'Cutlery-1'] });
    for (const id of made) expect((await shop.send('DELETE', `/v1/categories/${id}`)).status).toBe(200);
    expect(visit.faults).toEqual([]);
  });

  it('finds products by their brand, and says why a brand in use stays', async () => {
    await visit.go(page, '/catalog/brands');
    await button('New brand').click();
    await field('Title').fill('Meissen');
    await button('Save').click();
    await page.getByRole('link', { name: 'Meissen' }).click();
    await page.getByRole('heading', { name: 'Meissen', level: 1 }).waitFor();
    const brand = idInAddress();
    await shop.product({ title: 'Saucer', brand });
    await button('Remove').click();
    await button('Remove', page.getByRole('dialog')).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await button('Cancel', page.getByRole('dialog')).click();
    await page.getByRole('link', { name: 'Products of Meissen' }).click();
    await page.getByRole('link', { name: 'Saucer' }).waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    expect(visit.faults).toEqual([]);
  });

  it('shows hostile text as text', async () => {
    const text = { title: hostile(255), slug: 's'.repeat(255), description: hostile(10_000) };
    const [category, brand, collection] = await Promise.all(
      ['categories', 'brands', 'collections'].map(async (kind) => (await shop.made(`/v1/${kind}`, text)).id),
    );
    const below = await shop.made('/v1/categories', { ...text, slug: 'below', parent: category });
    const shelves = { category: below.id, brand, collection };
    const { id } = await shop.product({ ...text, sku: hostile(255), ...shelves });
    const modifiers = `/v1/products/${id}/modifiers`;
    const modifier = await shop.made(modifiers, { title: hostile(255), type: 'variant' });
    await shop.made(`${modifiers}/${modifier.id}/variations`, { title: hostile(255), mod_price: '+1' });
    const picture = upload(png(8, 8), 'evil.png', { name: hostile(255), assign_to: id });
    expect((await shop.send('POST', '/v1/files', { multipart: picture })).status).toBe(201);
    const records = [`products/${id}`, `categories/${below.id}`, `brands/${brand}`, `collections/${collection}`];
    const lists = ['', '/categories', '/brands', '/collections'];
    const paths = [...lists, ...records.map((record) => `/${record}`)].map((path) => `/catalog${path}`);
    expect(await visit.harmed(paths)).toEqual([]);
    for (const record of [...records, `categories/${category}`]) {
      expect((await shop.send('DELETE', `/v1/${record}`)).status).toBe(200);
    }
    expect(visit.faults).toEqual([]);
  });

  it('shows a token that may only read no form', async () => {
    const { id } = await shop.product({ title: 'Jug', sku: 'JUG' });
    const reader = await visit.signedIn(READ_SCOPES);
    await visit.go(reader, `/catalog/products/${id}`);
    await reader.getByText('JUG', { exact: true }).waitFor();
    expect(await buttonsOf(reader)).toEqual([]);
    await visit.go(reader, '/catalog/products/new');
    await reader.getByText('lacks the permission products:write').waitFor();
    await reader.close();
    expect(visit.faults).toEqual([]);
  });
});
