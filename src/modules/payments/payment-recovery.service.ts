import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { Transactions } from '../../platform/database/connection/transactions';
import { LOGGER } from '../../platform/logging/logger';
import { AuthorizationReleasesService } from './authorization-releases.service';
import { type Payment } from './data/payment.entity';
import { isOpen, methodOf, type PaymentState } from './domain/payment-state';
import { PaymentLedgerService } from './payment-ledger.service';
import { PaymentOutcomeUnknown, TransactionNotFound } from './payments.errors';
import { PaymentSettlementService } from './payment-settlement.service';
import { type Finding, type PaymentDetails } from './payment-gateway.port';
import { type Attempt, ProviderCallsService } from './provider-calls.service';

/** Payments asked for at once. */
const BATCH = 20;
/** States that a provider may change by itself: it takes money after all, or ends an authorization that nobody captured. */
const MAY_CHANGE: readonly PaymentState[] = ['declined', 'authorized'];

/** Whether news of its provider may change a payment. A refund that succeeded may fail later, at the customer's bank. */
function mayChange(payment: Payment): boolean {
  return MAY_CHANGE.includes(payment.state) || (payment.state === 'succeeded' && methodOf(payment) === 'refund');
}

/** No customer is there, and a void needs no card. */
const NO_DETAILS: PaymentDetails = { number: null, paymentMethod: null, returnUrl: null };

/** Makes attempts, and finds the outcome of those that have none yet, which charges nothing (orders-and-payments.md 10, 11). */
@Injectable()
export class PaymentRecoveryService {
  constructor(
    private readonly transactions: Transactions,
    private readonly ledger: PaymentLedgerService,
    private readonly calls: ProviderCallsService,
    private readonly settlement: PaymentSettlementService,
    private readonly releases: AuthorizationReleasesService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Asks the gateway for an attempt, with no transaction open, and writes the outcome. @returns the payment as it is now */
  async make(attempt: Attempt, details: PaymentDetails): Promise<Payment> {
    const outcome = await this.calls.make(attempt, details);
    return outcome === undefined ? attempt.payment : this.settlement.settle(attempt.payment, outcome);
  }

  /** Asks for the payments that are due and voids the authorizations that are, at most 20. @returns whether there may be more */
  async recoverDue(): Promise<boolean> {
    const ids = await this.ledger.due(this.transactions.manager, BATCH);
    await Promise.all(ids.map((id) => this.recoverOrPostpone(id)));
    return ids.length === BATCH;
  }

  /**
   * Asks the provider for the outcome of a payment and writes it.
   * @param toldBy the gateway whose provider sent a notification: then payments that it may have changed are asked for as well
   * @returns the payment as it is now
   * @throws TransactionNotFound when there is no such payment, or not of that gateway
   * @throws PaymentOutcomeUnknown when what was told could not be asked for
   */
  async recover(id: string, toldBy?: string): Promise<Payment> {
    const payment = await this.ledger.row(this.transactions.manager, id);
    if (toldBy !== undefined && payment.gateway !== toldBy) throw new TransactionNotFound();
    if (isOpen(payment)) return this.ask(payment);
    if (toldBy === undefined || !mayChange(payment)) return payment;
    const finding = await this.find(payment);
    // The provider tells it again.
    if (finding === undefined) throw new PaymentOutcomeUnknown();
    return this.settlement.settle(payment, finding);
  }

  /** One that fails does not block the others: it is tried again later. */
  private async recoverOrPostpone(id: string): Promise<void> {
    try {
      await this.recoverOne(id);
    } catch (error) {
      this.logger.error({ payment: id, err: error }, 'a payment could not be recovered; it is tried again later');
      await this.transactions.run(async (tx) => this.ledger.postpone(tx, await this.ledger.lock(tx, id)));
    }
  }

  /** Postpones the question first, so that a payment that keeps failing does not block the others. */
  private async recoverOne(id: string): Promise<void> {
    const payment = await this.ledger.row(this.transactions.manager, id);
    if (!isOpen(payment)) return this.release(id);
    const isDue = await this.transactions.run(async (tx) => {
      const locked = await this.ledger.lock(tx, id);
      return isOpen(locked) && this.ledger.postpone(tx, locked);
    });
    if (isDue) await this.ask(payment);
  }

  private async release(id: string): Promise<void> {
    const attempt = await this.transactions.run((tx) => this.releases.begin(tx, id));
    if (attempt !== undefined) await this.make(attempt, NO_DETAILS);
  }

  private async ask(payment: Payment): Promise<Payment> {
    const finding = await this.find(payment);
    return finding === undefined ? this.settlement.unknown(payment) : this.settlement.settle(payment, finding);
  }

  /** @returns undefined when the provider cannot tell */
  private async find(payment: Payment): Promise<Finding | undefined> {
    const { chargeId } = payment;
    const charge = chargeId === null ? payment : await this.ledger.row(this.transactions.manager, chargeId);
    return this.calls.find({ payment, currency: '', reference: charge.reference });
  }
}
