import { randomInt } from 'node:crypto';
import { type Clock } from '../../../kernel/clock';
import { type AttemptResult } from './attempt-saver';
import { type ClaimedDelivery } from './claims';
import { type AttemptOutcome } from '../domain/attempt-outcome';
import { type DeliverySchedule } from '../domain/delivery-schedule';
import { judgeAttempt } from '../domain/delivery-verdict';
import { type FrozenEvent, webhookBody } from '../domain/webhook-body';
import { type WebhookContentType } from '../domain/webhook-formats';
import { webhookHeaders } from '../domain/webhook-signature';
import { type Tracing } from '../../../platform/tracing/tracing';
import { VERSION } from '../../../platform/version';
import { type WebhookSecrets } from '../webhook-secrets';
import { attempting, describeAttempt } from './attempt-trace';
import { type LazySender } from './lazy-sender';

/** Major and minor version: receivers may log it, and a patch is none of their business. */
const USER_AGENT = `storekeeper/${/^\d+\.\d+/.exec(VERSION)?.[0] ?? VERSION}`;
const RANDOM_STEPS = 2 ** 32;

/** From 0 up to, not including, 1. */
const random = (): number => randomInt(RANDOM_STEPS) / RANDOM_STEPS;

/** Makes one attempt: signs, sends, judges. */
export class AttemptSender {
  /** Deliveries claimed together share the rows of their events, and so what is made of those. */
  private readonly bodies = new WeakMap<FrozenEvent, Partial<Record<WebhookContentType, Buffer>>>();

  constructor(
    private readonly sender: Pick<LazySender, 'send'>,
    private readonly secrets: WebhookSecrets,
    private readonly clock: Clock,
    private readonly schedule: DeliverySchedule,
    private readonly tracing: Tracing,
  ) {}

  /** Never throws because of the receiver. @throws SecretUnreadable when the key that sealed the secret is missing */
  make(claimed: ClaimedDelivery): Promise<AttemptResult> {
    return this.tracing.run(attempting(claimed), async (span) => {
      const result = await this.once(claimed);
      if (this.tracing.isOn) describeAttempt(span, claimed, result);
      return result;
    });
  }

  private async once(claimed: ClaimedDelivery): Promise<AttemptResult> {
    const { delivery } = claimed;
    const startedAt = this.clock.now();
    const outcome = await this.send(claimed, startedAt);
    const verdict = judgeAttempt(outcome, {
      schedule: this.schedule,
      triesUsed: delivery.tries + 1,
      now: this.clock.now(),
      random,
    });
    return { delivery, startedAt, outcome, verdict };
  }

  private send({ delivery, webhook, event }: ClaimedDelivery, sentAt: Date): Promise<AttemptOutcome> {
    const body = this.body(event, delivery.contentType);
    const headers = webhookHeaders({
      id: delivery.eventId,
      body,
      contentType: delivery.contentType,
      sentAt,
      attempt: delivery.attempts + 1,
      userAgent: USER_AGENT,
      secrets: this.secrets.signing(webhook, sentAt),
    });
    return this.sender.send({ url: webhook.url, headers, body });
  }

  private body(event: FrozenEvent, contentType: WebhookContentType): Buffer {
    const known = this.bodies.get(event) ?? {};
    this.bodies.set(event, known);
    return (known[contentType] ??= webhookBody(this.secrets.opened(event), contentType));
  }
}
