import { type Page } from 'playwright-core';
import { type ConsoleVisit, violationsInBoth } from '../support/console-visit';
import { type DeliveryStore } from '../support/delivery-store';
import { type WebhookReceiver } from '../support/webhook-receiver';
import { factsOf, WebhookVisit } from '../support/webhook-visit';

describe('a webhook that was disabled, in the console (console.md 7)', () => {
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

  it('counts what a disabled webhook missed, and sends that and nothing else', async () => {
    await taxBand();
    await delivering.settled();
    // A minute before, so that its first retry is due when the receiver is gone.
    delivering.setClock(new Date(Date.now() - 60_000));
    receiver.answer(path, () => 503);
    await taxBand();
    await delivering.settled();
    delivering.setClock();
    receiver.answer(path, () => 410);
    await delivering.settled();
    receiver.answer(path, () => 204);
    await taxBand();
    await taxBand();
    await delivering.settled();
    const [waiting] = await delivering.rows<{ occurred_at: string }>(
      "SELECT occurred_at FROM webhook_deliveries WHERE state = 'cancelled'",
    );
    const before = receiver.calls(path).length;
    await visit.go(page, `/webhooks/${id}`);
    // The one whose retry was answered with 410, two tax bands, and the disabling itself.
    const health = page.getByRole('region', { name: 'Health', exact: true });
    await health.getByText('Events missed, not sent yet').waitFor();
    const facts = await factsOf(page, 'Health');
    expect([facts[4], facts.slice(6, 8), facts.slice(14, 16)]).toEqual([
      'Disabled at',
      ['Events missed, not sent yet', '4'],
      ['Cancelled', '1'],
    ]);
    const since = page.getByLabel('Events since');
    const missedSince = new Date(`${waiting?.occurred_at.slice(0, 19).replace(' ', 'T')}Z`);
    // A browser leaves out seconds that are 0.
    expect(new Date(await since.inputValue())).toEqual(
      new Date(missedSince.toLocaleString('sv-SE', { timeZone: 'Europe/London' })),
    );
    await page.getByText('4 events that it missed while it was disabled.').waitFor();
    expect(await page.getByRole('button', { name: 'Replay', exact: true }).isDisabled()).toBe(true);
    const tests = page.getByRole('region', { name: 'Test event', exact: true });
    expect(await tests.getByRole('button', { name: 'Send a test event' }).isDisabled()).toBe(true);
    await tests.getByText('Enable the webhook first').waitFor();
    expect(await violationsInBoth(page)).toEqual([]);
    await page.getByRole('button', { name: 'Enable again' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Enable again' }).click();
    await page.getByText('The webhook was enabled.').waitFor();
    await health.getByText('Was disabled').waitFor();
    await page.getByRole('button', { name: 'Replay', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Sends the 4 events that the webhook missed.').waitFor();
    await delivering.settled();
    const enabled = receiver.calls(path).length;
    await dialog.getByRole('button', { name: 'Replay', exact: true }).click();
    await page.getByText(/^4 deliveries replayed: /).waitFor();
    await page.getByText('It missed no event while it was disabled.').waitFor();
    await health.getByText('Was disabled').waitFor({ state: 'detached' });
    await delivering.settled();
    const sent = receiver.calls(path).slice(before);
    const ids = sent.map(({ headers }) => headers['webhook-id']);
    // The change that enabled it was sent before.
    expect([enabled - before, ids.length, new Set(ids).size]).toEqual([1, 5, 5]);
    expect(visit.faults).toEqual([]);
  });

  it('counts what it misses once a minute while its page is open, and leaves nothing that the store keeps', async () => {
    await delivering.store.request('PUT', `/v1/webhooks/${id}`, { form: { enabled: 0 } });
    await delivering.settled();
    const own = await visit.atHome();
    await own.clock.install();
    const keys: (string | undefined)[] = [];
    own.on('request', (request) => {
      if (request.url().endsWith('/replay')) keys.push(request.headers()['idempotency-key']);
    });
    await visit.go(own, `/webhooks/${id}`);
    await own.getByText('1 event that it missed while it was disabled.').waitFor();
    const before = keys.length;
    await own.clock.fastForward(50_000);
    await visit.settled(own);
    expect(keys.length).toBe(before);
    await taxBand();
    await own.clock.fastForward(10_000);
    await own.getByText('2 events that it missed while it was disabled.').waitFor();
    expect(new Set(keys)).toEqual(new Set([undefined]));
    expect(visit.faults).toEqual([]);
  });

  it('sends a missed event from its page to the webhook that missed it', async () => {
    await delivering.store.request('PUT', `/v1/webhooks/${id}`, { form: { enabled: 0, events: ['tax.*'] } });
    await taxBand();
    await delivering.settled();
    const eventOf = async (type: string) =>
      (await delivering.rows<{ id: string }>('SELECT id FROM events WHERE type = ? ORDER BY id DESC LIMIT 1', type))[0]
        ?.id;
    await visit.go(page, `/events/${await eventOf('tax.created')}`);
    const section = page.getByRole('region', { name: 'Deliveries', exact: true });
    await section.getByText('Not sent', { exact: true }).waitFor();
    await section.getByText('Enable the webhook first').waitFor();
    await delivering.store.request('PUT', `/v1/webhooks/${id}`, { form: { enabled: 1 } });
    const before = receiver.calls(path).length;
    await page.reload();
    await section.getByRole('button', { name: 'Send it to The shop' }).click();
    await page.getByText('The event is being sent.').waitFor();
    await delivering.settled();
    const sent = receiver.calls(path).slice(before);
    expect(sent.map(({ headers }) => headers['webhook-id'])).toEqual([await eventOf('tax.created')]);
    await section.getByText('Not sent', { exact: true }).waitFor({ state: 'detached' });
    // It does not want this one.
    await visit.go(page, `/events/${await eventOf('webhook.updated')}`);
    await section.getByText('No webhook was sent this event.').waitFor();
    expect(await section.getByText('Not sent', { exact: true }).count()).toBe(0);
    expect(visit.faults).toEqual([]);
  });

  it('is in no conflict with its own form, which shows that it was enabled again', async () => {
    await delivering.store.request('PUT', `/v1/webhooks/${id}`, { form: { enabled: 0 } });
    await visit.go(page, `/webhooks/${id}`);
    const form = page.getByRole('region', { name: 'Settings', exact: true });
    expect(await form.getByRole('switch', { name: 'Enabled' }).isChecked()).toBe(false);
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Renamed meanwhile');
    await page.getByRole('button', { name: 'Enable again' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Enable again' }).click();
    await form.getByRole('switch', { name: 'Enabled', checked: true }).waitFor();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The webhook was saved.').waitFor();
    await page.getByRole('heading', { name: 'Renamed meanwhile' }).waitFor();
    const { body } = await delivering.store.request<{ result: { enabled: { data: { key: number } } } }>(
      'GET',
      `/v1/webhooks/${id}`,
    );
    expect(body.result.enabled.data.key).toBe(1);
    expect(await page.getByText('Another person changed this record').count()).toBe(0);
  });
});
