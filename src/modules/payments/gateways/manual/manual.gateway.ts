import { Injectable } from '@nestjs/common';
import { type Finding, type Outcome, type PaymentGateway, type ProviderCall } from '../../payment-gateway.port';

/** Records payments that arrive outside the store, such as cash or bank transfers. It accepts every charge. */
@Injectable()
export class ManualGateway implements PaymentGateway {
  readonly slug = 'manual';
  readonly name = 'Manual';
  readonly settings = [];
  readonly isRecordOnly = true;

  async purchase({ key }: ProviderCall): Promise<Outcome> {
    return { status: 'accepted', reference: `manual-${key}` };
  }

  authorize(call: ProviderCall): Promise<Outcome> {
    return this.purchase(call);
  }

  capture(call: ProviderCall): Promise<Outcome> {
    return this.purchase(call);
  }

  refund(call: ProviderCall): Promise<Outcome> {
    return this.purchase(call);
  }

  void(call: ProviderCall): Promise<Outcome> {
    return this.purchase(call);
  }

  /** An attempt without an outcome was never reported as accepted. The shop makes it again when it has the money. */
  async find(): Promise<Finding> {
    return { status: 'none' };
  }
}
