import { isEmptyRefund, refundBody, type RefundChoice, refundTaxText } from './refund';

jest.mock('../../shared/text/locale', () => ({ region: () => 'en-GB' }));

const CHOICE: RefundChoice = { by: 'items', units: {}, isShipping: false, amount: '', isRestocked: true, reason: '' };
const A = { sku: 'A', quantity: 1 };

describe('the request for a refund', () => {
  it.each<[Partial<RefundChoice>, object]>([
    [{ units: { A: 1, B: 0 } }, { items: [A], restock: true }],
    [
      { units: { A: 1 }, isRestocked: false, isShipping: true },
      { items: [A], restock: false, shipping: true },
    ],
    [{ isShipping: true }, { shipping: true }],
    [{ by: 'amount', amount: '3.5', units: { A: 1 } }, { amount: 3.5 }],
    [{ by: 'rest', isRestocked: false }, { restock: false }],
    [
      { by: 'amount', amount: '3.5', reason: ' Broken ' },
      { amount: 3.5, reason: 'Broken' },
    ],
  ])('of %j has its fields and no others', (choice, body) => {
    expect(refundBody({ ...CHOICE, ...choice })).toEqual(body);
    expect(isEmptyRefund({ ...CHOICE, ...choice })).toBe(false);
  });

  it.each<Partial<RefundChoice>>([
    {},
    { units: { A: 0 } },
    { by: 'amount', amount: ' ' },
    { by: 'amount', isShipping: true },
  ])('is not sent for %j: it would give all that is left back', (choice) => {
    expect(isEmptyRefund({ ...CHOICE, ...choice })).toBe(true);
  });
});

describe('the tax of a refund', () => {
  const money = (amount: number): string => `£${amount}`;
  it('is said before it is made, where it is known', () => {
    expect(refundTaxText(0.3, 0.1, money)).toBe('£0.2 without tax and £0.1 tax');
    expect(refundTaxText(3, null, money)).toContain('The store does not know the tax');
  });
});
