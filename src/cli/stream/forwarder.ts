import { type Clock } from '../../kernel/clock';
import { NameResolver } from '../../modules/webhooks/delivery/name-resolver';
import { WebhookSender } from '../../modules/webhooks/delivery/webhook-sender';
import { type EventKind } from '../../modules/webhooks/domain/event-pattern';
import { type FrozenEvent, webhookBody } from '../../modules/webhooks/domain/webhook-body';
import { type WebhookContentType } from '../../modules/webhooks/domain/webhook-formats';
import { signingKey, webhookHeaders } from '../../modules/webhooks/domain/webhook-signature';
import { parseWebhookUrl } from '../../modules/webhooks/domain/webhook-url';
import { type FeedEventRecord } from '../../platform/events/feed/feed-event.record';

const USER_AGENT = 'storekeeper-listen';

/** Address to which events are forwarded, and their signature. */
export interface ForwardTarget {
  readonly url: string;
  readonly secret: string;
  readonly contentType: WebhookContentType;
}

/** A webhook that was posted. */
export interface Forwarded {
  /** The status, or why it failed: `204`, `failed: 500`, `failed: connect_failed`. */
  readonly verdict: string;
  readonly ms: number;
  readonly body: Buffer;
}

/** Posts events as the store posts webhooks: the same bytes, signature and deadline (webhooks.md 4, 5, 12). Once each. */
export class Forwarder {
  private readonly sender = new WebhookSender({
    // The developer named the address.
    guard: { isAllowed: () => true },
    resolve: new NameResolver().resolve,
  });

  /** @throws ValidationFailed when the URL is none, or the secret cannot be one */
  constructor(
    private readonly target: ForwardTarget,
    private readonly clock: Clock,
  ) {
    parseWebhookUrl(target.url);
    signingKey(target.secret);
  }

  /** Never throws: a receiver that fails is an outcome too. */
  async post(event: FeedEventRecord): Promise<Forwarded> {
    const { url, secret, contentType } = this.target;
    const body = webhookBody(frozen(event), contentType);
    const headers = webhookHeaders({
      id: event.id,
      body,
      secrets: [secret],
      contentType,
      sentAt: this.clock.now(),
      attempt: 1,
      userAgent: USER_AGENT,
    });
    const outcome = await this.sender.send({ url, headers, body });
    return { verdict: verdictOf(outcome), ms: outcome.ms, body };
  }

  /** Closes the connections. */
  close(): Promise<void> {
    return this.sender.close();
  }
}

function verdictOf(outcome: Awaited<ReturnType<WebhookSender['send']>>): string {
  if (outcome.outcome === 'error') return `failed: ${outcome.code}`;
  const isTaken = outcome.status >= 200 && outcome.status < 300;
  return isTaken ? String(outcome.status) : `failed: ${outcome.status}`;
}

/** The event as the store holds it, so that its body is made by the same code. */
function frozen(event: FeedEventRecord): FrozenEvent {
  return {
    id: event.id,
    type: event.type,
    object: event.object,
    objectId: event.object_id,
    objectVersion: event.object_version,
    event: event.event as EventKind,
    occurredAt: new Date(`${event.occurred_at.replace(' ', 'T')}Z`),
    data: event.data,
  };
}
