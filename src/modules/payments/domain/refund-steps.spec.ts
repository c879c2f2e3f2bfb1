import * as fc from 'fast-check';
import { aPayment, aRefund } from '../../../../test/builders/ledger.builder';
import { parseAmount, roundToStep } from '../../../kernel/money';
import { type ChargedParts } from '../../orders/charged-parts';
import { type LedgerEntry } from './order-payments';
import { planByParts, type RefundedOrder } from './refund-plan';

const CENT = parseAmount('0.01');
const total = ({ items, shipping }: ChargedParts): bigint =>
  items.reduce((sum, { charged }) => sum + charged, shipping);

/** A purchase of up to four lines, and the order in which its units come back. */
const purchase = fc
  .record({
    lines: fc.array(fc.record({ cents: fc.bigInt(0n, 400n), quantity: fc.integer({ min: 1, max: 4 }) }), {
      minLength: 1,
      maxLength: 4,
    }),
    shipping: fc.bigInt(0n, 500n),
    step: fc.constantFrom('0.01', '0.05', '0.10', '1'),
  })
  .chain(({ lines, shipping, step }) => {
    const units = lines.flatMap(({ quantity }, i) => Array.from({ length: quantity }, () => `SKU-${i}`));
    const items = lines.map(({ cents, quantity }, i) => {
      return { sku: `SKU-${i}`, quantity, charged: cents * CENT, tax: (cents / 6n) * CENT };
    });
    const charged: ChargedParts = { items, shipping: shipping * CENT, shippingTax: 0n };
    return fc.record({
      charged: fc.constant(charged),
      step: fc.constant(parseAmount(step)),
      units: fc.shuffledSubarray(units, { minLength: units.length }),
      /** The unit that shipping comes back with. */
      shipped: fc.nat(units.length - 1),
    });
  });

describe('refunds of parts of a total in steps (orders-and-payments.md 37)', () => {
  it('give back whole steps, never more than was paid, and in the end all of it', () => {
    fc.assert(
      fc.property(purchase, ({ charged, step, units, shipped }) => {
        const paid = roundToStep(total(charged), step);
        const order: RefundedOrder = {
          origin: 'checkout',
          currencyCode: 'GBP',
          currency: { data: { rounding_mode: 'half_up', total_step: Number(step) / 10_000 } },
          ...{ total: paid, tax: 0n, captured: paid },
        };
        let charge = aPayment('1', { amount: paid });
        const refunds: LedgerEntry[] = [];
        for (const [i, sku] of units.entries()) {
          const shipping = i === shipped && charged.shipping > 0n;
          const request = { amount: null, items: [{ sku, quantity: 1 }], shipping, restock: true };
          const plan = planByParts(order, [charge, ...refunds], request, charged);
          const amount = plan.parts.reduce((sum, one) => sum + one.amount, 0n);
          expect([amount % step, amount >= 0n]).toEqual([0n, true]);
          charge = { ...charge, refunded: charge.refunded + amount };
          refunds.push(aRefund(String(i + 2), { amount, lines: plan.lines, shipping, restock: true }));
          expect(charge.refunded).toBeLessThanOrEqual(paid);
        }
        expect(charge.refunded).toBe(paid);
      }),
      { numRuns: 2000 },
    );
  });
});
