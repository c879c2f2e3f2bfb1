import { type Page } from 'playwright-core';
import { type ConsoleVisit, violationsInBoth, violationsOf, WCAG } from '../support/console-visit';
import { type DeliveryStore } from '../support/delivery-store';
import { type WebhookReceiver } from '../support/webhook-receiver';
import { WebhookVisit } from '../support/webhook-visit';

/** An operator who sends again what failed, to a receiver that still fails. */
describe('resends and replays in the console (console.md 7)', () => {
  let world: WebhookVisit;
  let delivering: DeliveryStore;
  let receiver: WebhookReceiver;
  let visit: ConsoleVisit;
  let page: Page;
  let id: string;
  let path: string;

  beforeAll(async () => {
    world = await WebhookVisit.open();
    ({ delivering, receiver, visit, page } = world);
  });
  beforeEach(async () => {
    ({ id, path } = await world.renewWebhook());
    receiver.answer(path, () => 500);
    await world.taxBand();
    await world.taxBand();
    await delivering.settled();
    await world.giveUp();
    await delivering.rows("UPDATE webhook_health SET failing_since = '2026-01-31 12:00:00.000' WHERE failures > 0");
    // The next attempt is 5 s away, which a busy machine may take for a page: it does not come, and the browser sees it ahead.
    delivering.setClock(new Date(Date.now() + 60_000));
  });
  afterEach(() => delivering.setClock());
  afterAll(() => world.close());

  const replay = () => page.getByRole('button', { name: 'Replay', exact: true });
  const dialog = () => page.getByRole('dialog');

  it('warns before a replay to a receiver that fails, with a test, and says that it failed again', async () => {
    await visit.go(page, `/webhooks/${id}?state=dead`);
    await replay().click();
    await dialog().getByText('The receiver failed its last 2 attempts, since 31 Jan 2026, 12:00').waitFor();
    await dialog().getByRole('button', { name: 'Send a test event' }).click();
    await dialog().getByText('HTTP 500', { exact: true }).waitFor();
    await dialog().getByText('The test failed: these deliveries would fail, too.').waitFor();
    expect(await violationsOf(page, WCAG)).toEqual([]);
    await dialog().getByRole('button', { name: 'Replay', exact: true }).click();
    await delivering.settled();
    await page.getByText('2 deliveries replayed: 2 failed again.').waitFor();
    await page
      .getByText(/^The receiver answered with HTTP 500 \(http_500\)\. Next attempt at .*Show those that wait$/)
      .waitFor();
    // Nothing is dead any more, and nothing is well.
    await visit.go(page, '/');
    await page.getByRole('link', { name: 'The shop failed 5 times in a row, 3 deliveries wait' }).click();
    const row = page.getByRole('row', { name: /^tax\.created/ }).first();
    await row.getByText('2 made, 9 left').waitFor();
    await row.getByText(/^Next attempt at/).waitFor();
    expect(visit.faults).toEqual([]);
  });

  it('says of a resend that it failed again, and when it is tried next', async () => {
    await visit.go(page, `/webhooks/${id}?state=dead`);
    await page.getByRole('button', { name: 'Resend' }).first().click();
    await delivering.settled();
    const said = page.getByText(
      /^Sent again: tax\.created: Failed again\. The receiver answered with HTTP 500\. Next attempt at/,
    );
    await said.waitFor();
    await said.getByRole('link').click();
    const facts = page.getByRole('region', { name: 'Delivery', exact: true });
    await facts.getByText('2 made, 9 left').waitFor();
    await facts.getByText('It is tried again until the receiver accepts it or no attempt is left.').waitFor();
    receiver.answer(path, () => 204);
    await page.getByRole('button', { name: 'Resend' }).click();
    await delivering.settled();
    await page.getByText('Sent again: Delivered').waitFor();
    await facts.getByText('3 made', { exact: true }).waitFor();
    expect(visit.faults).toEqual([]);
  });

  it('says of a delivery that is not tried again why it ended', async () => {
    const [dead] = await delivering.rows<{ id: string }>(
      "SELECT CAST(id AS CHAR) AS id FROM webhook_deliveries WHERE state = 'dead' ORDER BY webhook_deliveries.id DESC LIMIT 1",
    );
    await visit.go(page, `/webhooks/${id}/deliveries/${String(dead?.id)}`);
    await page.getByText('No attempt was left: it is not tried again unless you resend it.').waitFor();
    receiver.answer(path, () => 410);
    await page.getByRole('button', { name: 'Resend' }).click();
    await delivering.settled();
    await page.getByText(/^Sent again: Failed again\..*The receiver answered 410/).waitFor();
    expect(await violationsInBoth(page)).toEqual([]);
    await visit.go(page, `/webhooks/${id}`);
    await page.getByText('Disabled: receiver is gone').waitFor();
  });
});
