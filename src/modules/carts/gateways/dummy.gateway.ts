import { ValidationFailed } from '../../../kernel/errors';
import { cardDigits } from '../domain/card-number';
import { type Charge, type ChargeOutcome, type PaymentGateway } from '../payment-gateway.port';

/** The test card that pays; any other valid number is declined. */
const PAYS = '4242424242424242';

/** A gateway for trials: no money moves. */
export class DummyGateway implements PaymentGateway {
  readonly slug = 'dummy';

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
