import { type Page } from 'playwright-core';
import { ConsoleVisit } from './console-visit';
import { type DeliveryStore, startDeliveryStore } from './delivery-store';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver';

/** A webhook of the store, and the path of the receiver that it calls. */
export interface VisitedWebhook {
  readonly id: string;
  readonly path: string;
}

/** A store that delivers, its console in a browser, and a receiver with one webhook at a time. */
export class WebhookVisit {
  /** Number of tax bands so far: the last one is called `Band 3`. */
  bands = 0;
  private webhook: VisitedWebhook | undefined;
  private paths = 0;

  private constructor(
    readonly delivering: DeliveryStore,
    readonly receiver: WebhookReceiver,
    readonly visit: ConsoleVisit,
    readonly page: Page,
  ) {}

  static async open(): Promise<WebhookVisit> {
    const delivering = await startDeliveryStore({
      name: 'sqlite',
      databaseUrl: 'sqlite::memory:',
      redisUrl: undefined,
    });
    const receiver = await startWebhookReceiver();
    const visit = await ConsoleVisit.of(delivering.store);
    return new WebhookVisit(delivering, receiver, visit, await visit.signedIn());
  }

  async close(): Promise<void> {
    await this.visit.close();
    await this.delivering.close();
    await this.receiver.close();
  }

  /** Removes the webhook, and makes another one on a path that accepts every delivery. */
  async renewWebhook(): Promise<VisitedWebhook> {
    const { store } = this.delivering;
    if (this.webhook !== undefined) await store.request('DELETE', `/v1/webhooks/${this.webhook.id}`);
    const path = `/shop-${(this.paths += 1)}`;
    this.receiver.answer(path, () => 204);
    const kinds = { create: 1, update: 1, delete: 1, enabled: 1, content_type: 'json' };
    const form = { name: 'The shop', url: this.receiver.url(path), ...kinds };
    const { body } = await store.request<{ result: { id: string } }>('POST', '/v1/webhooks', { form });
    await this.delivering.settled();
    this.webhook = { id: body.result.id, path };
    return this.webhook;
  }

  /** Gives up what is pending, as after the last attempt of the schedule. */
  async giveUp(): Promise<void> {
    await this.delivering.rows("UPDATE webhook_deliveries SET state = 'dead', due_at = NULL WHERE state = 'pending'");
  }

  /** Makes a tax band, which is an event. */
  async taxBand(): Promise<void> {
    await this.delivering.store.request('POST', '/v1/taxes', {
      form: { title: `Band ${(this.bands += 1)}`, rate: '20' },
    });
  }
}

/** Names and values of a section, one after the other. */
export async function factsOf(page: Page, section: string): Promise<string[]> {
  return (await page.getByRole('region', { name: section, exact: true }).locator('.facts').innerText()).split('\n');
}
