import { type Charge, type ChargeOutcome, type PaymentGateway } from '../payment-gateway.port';

/** Money that is taken elsewhere, e.g. in cash or by bank transfer: whoever says that it was is believed. */
export class ManualGateway implements PaymentGateway {
  readonly slug = 'manual';

  async purchase({ key }: Charge): Promise<ChargeOutcome> {
    return { isAccepted: true, reference: `manual-${key}` };
  }

  authorize(charge: Charge): Promise<ChargeOutcome> {
    return this.purchase(charge);
  }

  async capture(): Promise<void> {}
  async refund(): Promise<void> {}
  async void(): Promise<void> {}
}
