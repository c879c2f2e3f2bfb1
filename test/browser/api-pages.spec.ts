import { type Page } from 'playwright-core';
import { ConsoleVisit } from '../support/console-visit';
import { TEST_TOKEN } from '../support/store';

describe('the pages of the API', () => {
  let visit: ConsoleVisit;
  let page: Page;
  beforeAll(async () => {
    visit = await ConsoleVisit.open();
    page = await visit.page({ viewport: { width: 1280, height: 1600 } });
    await page.goto(`${visit.store.url}/docs#/Orders/createOrder`);
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    await page.locator('#auth-bearer-value').fill(TEST_TOKEN);
    await page.getByRole('button', { name: 'Apply credentials' }).click();
    await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  });
  afterAll(() => visit.close());

  it('create an order with one click', async () => {
    const answer = page.waitForResponse((response) => response.url() === `${visit.store.url}/v1/orders`);
    await page.getByRole('button', { name: 'Execute' }).click();
    const { result } = (await (await answer).json()) as { result: { id: string } };
    const read = await visit.store.request('GET', `/v1/orders/${result.id}`);
    expect([(await answer).status(), read.body, visit.faults]).toEqual([201, { status: true, result }, []]);
  });
});
