import { refundWords } from '../../shared/ui/payment-words';
import {
  decidedRefund,
  firstRefund,
  isBegunRefund,
  isEmptyRefund,
  NO_REFUND,
  refundBody,
  type RefundChoice,
  refundReasons,
  refundSaid,
  refundTaxText,
  withReason,
} from './refund';

const CHOICE: RefundChoice = { ...NO_REFUND, isRestocked: true };
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
    [{ by: 'amount', amount: '12,34' }, { amount: 12.34 }],
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
    { by: 'amount', amount: 'abc' },
    { by: 'amount', amount: '£5' },
    { by: 'amount', isShipping: true },
  ])('is not sent for %j: it would give all that is left back', (choice) => {
    expect(isEmptyRefund({ ...CHOICE, ...choice })).toBe(true);
  });
});

describe('a refund that a person begins', () => {
  it.each([
    [{ balance: 0, captured: 10, refunded: 0 }, NO_REFUND],
    [{ balance: 4, captured: 6, refunded: 0 }, NO_REFUND],
    // An edit made the order cheaper.
    [
      { balance: -2.4, captured: 12.4, refunded: 0 },
      { ...NO_REFUND, by: 'amount', amount: '2.4' },
    ],
    // It was cancelled; floating point says 17.04 - 4.02 - 13.02 is not 0.
    [
      { balance: -13.02, captured: 17.04, refunded: 4.02 },
      { ...NO_REFUND, by: 'rest' },
    ],
  ])('of an order with %j has what is owed back', (order, choice) => {
    expect(firstRefund(order)).toEqual(choice);
  });

  it('is begun once a person has put something in', () => {
    const owed: RefundChoice = { ...NO_REFUND, by: 'amount', amount: '2.4' };
    const rest: RefundChoice = { ...NO_REFUND, by: 'rest' };
    const begun = (choice: RefundChoice, first: RefundChoice) => isBegunRefund({ ...choice, isRestocked: true }, first);
    expect([begun(NO_REFUND, NO_REFUND), begun(owed, owed), begun(rest, rest)]).toEqual([false, false, false]);
    expect(begun({ ...NO_REFUND, units: { A: 1 } }, NO_REFUND)).toBe(true);
    expect(begun({ ...owed, amount: '2' }, owed)).toBe(true);
    expect(begun({ ...owed, by: 'items', amount: '', units: { A: 1 } }, owed)).toBe(true);
    expect(begun({ ...rest, reason: 'Broken' }, rest)).toBe(true);
    expect(begun(rest, NO_REFUND)).toBe(true);
  });
});

describe('the tax of a refund', () => {
  const money = (amount: number): string => `£${amount}`;
  it('is said before it is made, where it is known', () => {
    expect(refundTaxText(0.3, 0.1, money)).toBe('£0.2 without tax and £0.1 tax');
    expect(refundTaxText(3, null, money)).toContain('The store does not know the tax');
  });
});

describe('the stock of a refund', () => {
  it('gets back what was not shipped, and other goods once a person says that they are back', () => {
    const items: RefundChoice = { ...NO_REFUND, units: { A: 1 } };
    const rest: RefundChoice = { ...NO_REFUND, by: 'rest' };
    expect(refundBody(decidedRefund(items, 'here'))).toEqual({ items: [A], restock: true });
    expect(refundBody(decidedRefund(rest, 'here'))).toEqual({ restock: true });
    for (const place of ['shipped', 'some'] as const) {
      expect(refundBody(decidedRefund(rest, place))).toEqual({ restock: false });
      expect(refundBody(decidedRefund({ ...rest, isRestocked: true }, place))).toEqual({ restock: true });
    }
    expect(refundBody(decidedRefund({ ...rest, isRestocked: false }, 'here'))).toEqual({ restock: false });
    expect(decidedRefund({ ...rest, reason: 'Damaged' }, 'here').isRestocked).toBe(false);
  });

  it('gets nothing for a reason by which goods cannot be sold again', () => {
    const restocked = refundReasons().map((reason) => [reason, withReason(CHOICE, reason).isRestocked]);
    expect(restocked).toEqual([
      ['Damaged', false],
      ['Faulty', false],
      ['Not delivered', false],
      ['Wrong item', true],
      ['Changed their mind', true],
      ['Goodwill', true],
    ]);
    expect(withReason(CHOICE, ' damaged ')).toEqual({ ...CHOICE, reason: ' damaged ', isRestocked: false });
    // A reason does not say that goods are back.
    expect(withReason(NO_REFUND, 'Wrong item').isRestocked).toBeUndefined();
  });
});

describe('a refund in words', () => {
  const titleOf = (sku: string): string => `Mug ${sku}`;

  it.each<[Partial<RefundChoice>, string]>([
    [{ units: { A: 1, B: 0 }, reason: ' Damaged ', isRestocked: false }, '1 × Mug A, Damaged, not put back into stock'],
    [{ units: { A: 1, B: 2 }, isShipping: true }, '1 × Mug A, 2 × Mug B, Shipping, put back into stock'],
    [{ isShipping: true, reason: 'Late' }, 'Shipping, Late'],
    [{ by: 'amount', amount: '3', units: { A: 1 } }, 'an amount, without items'],
    [{ by: 'rest', isRestocked: false }, 'All that is left, not put back into stock'],
  ])('of %j says what, why and what becomes of the stock before it is made', (choice, said) => {
    expect(refundSaid({ ...CHOICE, ...choice }, titleOf)).toBe(said);
  });

  it('says afterwards whether the goods went back into stock', () => {
    const made = { method: 'refund' as const, items: [{ ...A, amount: 3, tax: 0.5 }], shipping: false, tax: 0.5 };
    const money = (amount: number): string => `£${amount}`;
    const goods = ['1 × Mug A', '£-0.5 tax'];
    expect(refundWords({ ...made, restock: true }, titleOf, money)).toEqual([...goods, 'put back into stock']);
    expect(refundWords({ ...made, restock: false }, titleOf, money)).toEqual([...goods, 'not put back into stock']);
    expect(refundWords({ ...made, restock: false }, titleOf)).toEqual(['1 × Mug A', 'not put back into stock']);
    const amount = { ...made, items: null, tax: null, restock: false };
    expect(refundWords(amount, titleOf)).toEqual(['an amount, without items']);
    expect(refundWords({ ...amount, tax: 0.5 }, titleOf)).toEqual(['all that was left', 'not put back into stock']);
    expect(refundWords({ ...amount, tax: 0.5, shipping: true }, titleOf)).toEqual(['Shipping']);
    expect(refundWords({ ...made, items: null, restock: true }, titleOf)).toEqual([
      'all that was left',
      'put back into stock',
    ]);
    expect(refundWords({ ...made, method: 'purchase', restock: null }, titleOf)).toEqual([]);
  });
});
