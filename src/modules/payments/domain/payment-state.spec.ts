import {
  isCharge,
  isOpen,
  LIVE_STATES,
  methodOf,
  PAYMENT_METHODS,
  PAYMENT_STATES,
  PAYMENT_STATUSES,
  type PaymentState,
  statesOf,
  statusOf,
} from './payment-state';

describe('the state of a payment (orders-and-payments.md 12)', () => {
  it('has a status, and a status its states', () => {
    expect(PAYMENT_STATES.map((state) => `${state} ${statusOf(state)}`)).toEqual([
      'pending pending',
      'unknown unknown',
      'authorized succeeded',
      'captured succeeded',
      'voided voided',
      'declined declined',
      'succeeded succeeded',
    ]);
    expect(PAYMENT_STATUSES.map((status) => [status, statesOf(status)])).toEqual([
      ['pending', ['pending']],
      ['succeeded', ['authorized', 'captured', 'succeeded']],
      ['declined', ['declined']],
      ['voided', ['voided']],
      ['unknown', ['unknown']],
    ]);
    expect(statesOf('captured')).toEqual([]);
  });

  it('is open while its outcome is to come, and live while it holds or took money, or may', () => {
    expect(PAYMENT_STATES.filter((state) => isOpen({ state }))).toEqual(['pending', 'unknown']);
    expect(PAYMENT_STATES.filter((state) => !LIVE_STATES.includes(state))).toEqual(['voided', 'declined']);
    expect(LIVE_STATES).toHaveLength(5);
  });
});

describe('the method of a payment', () => {
  it('takes or reserves money, or follows that up', () => {
    expect(PAYMENT_METHODS).toEqual(['purchase', 'authorize', 'capture', 'refund', 'void']);
    expect(PAYMENT_METHODS.filter(isCharge)).toEqual(['purchase', 'authorize']);
  });

  it('is told by the state of a row from before methods were kept', () => {
    const of = (state: PaymentState): string => methodOf({ method: null, state });
    expect(PAYMENT_STATES.map((state) => `${state} ${of(state)}`)).toEqual([
      'pending purchase',
      'unknown purchase',
      'authorized authorize',
      'captured purchase',
      'voided authorize',
      'declined purchase',
      'succeeded purchase',
    ]);
    expect(methodOf({ method: 'refund', state: 'authorized' })).toBe('refund');
  });
});
