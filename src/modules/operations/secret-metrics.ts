import { Injectable } from '@nestjs/common';
import { monotonicMs } from '../../kernel/clock';
import { Metrics } from '../../platform/metrics/metrics';
import { type SealState } from '../../platform/secrets/secrets';
import { GatewaySecretsService } from '../settings/gateway-secrets.service';
import { ResealService } from '../webhooks/reseal.service';

/** Secrets are opened at most once a minute, however often the metrics are read. */
const LOOK_MS = 60_000;

/** Tells how many of the newest secrets of webhooks, and of the settings of gateways, SECRETS_KEY does not open. */
@Injectable()
export class SecretMetrics {
  private lookedAt = -Infinity;
  private unreadable: Promise<Record<string, number>> = Promise.resolve({});

  constructor(
    metrics: Metrics,
    private readonly webhooks: ResealService,
    private readonly gateways: GatewaySecretsService,
  ) {
    const help = 'Secrets in the database that SECRETS_KEY does not open: of gateways, and the newest of webhooks.';
    metrics.gaugeOf('secrets_unreadable', help, 'of', () => this.read());
  }

  private read(): Promise<Record<string, number>> {
    if (monotonicMs() - this.lookedAt < LOOK_MS) return this.unreadable;
    this.lookedAt = monotonicMs();
    // A database that cannot be asked leaves the figure out, and the others are told.
    this.unreadable = this.look().catch(() => ({}));
    return this.unreadable;
  }

  private async look(): Promise<Record<string, number>> {
    const [webhooks, gateways] = await Promise.all([this.webhooks.newestStates(), this.gateways.states()]);
    return { webhooks: countOf(webhooks), gateways: countOf(gateways) };
  }
}

const countOf = (states: readonly SealState[]): number => states.filter((state) => state === 'unreadable').length;
