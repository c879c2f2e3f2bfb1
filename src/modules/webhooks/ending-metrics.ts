import { Injectable } from '@nestjs/common';
import { Metrics } from '../../platform/metrics/metrics';
import { type DisabledReason } from './data/webhook.entity';

const DEATHS = ['tries_used', 'lease_lost', 'event_gone'] as const;
const REASONS = ['gone', 'failing'] as const satisfies readonly DisabledReason[];

/** Why a delivery is tried no more without having arrived. */
export type Death = (typeof DEATHS)[number];

/** Counts what somebody should look at: deliveries that were given up, and webhooks that the store disabled. */
@Injectable()
export class EndingMetrics {
  private readonly deaths;
  private readonly disabledWebhooks;

  constructor(metrics: Metrics) {
    const dead =
      'Deliveries that were given up: all tries used, five leases lost in a row, or the event not kept any more.';
    this.deaths = metrics.counter('webhook_dead_deliveries_total', dead, ['reason']);
    const disabled = 'Webhooks that the store disabled: the receiver said 410, or failed for five days.';
    this.disabledWebhooks = metrics.counter('webhooks_disabled_total', disabled, ['reason']);
    // From the start: a rate over a series that begins with its first event would miss that.
    for (const reason of DEATHS) this.deaths.inc({ reason }, 0);
    for (const reason of REASONS) this.disabledWebhooks.inc({ reason }, 0);
  }

  died(reason: Death): void {
    this.deaths.inc({ reason });
  }

  disabled(reason: DisabledReason): void {
    this.disabledWebhooks.inc({ reason });
  }
}
