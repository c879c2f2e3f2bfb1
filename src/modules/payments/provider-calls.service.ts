import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../platform/config/config';
import { Transactions } from '../../platform/database/connection/transactions';
import { LOGGER } from '../../platform/logging/logger';
import { GatewayNotFound } from '../settings/settings.errors';
import { type Payment } from './data/payment.entity';
import { isAsked, methodOf } from './domain/payment-state';
import { isWellFormed } from './domain/well-formed';
import { GatewayPorts, type OpenGateway } from './gateway-ports';
import { PaymentMetricsService } from './payment-metrics.service';
import { type Finding, type Outcome, type PaymentDetails, type ProviderCall } from './payment-gateway.port';

/** A request that missed the deadline is over for certain this much later: only then its outcome is asked for. */
const GRACE_MS = 5_000;

/** Goods that cost nothing come back, or the shop was paid elsewhere: no provider is asked (orders-and-payments.md 14, 16). */
const NOTHING_MOVES = { status: 'accepted', reference: '' } as const satisfies Outcome;

/** The answer of a provider lacks what the ledger needs. Its content is not logged. */
class MalformedAnswer extends Error {
  override readonly name = 'MalformedAnswer';
}

/** An attempt with the values that its provider gets. */
export interface Attempt {
  readonly payment: Payment;
  /** ISO 4217. */
  readonly currency: string;
  /** Reference of the charge that it is or follows up; empty while it is not known. */
  readonly reference: string;
  /** The gateway, where the transaction that wrote the attempt has read it. */
  readonly gateway?: OpenGateway;
}

/**
 * Sends requests to providers, within the deadline and outside any transaction: step (b) of orders-and-payments.md 10.
 * Logs only the kind of a failure: a provider's message may quote the request.
 */
@Injectable()
export class ProviderCallsService {
  constructor(
    private readonly ports: GatewayPorts,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly metrics: PaymentMetricsService,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  private get deadlineMs(): number {
    return this.config.payments.deadlineSeconds * 1000;
  }

  /** Returns when to ask for the outcome of an attempt that starts now, unless it is known by then. */
  askAt(): Date {
    return new Date(this.clock.now().getTime() + this.deadlineMs + GRACE_MS);
  }

  /** Makes an attempt. @returns undefined when the outcome is unknown */
  async make(attempt: Attempt, details: PaymentDetails): Promise<Outcome | undefined> {
    const { payment, currency, reference } = attempt;
    const { amount, orderId } = payment;
    const method = methodOf(payment);
    if (amount === 0n || !isAsked(method)) return NOTHING_MOVES;
    const ask = ({ port }: OpenGateway, call: ProviderCall): Promise<Outcome> => {
      if (method === 'purchase' || method === 'authorize') {
        return port[method]({ ...call, orderId, amount, currency, details });
      }
      return port[method]({ ...call, reference, amount, currency });
    };
    return this.metrics.count(payment.gateway, method, () => this.within(attempt, ask));
  }

  /** Asks for the outcome of an attempt. @returns undefined when the provider cannot tell */
  async find(attempt: Attempt): Promise<Finding | undefined> {
    const { payment, reference } = attempt;
    const method = methodOf(payment);
    if (payment.amount === 0n || !isAsked(method)) return NOTHING_MOVES;
    const ask = ({ port }: OpenGateway, call: ProviderCall): Promise<Finding> =>
      port.find({ ...call, method, reference, since: payment.createdAt });
    return this.metrics.count(payment.gateway, 'find', () => this.within(attempt, ask));
  }

  private async within<T extends Finding>(
    { payment: { id, gateway: slug }, gateway: read }: Attempt,
    ask: (gateway: OpenGateway, call: ProviderCall) => Promise<T>,
  ): Promise<T | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), this.deadlineMs);
    });
    try {
      const gateway = read ?? (await this.ports.find(this.transactions.manager, slug));
      if (gateway === undefined) throw new GatewayNotFound();
      const answer = ask(gateway, { key: id, settings: gateway.settings, timeoutMs: this.deadlineMs });
      answer.catch(() => undefined);
      const given = await Promise.race([answer, over]);
      if (given !== undefined && !isWellFormed(given)) throw new MalformedAnswer();
      return given;
    } catch (error) {
      const name = error instanceof Error ? error.name : 'unknown';
      this.logger.warn({ payment: id, gateway: slug, error: name }, 'a payment gateway did not respond');
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }
}
