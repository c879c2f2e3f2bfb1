import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { Transactions } from '../../platform/database/connection/transactions';
import { type Payment } from './data/payment.entity';
import { isOpen, type PaymentState } from './domain/payment-state';
import { PaymentLedgerService } from './payment-ledger.service';
import { TransactionNotFound } from './payments.errors';
import { PaymentSettlementService } from './payment-settlement.service';
import { type PaymentDetails } from './payment-gateway.port';
import { type Attempt, ProviderCallsService } from './provider-calls.service';

/** Payments asked for at once. */
const BATCH = 20;
/** A provider that cannot tell is asked again after a quarter of the payment's age, within these bounds. */
const SOONEST_MS = 15_000;
const LATEST_MS = 10 * 60_000;
const AGE_SHARE = 4;
/** States that a provider may change by itself: it takes money after all, or ends an authorization that nobody captured. */
const MAY_CHANGE: readonly PaymentState[] = ['declined', 'authorized'];

/** Makes attempts, and finds the outcome of those that have none yet, which charges nothing (orders-that-stay-true.md 10, 11). */
@Injectable()
export class PaymentRecoveryService {
  constructor(
    private readonly transactions: Transactions,
    private readonly ledger: PaymentLedgerService,
    private readonly calls: ProviderCallsService,
    private readonly settlement: PaymentSettlementService,
    private readonly clock: Clock,
  ) {}

  /** Asks the gateway for an attempt, with no transaction open, and writes the outcome. @returns the payment as it is now */
  async make(attempt: Attempt, details: PaymentDetails): Promise<Payment> {
    const outcome = await this.calls.make(attempt, details);
    return outcome === undefined ? attempt.payment : this.settlement.settle(attempt.payment.id, outcome);
  }

  /** Asks for the payments that are due, at most 20. @returns whether there may be more */
  async recoverDue(): Promise<boolean> {
    const now = this.clock.now();
    const ids = await this.ledger.due(this.transactions.manager, now, BATCH);
    await Promise.all(ids.map((id) => this.recoverOne(id, now)));
    return ids.length === BATCH;
  }

  /**
   * Asks the provider for the outcome of a payment and writes it.
   * @param toldBy the gateway whose provider sent a notification: then declined and authorized payments are asked for as well
   * @returns the payment as it is now
   * @throws TransactionNotFound when there is no such payment, or not of that gateway
   */
  async recover(id: string, toldBy?: string): Promise<Payment> {
    const payment = await this.ledger.row(this.transactions.manager, id);
    if (toldBy !== undefined && payment.gateway !== toldBy) throw new TransactionNotFound();
    const isAsked = isOpen(payment) || (toldBy !== undefined && MAY_CHANGE.includes(payment.state));
    return isAsked ? this.ask(payment) : payment;
  }

  /** Postpones the question first, so that a payment that keeps failing does not block the others. */
  private async recoverOne(id: string, now: Date): Promise<void> {
    const payment = await this.ledger.row(this.transactions.manager, id);
    const next = this.nextAsk(payment);
    if (await this.transactions.run((tx) => this.ledger.postpone(tx, id, next, now))) await this.ask(payment);
  }

  private async ask(payment: Payment): Promise<Payment> {
    const { id, chargeId } = payment;
    const charge = chargeId === null ? payment : await this.ledger.row(this.transactions.manager, chargeId);
    const finding = await this.calls.find({ payment, currency: '', reference: charge.reference });
    return finding === undefined ? this.settlement.unknown(id) : this.settlement.settle(id, finding);
  }

  private nextAsk({ createdAt }: Payment): Date {
    const now = this.clock.now().getTime();
    const pause = (now - createdAt.getTime()) / AGE_SHARE;
    return new Date(now + Math.min(LATEST_MS, Math.max(SOONEST_MS, pause)));
  }
}
