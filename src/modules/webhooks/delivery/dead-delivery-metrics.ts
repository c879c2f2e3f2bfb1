import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { LOGGER } from '../../../platform/logging/logger';
import { Metrics } from '../../../platform/metrics/metrics';
import { type DisabledReason } from '../data/webhook.entity';

const DEATHS = ['tries_used', 'lease_lost', 'event_gone', 'event_unreadable'] as const;
const REASONS = ['gone', 'failing'] as const satisfies readonly DisabledReason[];

/** The reason why a delivery is dead. */
export type Death = (typeof DEATHS)[number];

/** Counts dead deliveries and webhooks that the store disabled, for alerts, and logs the latter. */
@Injectable()
export class DeadDeliveryMetrics {
  private readonly deaths;
  private readonly disabledWebhooks;

  constructor(
    metrics: Metrics,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {
    const dead =
      'Deliveries given up: all tries used, five leases lost in a row, or an event that is deleted or cannot be read.';
    this.deaths = metrics.counter('webhook_dead_deliveries_total', dead, ['reason']);
    const disabled = 'Webhooks the store disabled: the receiver responded 410, or failed for five days.';
    this.disabledWebhooks = metrics.counter('webhooks_disabled_total', disabled, ['reason']);
    // Zero from the start: a rate over a series that begins at 1 would miss the first count.
    for (const reason of DEATHS) this.deaths.inc({ reason }, 0);
    for (const reason of REASONS) this.disabledWebhooks.inc({ reason }, 0);
  }

  deliveryDied(reason: Death): void {
    this.deaths.inc({ reason });
  }

  webhookDisabled(webhook: string, reason: DisabledReason): void {
    this.disabledWebhooks.inc({ reason });
    const cause = reason === 'gone' ? 'its receiver responded 410' : 'all its attempts of five days failed';
    this.logger.warn({ webhook, reason }, `the webhook was disabled: ${cause}`);
  }
}
