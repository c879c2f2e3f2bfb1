import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/connection/transactions';
import { GatewayNotFound } from '../settings/settings.errors';
import { GatewayPorts } from './gateway-ports';
import { PaymentRecoveryService } from './payment-recovery.service';
import { PaymentOutcomeUnknown, TransactionNotFound } from './payments.errors';

/** Takes the notifications of payment providers (orders-and-payments.md 17). */
@Injectable()
export class PaymentCallbacksService {
  constructor(
    private readonly transactions: Transactions,
    private readonly ports: GatewayPorts,
    private readonly recovery: PaymentRecoveryService,
  ) {}

  /**
   * Checks the signature of a notification and asks the provider for the outcome of its payment, so late, repeated and
   * reordered notifications do no harm. A notification about no payment of the store is accepted and ignored.
   * @throws GatewayNotFound when the gateway is not there, not set up or sends none
   * @throws CallbackRefused, PaymentOutcomeUnknown; the provider sends it again then
   */
  async receive(slug: string, body: Buffer, headers: Readonly<Record<string, string | undefined>>): Promise<void> {
    const gateway = await this.ports.find(this.transactions.manager, slug);
    const isSetUp = gateway !== undefined && Object.keys(gateway.settings).length > 0;
    if (!isSetUp || gateway.port.readCallback === undefined) throw new GatewayNotFound();
    const callback = await gateway.port.readCallback(body, headers, gateway.settings);
    if (callback !== undefined) await this.settle(slug, callback.key);
  }

  private async settle(slug: string, key: string): Promise<void> {
    try {
      const { state } = await this.recovery.recover(key, slug);
      if (state === 'unknown') throw new PaymentOutcomeUnknown();
    } catch (error) {
      if (!(error instanceof TransactionNotFound)) throw error;
    }
  }
}
