import { randomInt } from 'node:crypto';
import { type Clock } from '../../../kernel/clock';
import { type AttemptResult } from '../data/attempt-results';
import { type ClaimedDelivery } from '../data/claims';
import { type AttemptOutcome } from '../domain/attempt-outcome';
import { type DeliverySchedule } from '../domain/delivery-schedule';
import { judgeAttempt } from '../domain/delivery-state';
import { webhookBody } from '../domain/webhook-body';
import { webhookHeaders } from '../domain/webhook-signature';
import { type WebhookSecrets } from '../webhook-secrets';
import { type WebhookSender } from './webhook-sender';

const USER_AGENT = 'storekeeper/1.2';
const RANDOM_STEPS = 2 ** 32;

/** From 0 up to, not including, 1. */
const random = (): number => randomInt(RANDOM_STEPS) / RANDOM_STEPS;

/** Makes one attempt: signs, sends, judges. */
export class Attempt {
  constructor(
    private readonly sender: WebhookSender,
    private readonly secrets: WebhookSecrets,
    private readonly clock: Clock,
    private readonly schedule: DeliverySchedule,
  ) {}

  /** Never throws because of the receiver. @throws SecretUnreadable when the key that sealed the secret is missing */
  async make(claimed: ClaimedDelivery): Promise<AttemptResult> {
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
    const body = webhookBody(event, delivery.contentType);
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
}
