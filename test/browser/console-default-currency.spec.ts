import { type Fields, Shop } from '../builders/cart-shop.builder';
import { ConsoleVisit } from '../support/console-visit';

describe('another default currency in the console (console.md 6)', () => {
  let visit: ConsoleVisit;
  let shop: Shop;

  beforeAll(async () => {
    visit = await ConsoleVisit.open();
    shop = await Shop.open(visit.store);
    // A method with a price would hold the default.
    const { body } = await shop.send<{ id: string }[]>('GET', '/v1/shipping');
    for (const { id } of body.result) await shop.send('DELETE', `/v1/shipping/${id}`);
  }, 300_000);
  afterEach(() => visit.leave());
  afterAll(() => visit.close());

  const currencies = async (): Promise<unknown> => {
    const { body } = await shop.send<Fields[]>('GET', '/v1/currencies', { query: { sort: 'code', order: 'asc' } });
    return body.result.map(({ code, default: isDefault, enabled, exchange_rate }) => [
      code,
      isDefault,
      enabled,
      exchange_rate,
    ]);
  };

  it('asks what becomes of the old one: without a rate it is off, with one it stays on', async () => {
    const page = await visit.signedIn();
    const { id } = await shop.made('/v1/currencies', { code: 'EUR', title: 'Euro', format: '€{price}' });
    await visit.go(page, `/settings/currencies/${id}`);
    const question = page.getByRole('textbox', { name: 'Exchange rate of GBP from now on' });
    expect(await question.count()).toBe(0);
    await page.getByRole('switch', { name: 'Default currency' }).check();
    await question.waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The change was saved.').waitFor();
    expect(await currencies()).toEqual([
      ['EUR', true, true, 1],
      ['GBP', false, false, 1],
    ]);

    await visit.go(page, '/settings/currencies/new');
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    await field('Code').fill('CHF');
    await field('Name').fill('Franc');
    await page.getByRole('switch', { name: 'Default currency' }).check();
    await field('Exchange rate of EUR from now on').fill('1,08');
    await page.getByRole('button', { name: 'Add the currency' }).click();
    await page.getByText('The currency was added.').waitFor();
    expect(await currencies()).toEqual([
      ['CHF', true, true, 1],
      ['EUR', false, true, 1.08],
      ['GBP', false, false, 1],
    ]);
    expect(visit.faults).toEqual([]);
  });
});
