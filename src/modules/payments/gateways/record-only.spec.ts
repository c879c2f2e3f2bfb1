import { ValidationFailed } from '../../../kernel/errors';
import { type Charge, type FollowUp, type PaymentDetails } from '../payment-gateway.port';
import { DummyGateway, ManualGateway } from './registered-gateways';

const details = (number: string | null): PaymentDetails => ({ number, paymentMethod: null, returnUrl: null });
const charge = (number: string | null): Charge => ({
  ...{ key: '42', settings: {}, timeoutMs: 1, orderId: '7', amount: 1n, currency: 'GBP' },
  details: details(number),
});
const followUp: FollowUp = { key: '43', settings: {}, timeoutMs: 1, reference: 'x', amount: 1n, currency: 'GBP' };

describe('the gateway dummy', () => {
  const dummy = new DummyGateway();

  it('is called so, needs no settings, and takes card numbers', () => {
    expect([dummy.slug, dummy.name, dummy.settings]).toEqual(['dummy', 'Dummy', []]);
    expect(() => dummy.check(charge('4000 0000 0000 0002'))).not.toThrow();
  });

  it.each([
    [null, 'is required'],
    ['4242', 'must be a card number'],
  ])('takes no charge of the card %j', (number, message) => {
    expect(() => dummy.check(charge(number))).toThrow(ValidationFailed.of('data.number', message));
  });

  it.each([
    ['4242424242424242', { status: 'accepted', reference: 'dummy-42' }],
    ['4242 4242-4242 4242', { status: 'accepted', reference: 'dummy-42' }],
    ['4000000000000002', { status: 'declined', reference: 'dummy-42', message: 'The card was declined' }],
    [null, { status: 'declined', reference: 'dummy-42', message: 'The card was declined' }],
  ])('pays by one card and declines all others: %j', async (number, outcome) => {
    expect(await dummy.purchase(charge(number))).toEqual(outcome);
    expect(await dummy.authorize(charge(number))).toEqual(outcome);
  });

  it('accepts all that follows up a charge, and remembers nothing', async () => {
    const accepted = { status: 'accepted', reference: 'dummy-43' };
    expect([
      await dummy.capture(followUp),
      await dummy.refund(followUp),
      await dummy.void(followUp),
      await dummy.find(),
    ]).toEqual([accepted, accepted, accepted, { status: 'none' }]);
  });
});

describe('the gateway manual', () => {
  const manual = new ManualGateway();

  it('is called so, needs no settings, and only records', () => {
    expect([manual.slug, manual.name, manual.settings, manual.isRecordOnly]).toEqual(['manual', 'Manual', [], true]);
  });

  it('accepts everything, and remembers nothing', async () => {
    const of = (key: string): object => ({ status: 'accepted', reference: `manual-${key}` });
    expect([await manual.purchase(charge(null)), await manual.authorize(charge(null))]).toEqual([of('42'), of('42')]);
    expect([
      await manual.capture(followUp),
      await manual.refund(followUp),
      await manual.void(followUp),
      await manual.find(),
    ]).toEqual([of('43'), of('43'), of('43'), { status: 'none' }]);
  });
});
