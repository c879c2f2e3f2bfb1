import { type Locator, type Page } from 'playwright-core';
import { ClientsService } from '../../src/modules/access/clients.service';
import { SCOPES } from '../../src/kernel/scopes';
import { GOOD_CARD, Shop } from '../builders/cart-shop.builder';
import { ConsoleVisit, inPage, violationsInBoth, violationsOf, WCAG } from '../support/console-visit';

describe('changes that are not saved, in the console', () => {
  let visit: ConsoleVisit;
  let shop: Shop;
  let page: Page;

  beforeAll(async () => {
    visit = await ConsoleVisit.open();
    shop = await Shop.open(visit.store);
    page = await visit.signedIn();
  });
  afterAll(() => visit.close());

  const title = (): Locator => page.getByRole('textbox', { name: 'Title', exact: true });
  const link = (name: string): Locator => page.getByRole('link', { name, exact: true });
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const question = (): Locator => page.getByRole('dialog', { name: 'Your changes are not saved' });
  const answer = async (name: string): Promise<void> => {
    await question().getByRole('button', { name, exact: true }).click();
    await question().waitFor({ state: 'detached' });
  };

  const changeOf = (part: string): Locator =>
    page.getByRole('region', { name: part, exact: true }).getByRole('button', { name: 'Change', exact: true }).first();
  const customerWithAddresses = async (): Promise<string> => {
    const ada = { first_name: 'Ada', last_name: 'Lovelace' };
    const { id } = await shop.made('/v1/customers', { ...ada, email: 'ada@example.com' });
    for (const address_1 of ['12 High Street', '3 Station Road'])
      await shop.made(`/v1/customers/${id}/addresses`, { ...ada, address_1, postcode: 'BA1 1AA', country: 'GB' });
    return id;
  };
  const productWithChoices = async (): Promise<string> => {
    const { id } = await shop.product();
    for (const title of ['Size', 'Colour']) await shop.made(`/v1/products/${id}/modifiers`, { title, type: 'variant' });
    return id;
  };

  it.each([
    ['a new promotion', () => '/promotions/new'],
    ['a promotion', async () => `/promotions/${(await shop.promotion()).id}`],
    ['a product', async () => `/catalog/products/${(await shop.product()).id}`],
  ])('are kept or left after a question, of %s', async (_, pathOf) => {
    await visit.go(page, await pathOf());
    const address = page.url();
    await title().fill('Typed');
    await link('Orders').click();
    await question().waitFor();
    expect(await violationsOf(page, WCAG)).toEqual([]);
    await answer('Stay here');
    expect([page.url(), await title().inputValue()]).toEqual([address, 'Typed']);
    await link('Orders').click();
    await answer('Leave without saving');
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
    expect(visit.faults).toEqual([]);
  });

  it('are kept or left after a question, of codes that were pasted and of a note', async () => {
    const { id } = await shop.promotion();
    const order = await shop.order((await shop.product()).id);
    for (const [path, label] of [
      [`/promotions/${id}/codes`, 'Codes'],
      [`/orders/${order.id}`, 'New note'],
    ] as const) {
      await visit.go(page, path);
      await page.getByRole('textbox', { name: label, exact: true }).fill('FIRST-1');
      await link('Carts').click();
      await answer('Leave without saving');
      await page.getByRole('heading', { name: 'Carts', level: 1 }).waitFor();
    }
    expect(visit.faults).toEqual([]);
  });

  it('are kept or left after a question, of an edit, a refund, a shipment and a client', async () => {
    const order = await shop.order((await shop.product({ title: 'Mug' })).id);
    const paid = await shop.order((await shop.product({ title: 'Jug' })).id);
    await shop.pay('purchase', paid.id, GOOD_CARD);
    const scope = page.getByRole('checkbox', { name: 'orders:read', exact: true });
    const shipped = async (label: string, value: string): Promise<void> => {
      await button('Ship').click();
      await page.getByLabel(label).fill(value);
    };
    for (const [path, type] of [
      [`/orders/${order.id}?do=edit`, () => page.getByLabel('Quantity of Mug').fill('2')],
      [`/orders/${paid.id}?do=refund`, () => page.getByLabel('Units of Jug').fill('1')],
      [`/orders/${paid.id}?do=refund`, () => page.getByLabel('Reason').fill('Cracked')],
      [`/orders/${paid.id}`, () => shipped('Tracking number', 'RM-1')],
      [`/orders/${paid.id}`, () => shipped('Units of Jug, at most 1', '0')],
      ['/clients?do=new', () => page.getByRole('textbox', { name: 'Name', exact: true }).last().fill('Till')],
      ['/clients?do=new', () => scope.check()],
    ] as const) {
      await visit.go(page, path);
      await type();
      await link('Carts').click();
      await answer('Stay here');
      await button('Cancel').click();
      await button('Cancel').waitFor({ state: 'detached' });
      await link('Carts').click();
      await page.getByRole('heading', { name: 'Carts', level: 1 }).waitFor();
    }
    // A client that is made leaves nothing behind.
    await visit.go(page, '/clients?do=new');
    await scope.check();
    await page.getByRole('textbox', { name: 'Name', exact: true }).last().fill('Till');
    await button('Create the client').click();
    await button('Copy the secret').waitFor();
    await link('Carts').click();
    await page.getByRole('heading', { name: 'Carts', level: 1 }).waitFor();
    expect(visit.faults).toEqual([]);
  });

  it('are kept or left after a question, when a refund takes the place of an edit', async () => {
    const paid = await shop.order((await shop.product({ title: 'Cup' })).id);
    await shop.pay('purchase', paid.id, GOOD_CARD);
    await visit.go(page, `/orders/${paid.id}`);
    await button('Edit').click();
    await page.getByLabel('Quantity of Cup').fill('2');
    await button('Refund').click();
    await answer('Stay here');
    expect(await page.getByLabel('Quantity of Cup').inputValue()).toBe('2');
    await button('Refund').click();
    await answer('Leave without saving');
    await page.getByLabel('Reason').fill('Damaged');
    await button('Edit').click();
    await answer('Stay here');
    expect(await page.getByLabel('Reason').inputValue()).toBe('Damaged');
    // A note stays where it is.
    await button('Cancel').click();
    await page.getByRole('textbox', { name: 'New note', exact: true }).fill('Call back');
    await button('Edit').click();
    await page.getByLabel('Quantity of Cup').waitFor();
    expect(await question().count()).toBe(0);
    await link('Carts').click();
    await answer('Leave without saving');
    expect(visit.faults).toEqual([]);
  });

  it.each([
    [
      'address of a customer',
      async () => `/customers/${await customerWithAddresses()}`,
      { open: () => button('Change').first(), other: () => button('Change').first(), field: 'City' },
    ],
    [
      'choice of a product',
      async () => `/catalog/products/${await productWithChoices()}`,
      { open: () => changeOf('Size'), other: () => changeOf('Colour'), field: 'Text for the customer' },
    ],
    [
      'category',
      async () => {
        await shop.made('/v1/categories', { title: 'Food', slug: 'food', status: 1 });
        return '/catalog/categories';
      },
      { open: () => button('New category'), other: () => button('Add below Food'), field: 'Title' },
    ],
  ])(
    'are kept or left after a question, when the form of one %s takes the place of another',
    async (_, pathOf, form) => {
      const field = page.getByRole('textbox', { name: form.field, exact: true });
      await visit.go(page, await pathOf());
      await form.open().click();
      await field.fill('Typed');
      await form.other().click();
      await answer('Stay here');
      expect(await field.inputValue()).toBe('Typed');
      await form.other().click();
      await answer('Leave without saving');
      await visit.settled(page);
      expect(await field.inputValue()).toBe('');
      await field.fill('Typed');
      await button('Cancel').click();
      await button('Cancel').waitFor({ state: 'detached' });
      expect(await question().count()).toBe(0);
      expect(visit.faults).toEqual([]);
    },
  );

  it('are kept or left after a question, on the way back', async () => {
    await visit.go(page, '/promotions');
    await link('New promotion').click();
    await title().fill('Typed');
    await inPage(page, 'history.back()');
    await answer('Stay here');
    await page.waitForURL('**/promotions/new');
    expect(await title().inputValue()).toBe('Typed');
    await inPage(page, 'history.back()');
    await answer('Leave without saving');
    await page.getByRole('heading', { name: 'Promotions', level: 1 }).waitFor();
  });

  it('are asked about by the browser before the page is loaded again', async () => {
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await visit.go(page, '/promotions/new');
    await page.reload();
    await visit.settled(page);
    await title().click();
    await page.keyboard.type('Typed');
    await page.reload();
    await visit.settled(page);
    page.removeAllListeners('dialog');
    expect(asked).toEqual(['beforeunload']);
  });

  it('are kept when the session ends, for the client that signs in again and for no other', async () => {
    const clients = visit.store.app.get(ClientsService);
    const mine = await clients.create('till', SCOPES);
    const other = await clients.create('other', SCOPES);
    const session = (method: 'post' | 'delete', { clientId, clientSecret }: typeof mine) =>
      page.request[method](`${visit.store.url}/console/session`, {
        data: { client_id: clientId, client_secret: clientSecret },
      });
    await session('post', mine);
    await visit.go(page, `/promotions/${(await shop.promotion({ title: 'Before' })).id}`);
    await title().fill('Typed');
    await session('delete', mine);
    await button('Save').click();
    const asked = page.getByRole('dialog', { name: 'Sign in to storekeeper' });
    await asked.getByText('Your session has ended. Sign in again: what you typed is kept.').waitFor();
    expect(await violationsInBoth(page)).toEqual([]);
    await visit.signIn(page, mine.clientId, mine.clientSecret);
    await asked.waitFor({ state: 'detached' });
    expect([await title().inputValue(), await page.getByText('The store refused this').count()]).toEqual(['Typed', 0]);
    await button('Save').click();
    await page.getByRole('heading', { name: 'Typed', level: 1 }).waitFor();

    await title().fill('Secret');
    await session('delete', mine);
    await button('Save').click();
    await asked.waitFor();
    await visit.signIn(page, other.clientId, other.clientSecret);
    await page.getByRole('button', { name: 'Signed in as other' }).waitFor();
    expect(await title().inputValue()).toBe('Typed');
    expect(visit.faults).toEqual([]);
  });

  it('are none after they are saved, taken back or removed with their record', async () => {
    const own = await shop.promotion({ title: 'Spring' });
    await visit.go(page, `/promotions/${own.id}`);
    // Filters of the page are in its address, and leave the form as it is.
    await title().fill('Summer');
    await page.getByRole('switch', { name: 'Together with the live promotions' }).uncheck();
    expect(await title().inputValue()).toBe('Summer');
    await button('Save').click();
    await page.getByRole('heading', { name: 'Summer', level: 1 }).waitFor();
    await title().fill('Autumn');
    await title().fill('Summer');
    await link('Orders').click();
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
    await page.goBack();
    await title().fill('Winter');
    await button('Remove').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('The promotion was removed.').waitFor();
    await page.getByRole('heading', { name: 'Promotions', level: 1 }).waitFor();
    expect(await question().count()).toBe(0);
    await visit.go(page, '/customers/groups/new');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Trade');
    await button('Create the group').click();
    await page.getByRole('heading', { name: 'Customer groups', level: 1 }).waitFor();
    expect(await question().count()).toBe(0);
  });
});
