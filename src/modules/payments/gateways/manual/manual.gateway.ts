import { Injectable } from '@nestjs/common';
import { type Charge, type ChargeOutcome, type PaymentGateway } from '../../payment-gateway.port';

/** Records payments that arrive outside the store, such as cash or bank transfers. It accepts every charge. */
@Injectable()
export class ManualGateway implements PaymentGateway {
  readonly slug = 'manual';
  readonly name = 'Manual';
  readonly settings = [];

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
