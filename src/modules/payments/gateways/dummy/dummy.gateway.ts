import { Injectable } from '@nestjs/common';
import { ValidationFailed } from '../../../../kernel/errors';
import { type Charge, type ChargeOutcome, type PaymentGateway } from '../../payment-gateway.port';
import { cardDigits } from './card-number';

/** Accepts this test card and declines every other valid number. */
const PAYS = '4242424242424242';

/** Simulates a card provider for trials; no money moves. */
@Injectable()
export class DummyGateway implements PaymentGateway {
  readonly slug = 'dummy';
  readonly name = 'Dummy';
  readonly settings = [];

  /** @throws ValidationFailed naming `data.number` when it is no card number */
  async purchase({ key, card }: Charge): Promise<ChargeOutcome> {
    if (card.number === null) throw ValidationFailed.of('data.number', 'is required');
    const digits = cardDigits(card.number);
    if (digits === undefined) throw ValidationFailed.of('data.number', 'must be a card number');
    const reference = `dummy-${key}`;
    if (digits === PAYS) return { isAccepted: true, reference };
    return { isAccepted: false, reference, message: 'The card was declined' };
  }

  authorize(charge: Charge): Promise<ChargeOutcome> {
    return this.purchase(charge);
  }

  async capture(): Promise<void> {}
  async refund(): Promise<void> {}
  async void(): Promise<void> {}
}
