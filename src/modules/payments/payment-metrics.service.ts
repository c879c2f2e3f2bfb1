import { Inject, Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Clock, monotonicMs } from '../../kernel/clock';
import { Transactions } from '../../platform/database/connection/transactions';
import { Metrics } from '../../platform/metrics/metrics';
import { Payment } from './data/payment.entity';
import { type Finding, PAYMENT_GATEWAYS, type PaymentGateway } from './payment-gateway.port';

/** Requests to a provider; `find` asks for the outcome of another. */
const CALLS = ['purchase', 'authorize', 'capture', 'refund', 'void', 'find'] as const;
export type GatewayCall = (typeof CALLS)[number];

/** Results of a request. `unknown`: no answer in time, or one that the store cannot use. */
const OUTCOMES = ['accepted', 'declined', 'refused', 'pending', 'none', 'unknown'] as const;
type GatewayOutcome = (typeof OUTCOMES)[number];

/** States without an outcome: the customer has to confirm, or the provider has not answered. */
const OPEN = ['pending', 'unknown'] as const;

interface OpenPayments {
  readonly state: string;
  readonly count: string | number;
  readonly oldest: Date | string | null;
}

/** Counts and times requests to payment providers, and tells how many payments have no outcome. */
@Injectable()
export class PaymentMetricsService {
  private readonly requests;
  private readonly durations;

  constructor(
    metrics: Metrics,
    @Inject(PAYMENT_GATEWAYS) gateways: readonly PaymentGateway[],
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {
    const help = 'Requests to payment providers, refunds among them, by result; unknown: no answer in time.';
    this.requests = metrics.counter('payment_gateway_requests_total', help, ['gateway', 'call', 'outcome']);
    const time = 'Time payment providers take to respond.';
    this.durations = metrics.seconds('payment_gateway_duration_seconds', time, ['gateway', 'call']);
    // Zero from the start: a rate over a series that begins at 1 would miss the first count.
    for (const { slug: gateway } of gateways) {
      for (const call of CALLS) {
        this.durations.zero({ gateway, call });
        for (const outcome of OUTCOMES) this.requests.inc({ gateway, call, outcome }, 0);
      }
    }
    const open = 'Payments, captures, refunds and voids without an outcome, by state.';
    metrics.gaugeOf('payments_open', open, 'state', () => this.open(({ count }) => Number(count)));
    const age = 'Age of the oldest payment, capture, refund or void without an outcome, by state.';
    metrics.gaugeOf('payments_oldest_open_age_seconds', age, 'state', () => this.open((row) => this.ageOf(row)));
  }

  /** Runs a request and counts it. @returns what it resolves with; undefined is an unknown outcome */
  async count<T extends Finding>(
    gateway: string,
    call: GatewayCall,
    ask: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const startedAt = monotonicMs();
    let outcome: GatewayOutcome = 'unknown';
    try {
      const answer = await ask();
      outcome = answer?.status ?? 'unknown';
      return answer;
    } finally {
      this.requests.inc({ gateway, call, outcome });
      this.durations.observe({ gateway, call }, (monotonicMs() - startedAt) / 1000);
    }
  }

  /** A database that cannot be asked leaves the figure out, and the others are told. */
  private open(value: (row: OpenPayments) => number): Promise<Record<string, number>> {
    return this.readOpen(value).catch(() => ({}));
  }

  /** Reads by the index of states. */
  private async readOpen(value: (row: OpenPayments) => number): Promise<Record<string, number>> {
    const rows = await this.transactions.manager
      .createQueryBuilder(Payment, 'payment')
      .select(['payment.state AS state', 'COUNT(*) AS count', 'MIN(payment.createdAt) AS oldest'])
      .where({ state: In([...OPEN]) })
      .groupBy('payment.state')
      .getRawMany<OpenPayments>();
    const none = Object.fromEntries(OPEN.map((state) => [state, 0]));
    return { ...none, ...Object.fromEntries(rows.map((row) => [row.state, value(row)])) };
  }

  private ageOf({ oldest }: OpenPayments): number {
    if (oldest === null) return 0;
    const at = oldest instanceof Date ? oldest : new Date(`${oldest.replace(' ', 'T').replace(/Z?$/, 'Z')}`);
    return Math.max(0, this.clock.now().getTime() - at.getTime()) / 1000;
  }
}
