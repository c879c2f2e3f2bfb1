import { fieldsOf } from '../../platform/resources/resource';
import { BuyerFields } from '../orders/order.record';
import { type CheckoutRequest } from './checkout-draft.service';
import { fingerprintOf, identityOf } from './checkout-fingerprint';

const FOUND = { customer: null, shipping: null, currency: 'GBP', isUnproven: false };
const REQUEST: CheckoutRequest = {
  customer: null,
  gateway: 'dummy',
  shipping: 'next-day',
  billTo: { details: { country: 'GB', city: 'Bath' } as never },
  shipTo: 'bill_to',
  isCodeRequired: false,
  expectedTotal: null,
  fields: fieldsOf(BuyerFields),
};

const of = (more: object = {}): string => fingerprintOf(identityOf({ ...REQUEST, ...more }, FOUND));

describe('the fingerprint of a checkout (orders-and-payments.md 20)', () => {
  it.each<[string, object]>([
    ['expectedTotal', { expectedTotal: 5n }],
    ['isCodeRequired', { isCodeRequired: true }],
    ['isGuest, whose prices isUnproven tells', { isGuest: true }],
    ['a new field that was not sent', { giftText: null, mark: undefined }],
    ['a field of the order that the buyer did not send', { fields: { giftText: null } }],
    ['the order of the fields of an address', { billTo: { details: { city: 'Bath', country: 'GB' } } }],
    ['a second address that is the first', { shipTo: REQUEST.billTo }],
  ])('is the same with another %s', (_, more) => expect(of(more)).toBe(of()));

  it.each<[string, object]>([
    ['gateway', { gateway: null }],
    ['e-mail address of an address', { billTo: { details: { country: 'GB', city: 'Bath' }, email: 'a@example.com' } }],
    ['address', { billTo: { details: { country: 'GB', city: 'Bristol' } } }],
    ['field that this code does not know', { giftText: 'For Ada' }],
    ['field of such a field', { parcel: { size: 'L' } }],
    ['field that the order takes from the buyer', { fields: { giftText: 'For Ada' } }],
  ])('is another with another %s', (_, more) => expect(of(more)).not.toBe(of()));

  it('takes new fields in any order, and each by its name', () => {
    expect(of({ a: '1', b: '2' })).toBe(of({ b: '2', a: '1' }));
    expect(of({ a: '1' })).not.toBe(of({ b: '1' }));
  });

  it('stays what it was for requests of an older version', () => {
    expect(of()).toBe('9498ddeae6de483a6c91ebafb13c436aaa218e23fc3a5620c5d106a2c60d7507');
  });
});
