import { isEmptyRefund, refundBody, type RefundChoice } from './refund';

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
