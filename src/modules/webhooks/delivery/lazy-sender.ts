import { createRequire } from 'node:module';
import { type AttemptOutcome } from '../domain/attempt-outcome';
import type * as Senders from './webhook-sender';

/**
 * A {@link Senders.WebhookSender} that is made at its first attempt: its HTTP client is 110 files, which a store without
 * webhooks does not load.
 */
export class LazySender {
  private sender: Senders.WebhookSender | undefined;

  constructor(private readonly options: Senders.WebhookSenderOptions) {}

  /** Makes one attempt. Never throws: a failure is an outcome too. */
  send(call: Senders.WebhookCall): Promise<AttemptOutcome> {
    this.sender ??= this.load();
    return this.sender.send(call);
  }

  /** Waits for the attempts under way, then closes the idle connections. */
  async close(): Promise<void> {
    await this.sender?.close();
  }

  private load(): Senders.WebhookSender {
    const { WebhookSender } = createRequire(__filename)('./webhook-sender') as typeof Senders;
    return new WebhookSender(this.options);
  }
}
