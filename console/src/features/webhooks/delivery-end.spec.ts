import { type components } from '@storekeeper/client';
import { attemptsText, endText, outcomeOf } from './delivery-end';

type Delivery = components['schemas']['DeliveryRecord'];

const NEXT = '2026-03-01 12:05:00';
const FAILED = {
  ...{ state: 'pending', attempts_made: 3, attempts_left: 8, next_attempt_at: NEXT, error: 'http_500' },
} as Delivery;

describe('a delivery in words', () => {
  it.each<[Partial<Delivery>, string, string]>([
    [{}, '3 made, 8 left', 'It is tried again until the receiver accepts it or no attempt is left.'],
    [{ next_attempt_at: null }, '3 made, 8 left', 'It waits for an earlier event of its object.'],
    [{ state: 'delivered', error: null }, '3 made', 'The receiver accepted it.'],
    [{ state: 'dead' }, '3 made', 'No attempt was left: it is not tried again unless you resend it.'],
    [{ state: 'dead', error: 'lease_lost' }, '3 made', 'Five workers in a row stopped while they sent it.'],
    [{ state: 'dead', error: 'event_gone' }, '3 made', 'There is nothing left to send: its event cannot be read.'],
    [
      { state: 'cancelled', error: 'http_410' },
      '3 made',
      'The receiver answered 410, which means gone: it is not tried again, and the store disabled the webhook.',
    ],
    [{ state: 'cancelled' }, '3 made', 'The webhook was disabled: it is not tried again unless you resend it.'],
    [
      { state: 'blocked', error: 'address_refused' },
      '3 made',
      'The store may not send to the address of the receiver: it is not tried again.',
    ],
  ])('of %j says how often it was tried and why it ended', (patch, attempts, end) => {
    const delivery = { ...FAILED, attempts_left: 0, ...(patch.state === undefined ? FAILED : {}), ...patch };
    expect([attemptsText(delivery), endText(delivery)]).toEqual([attempts, end]);
  });

  it.each<[Partial<Delivery>, ReturnType<typeof outcomeOf>]>([
    [{ attempts_made: 2 }, { text: 'Being sent', isUnderWay: true, next: null }],
    [
      { state: 'delivered', error: null },
      { text: 'Delivered', isUnderWay: false, next: null },
    ],
    [{}, { text: 'Failed again. The receiver answered with HTTP 500.', isUnderWay: false, next: NEXT }],
    [
      { state: 'cancelled', error: 'http_410', next_attempt_at: null },
      {
        text:
          'Failed again. The receiver answered with HTTP 410. ' +
          'The receiver answered 410, which means gone: it is not tried again, and the store disabled the webhook.',
        isUnderWay: false,
        next: null,
      },
    ],
  ])('after a resend as %j says what came of it', (patch, outcome) => {
    expect(outcomeOf({ ...FAILED, ...patch }, 2)).toEqual(outcome);
  });
});
