import { type Page } from 'playwright-core';
import { Webhook as Verifier } from 'standardwebhooks';
import { buttonsOf, type ConsoleVisit, countClicks, READ_SCOPES, violationsInBoth } from '../support/console-visit';
import { type DeliveryStore } from '../support/delivery-store';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';
import { factsOf, WebhookVisit } from '../support/webhook-visit';

describe('webhooks in the console (console.md 7)', () => {
  let world: WebhookVisit;
  let delivering: DeliveryStore;
  let receiver: WebhookReceiver;
  let visit: ConsoleVisit;
  let page: Page;
  /** The webhook that each test has, and the path of its receiver. */
  let id: string;
  let path: string;

  beforeAll(async () => {
    world = await WebhookVisit.open();
    ({ delivering, receiver, visit, page } = world);
  });
  beforeEach(async () => {
    ({ id, path } = await world.renewWebhook());
  });
  afterAll(() => world.close());

  const taxBand = () => world.taxBand();

  it('makes one, shows its secret once, and pings it with the answer shown', async () => {
    receiver.answer('/made', () => ({ status: 200, body: 'thank you' }));
    await visit.go(page, '/webhooks/new');
    await page.getByRole('textbox', { name: 'Address', exact: true }).fill(receiver.url('/made'));
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Made here');
    await page.getByRole('button', { name: 'Create the webhook' }).click();
    await page.getByText(/^whsec_/).waitFor();
    await page.getByRole('button', { name: 'Send a test event' }).click();
    const answer = page.getByRole('region', { name: 'Test event', exact: true }).getByRole('listitem');
    await answer.getByText('thank you').waitFor();
    expect((await answer.innerText()).replace(/\s+/g, ' ')).toMatch(/^Attempt 1 HTTP 200 \d+ ms .* thank you$/);
    const types = receiver.calls('/made').map(({ body }) => (JSON.parse(body) as { type: string }[])[0]?.type);
    expect(types).toEqual(['webhook.created', 'webhook.ping']);
    expect(await violationsInBoth(page)).toEqual([]);
    await page.getByRole('link', { name: 'Open the webhook' }).click();
    await page.getByRole('row', { name: /^webhook\.ping .*Delivered 1/ }).waitFor();
    await delivering.store.request('DELETE', `/v1/webhooks/${page.url().replace(/^.*\/webhooks\/|\?.*$/g, '')}`);
  });

  it('leads from the hint on the home page to a failed delivery and resends it, in two clicks', async () => {
    let status = 500;
    receiver.answer(path, () => status);
    await taxBand();
    await delivering.settled();
    await world.giveUp();
    status = 200;
    await visit.go(page, '/');
    const clicks = await countClicks(page);
    await page
      .getByRole('region', { name: 'Needs attention' })
      .getByText('1 webhook delivery to The shop failed')
      .click();
    const failed = page.getByRole('row', { name: /^tax\.created .*Failed/ });
    await failed.waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    await failed.getByRole('button', { name: 'Resend' }).click();
    expect(await clicks()).toBe(2);
    await delivering.settled();
    await page.getByText('Sent again: tax.created: Delivered').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('row', { name: /^tax\.created .*Delivered 2/ }).waitFor();
    await page.goto(`${page.url()}?type=tax.created`);
    await page.getByRole('link', { name: 'tax.created' }).click();
    await page.getByText('HTTP 500').waitFor();
    expect(await page.getByText(/^HTTP \d+$/).allInnerTexts()).toEqual(['HTTP 500', 'HTTP 200']);
    expect(await violationsInBoth(page)).toEqual([]);
    // The list as it was left.
    await page.getByRole('link', { name: 'Deliveries', exact: true }).click();
    await page.getByRole('button', { name: 'Clear filters' }).waitFor();
    expect(new URL(page.url()).search).toBe('?type=tax.created');
  });

  it('shows the answer of a test event, and how the webhook is now, with no reload', async () => {
    await taxBand();
    await delivering.settled();
    await visit.go(page, `/webhooks/${id}`);
    await page.getByRole('main').getByText('Working', { exact: true }).waitFor();
    receiver.answer(path, () => 500);
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await page.getByText('HTTP 500', { exact: true }).waitFor();
    await page.getByText('1 failure in a row').waitFor();
    await page.getByRole('row', { name: /^webhook\.ping .*Waiting for a retry 1/ }).waitFor();
    receiver.answer(path, () => 204);
    await delivering.rows('UPDATE webhook_deliveries SET due_at = created_at WHERE due_at IS NOT NULL');
    await delivering.settled();
    await page.getByRole('row', { name: /^webhook\.ping .*Delivered 2/ }).waitFor();
    await page.getByRole('main').getByText('Working', { exact: true }).waitFor();
    expect(visit.faults).toEqual([]);
  });

  it('says why a test event failed, without waiting for its next attempt', async () => {
    const gone = await startWebhookReceiver();
    await gone.close();
    await delivering.store.request('PUT', `/v1/webhooks/${id}`, { form: { url: gone.url('/') } });
    await delivering.settled();
    await visit.go(page, `/webhooks/${id}`);
    await page.getByRole('button', { name: 'Send a test event' }).click();
    const section = page.getByRole('region', { name: 'Test event', exact: true });
    await section.getByText('The receiver did not accept the connection (connect_failed)').waitFor();
    await section.getByText(/The store tries again at \d/).waitFor();
    expect(await section.getByRole('listitem').count()).toBe(1);
    const row = page.getByRole('row', { name: /^webhook\.ping .*Waiting for a retry 1/ });
    await row.getByText('The receiver did not accept the connection (connect_failed)').waitFor();
    await section.getByRole('link', { name: 'Open the delivery' }).click();
    const said = page.getByText('The receiver did not accept the connection (connect_failed)');
    await said.nth(1).waitFor();
    expect(await said.count()).toBe(2);
    expect(await violationsInBoth(page)).toEqual([]);
    expect(visit.faults).toEqual([]);
  });

  it('leads from a delivery to its receiver, its event and the object of the event', async () => {
    const { body } = await delivering.store.request<{ result: { id: string } }>('POST', '/v1/taxes', {
      form: { title: 'Linked', rate: '20' },
    });
    await delivering.settled();
    await visit.go(page, `/webhooks/${id}?type=tax.created`);
    await page.getByRole('link', { name: 'tax.created' }).click();
    const facts = page.getByRole('region', { name: 'Delivery', exact: true });
    const object = facts.getByRole('link', { name: `Tax band ${body.result.id}` });
    await object.waitFor();
    const [event] = await delivering.rows<{ id: string }>('SELECT id FROM events ORDER BY id DESC LIMIT 1');
    const links = await Promise.all((await facts.getByRole('link').all()).map((link) => link.getAttribute('href')));
    expect(links).toEqual([
      `/console/webhooks/${id}`,
      `/console/settings/taxes/${body.result.id}`,
      `/console/events/${event?.id}`,
    ]);
    await facts.getByText(receiver.url(path)).waitFor();
    expect(await violationsInBoth(page)).toEqual([]);
  });

  it('sends a delivery at once that waits for its next attempt', async () => {
    let status = 500;
    receiver.answer(path, () => status);
    await taxBand();
    await delivering.settled();
    status = 200;
    await visit.go(page, `/webhooks/${id}?state=pending`);
    await page.getByRole('row', { name: /^tax\.created .*Waiting for a retry 1/ }).waitFor();
    expect((await factsOf(page, 'Health')).slice(4, 14)).toEqual([
      ...['Due now', '0', 'Waiting for a retry', '1'],
      ...['Failed for good', '0', 'Cancelled', '0', 'Blocked: address not allowed', '0'],
    ]);
    await page.getByRole('cell', { name: '1 made, 9 left', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Resend' }).click();
    await page.getByText('Nothing matches these filters').waitFor();
    expect(await delivering.rows("SELECT state FROM webhook_deliveries WHERE state = 'pending'")).toEqual([]);
  });

  it('replays what it got since a time', async () => {
    await taxBand();
    await taxBand();
    await delivering.settled();
    const [last] = await delivering.rows<{ event_id: string }>(
      "SELECT event_id FROM webhook_deliveries WHERE state = 'delivered' ORDER BY id DESC LIMIT 1",
    );
    const before = receiver.calls(path).length;
    await visit.go(page, `/webhooks/${id}`);
    const since = page.getByLabel('Events since');
    await since.fill('');
    await page.getByText('Say since when.').waitFor();
    expect(await page.getByRole('button', { name: 'Replay', exact: true }).count()).toBe(0);
    await since.fill('2020-01-01T00:00');
    await page.getByRole('combobox', { name: 'What to send', exact: true }).click();
    await page.getByRole('option', { name: 'Delivered', exact: true }).click();
    await page.getByRole('button', { name: 'Replay', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const question = await dialog.getByText(/^Sends \d+ events? again/).innerText();
    expect(receiver.calls(path).length).toBe(before);
    await dialog.getByRole('button', { name: 'Replay', exact: true }).click();
    await delivering.settled();
    const said = await page.getByText(/^\d+ deliveries replayed: \d+ delivered/).innerText();
    const again = receiver.calls(path).slice(before);
    expect([question, said]).toEqual([
      `Sends ${again.length} events again.`,
      `${again.length} deliveries replayed: ${again.length} delivered.`,
    ]);
    expect(again.some(({ headers }) => headers['webhook-id'] === last?.event_id)).toBe(true);
  });

  it('says how many failed deliveries a replay leaves behind, and offers the time of the oldest one', async () => {
    receiver.answer(path, () => 500);
    await taxBand();
    await taxBand();
    await delivering.settled();
    await world.giveUp();
    receiver.answer(path, () => 204);
    const oldest = "SELECT MIN(id) FROM webhook_deliveries WHERE state = 'dead'";
    await delivering.rows(
      `UPDATE webhook_deliveries SET occurred_at = '2026-01-31 12:00:30.000' WHERE id = (${oldest})`,
    );
    await visit.go(page, `/webhooks/${id}?state=dead`);
    const health = page.getByRole('region', { name: 'Health' });
    const deliveries = page.getByRole('region', { name: 'Deliveries' });
    await health.getByText(/^Failing since/).waitFor();
    await deliveries.getByText('1 to 2 of 2').waitFor();
    await page.getByText('1 of 2 deliveries like this since then.').waitFor();
    await page.getByRole('button', { name: 'Since the oldest: 31 Jan 2026, 12:00:30' }).click();
    await page.getByText('2 of 2 deliveries like this since then.').waitFor();
    expect(await page.getByLabel('Events since').inputValue()).toBe('2026-01-31T12:00:30');
    expect(await page.getByRole('button', { name: /^Since the oldest/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Replay', exact: true }).click();
    await page.getByRole('dialog').getByText('Sends 2 events again.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Replay', exact: true }).click();
    await delivering.settled();
    await page.getByText('2 deliveries replayed: 2 delivered.').waitFor();
    // The list shows what became of them: its filter would have hidden it.
    await deliveries
      .getByRole('row', { name: /Delivered/ })
      .first()
      .waitFor();
    expect([
      new URL(page.url()).searchParams.get('state'),
      await deliveries.getByText('Failed for good', { exact: true }).count(),
    ]).toEqual([null, 0]);
    // Beside what came of them it would read as if they were gone.
    expect(await page.getByText('There are no deliveries like this.').count()).toBe(0);
    await health.getByText(/^Failing since/).waitFor({ state: 'detached' });
  });

  it('finds deliveries by a pattern, each with its object, and keeps the form of a replay on the way back', async () => {
    await taxBand();
    await delivering.settled();
    await visit.go(page, `/webhooks/${id}`);
    await page.getByLabel('Event type (order.*)').fill('tax.*');
    const row = page.getByRole('row', { name: `tax.created Tax band Band ${world.bands} Delivered 1` });
    await row.waitFor();
    await page.getByRole('row', { name: /^webhook\.created/ }).waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'What to send', exact: true }).click();
    await page.getByRole('option', { name: 'Missed while it was disabled', exact: true }).click();
    await page.getByLabel('Events since').fill('2026-01-31T12:00:05');
    await row.getByRole('link', { name: 'tax.created' }).click();
    await page.getByRole('heading', { name: 'tax.created' }).waitFor();
    await page.goBack();
    await row.waitFor();
    expect(await page.getByLabel('Events since').inputValue()).toBe('2026-01-31T12:00:05');
    await page.getByText('It missed no event while it was disabled.').waitFor();
    expect(visit.faults).toEqual([]);
  });

  it('rotates the secret and shows the new one once; calls then carry both signatures', async () => {
    await visit.go(page, `/webhooks/${id}`);
    await page.getByRole('button', { name: 'Rotate the secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate the secret' }).click();
    const secret = await page.getByText(/^whsec_/).innerText();
    const before = receiver.calls(path).length;
    await taxBand();
    await delivering.settled();
    const call = receiver.calls(path)[before];
    expect(call?.headers['webhook-signature']?.split(' ').length).toBe(2);
    expect(() => new Verifier(secret).verify(call?.body ?? '', call?.headers ?? {})).not.toThrow();
    await page.reload();
    await visit.settled(page);
    expect(await page.getByText(/^whsec_/).count()).toBe(0);
  });

  it('enables a webhook again that the store disabled, found by the hint on the home page', async () => {
    receiver.answer(path, () => 410);
    await taxBand();
    await delivering.settled();
    receiver.answer(path, () => 204);
    await visit.go(page, '/');
    await page.getByRole('link', { name: 'The store disabled 1 webhook: its receiver is gone' }).click();
    await page.getByRole('row', { name: 'The shop Disabled: receiver is gone' }).waitFor();
    await page.getByRole('link', { name: 'The shop' }).click();
    await page.getByRole('button', { name: 'Enable again' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Enable again' }).click();
    await page.getByText('The webhook was enabled.').waitFor();
    const actions = page.getByRole('region', { name: 'Actions' });
    await actions.getByRole('button', { name: 'Enable again' }).waitFor({ state: 'detached' });
    await visit.go(page, '/');
    await page.getByText('Nothing waits for you').waitFor();
    const before = receiver.calls(path).length;
    await taxBand();
    await delivering.settled();
    expect(receiver.calls(path).length).toBe(before + 1);
    expect(visit.faults).toEqual([]);
  });

  it('shows a token that may only read no button that would fail', async () => {
    receiver.answer(path, () => 500);
    await taxBand();
    await delivering.settled();
    const reader = await visit.signedIn(READ_SCOPES);
    await visit.go(reader, '/webhooks');
    expect(await reader.getByRole('link', { name: 'New webhook' }).count()).toBe(0);
    await reader.getByRole('link', { name: 'The shop' }).click();
    await reader.getByRole('row', { name: /^tax\.created/ }).waitFor();
    expect(await buttonsOf(reader)).toEqual(['Columns']);
    await reader.getByRole('link', { name: 'tax.created' }).click();
    // The list says HTTP 500 too.
    await reader.getByRole('button', { name: 'Columns' }).waitFor({ state: 'detached' });
    await reader.getByText('HTTP 500').first().waitFor();
    expect(await buttonsOf(reader)).toEqual([]);
    expect(visit.faults).toEqual([]);
  });
});
