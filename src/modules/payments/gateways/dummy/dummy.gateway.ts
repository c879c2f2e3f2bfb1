import { Injectable } from '@nestjs/common';
import { ValidationFailed } from '../../../../kernel/errors';
import { REQUIRED } from '../../../../kernel/fields/field-problem';
import {
  type Charge,
  type ChargeTerms,
  type Finding,
  type Outcome,
  type PaymentGateway,
  type ProviderCall,
} from '../../payment-gateway.port';
import { cardDigits } from './card-number';

/** Accepts this test card and declines every other valid number. */
const PAYS = '4242424242424242';

/** Simulates a card provider for trials; no money moves. */
@Injectable()
export class DummyGateway implements PaymentGateway {
  readonly slug = 'dummy';
  readonly name = 'Dummy';
  readonly settings = [];
  readonly isTest = true;

  /** @throws ValidationFailed naming `data.number` when it is no card number */
  check({ details }: ChargeTerms): void {
    if (details.number === null) throw ValidationFailed.of('data.number', REQUIRED);
    if (cardDigits(details.number) === undefined) throw ValidationFailed.of('data.number', 'must be a card number');
  }

  async purchase({ key, details }: Charge): Promise<Outcome> {
    const reference = `dummy-${key}`;
    if (cardDigits(details.number ?? '') === PAYS) return { status: 'accepted', reference };
    return { status: 'declined', reference, message: 'The card was declined' };
  }

  authorize(charge: Charge): Promise<Outcome> {
    return this.purchase(charge);
  }

  async capture(call: ProviderCall): Promise<Outcome> {
    return accepted(call);
  }

  async refund(call: ProviderCall): Promise<Outcome> {
    return accepted(call);
  }

  async void(call: ProviderCall): Promise<Outcome> {
    return accepted(call);
  }

  /** It keeps nothing: an attempt without an outcome never happened. */
  async find(): Promise<Finding> {
    return { status: 'none' };
  }
}

function accepted({ key }: ProviderCall): Outcome {
  return { status: 'accepted', reference: `dummy-${key}` };
}
