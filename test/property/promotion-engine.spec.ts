import * as fc from 'fast-check';
import { evaluatePromotions } from '../../src/modules/promotions/domain/evaluate-promotions';
import { type CartSnapshot } from '../../src/modules/promotions/domain/cart-snapshot';
import { type CompiledPromotion, compilePromotions } from '../../src/modules/promotions/domain/compile-promotion';
import { type Evaluation, type PricedPart } from '../../src/modules/promotions/domain/evaluation';
import { minorToAmount } from '../../src/modules/promotions/domain/order-money';
import { aPromotion, type PromotionFields } from '../builders/promotion-engine.builder';
import { anyCart as cart, somePromotions as promotions } from '../builders/random-cart.builder';

const RUNS = 20_000;

function compile(fields: readonly PromotionFields[]): readonly CompiledPromotion[] {
  return compilePromotions(fields.map((each, i) => aPromotion({ ...each, id: i + 1 })));
}

function price(snapshot: CartSnapshot, compiled: readonly CompiledPromotion[]): Evaluation {
  const instant = new Date('2026-03-01T12:00:00Z');
  return evaluatePromotions({
    cart: snapshot,
    promotions: compiled,
    usage: new Map(),
    customer: null,
    instant,
    timeZone: 'UTC',
  });
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}

/** Everything that must hold of a part: nothing below zero, and its discounts are the difference. */
function partFaults({ base, net, tax, charged, discounts }: PricedPart, includesTax: boolean): string[] {
  const left = includesTax ? charged : net;
  return [
    ...(net < 0n || tax < 0n || net > base ? ['below zero'] : []),
    ...(charged === net + tax ? [] : ['charged']),
    ...(sum(discounts.map(({ amount }) => amount)) === base - left ? [] : ['discounts do not add up']),
    ...(discounts.some(({ amount }) => amount <= 0n) ? ['a discount of nothing'] : []),
  ];
}

function totalFaults({ totals, lines, shipping, applied }: Evaluation): string[] {
  const off = sum(applied.map(({ discount, shippingDiscount }) => discount + shippingDiscount));
  const exact = totals.total - totals.rounding;
  return [
    ...(exact === totals.subtotal + totals.shippingPrice + totals.tax ? [] : ['total']),
    ...(exact === sum([...lines, shipping].map(({ charged }) => charged)) ? [] : ['charged']),
    ...(totals.subtotal === sum(lines.map(({ net }) => net)) ? [] : ['subtotal']),
    ...(totals.tax === sum([...lines, shipping].map(({ tax }) => tax)) ? [] : ['tax']),
    ...(totals.discount === off && totals.shippingPrice === shipping.net ? [] : ['discount']),
    ...(totals.subtotalBeforeDiscount === sum(lines.map(({ base }) => base)) ? [] : ['before discount']),
  ];
}

/** Half up: a total half way between two multiples of the step is the upper one (orders-and-payments.md 37). */
function stepFaults({ totals: { total, rounding }, exponent }: Evaluation, step: bigint | null): string[] {
  const minor = step === null ? 1n : step / minorToAmount(1n, exponent);
  const isRounded = -minor < rounding * 2n && rounding * 2n <= minor;
  return total % minor === 0n && isRounded ? [] : ['rounding'];
}

function promotionFaults({ applied, rejected }: Evaluation, count: number): string[] {
  return [
    ...(applied.every(({ discount, lines }) => discount === sum(lines)) ? [] : ['shares do not add up']),
    ...(applied.every(({ discount, shippingDiscount }) => discount + shippingDiscount > 0n) ? [] : ['no effect']),
    ...(applied.some(({ lines, shippingDiscount }) => [...lines, shippingDiscount].some((share) => share < 0n))
      ? ['a share below zero']
      : []),
    ...(new Set([...applied, ...rejected].map(({ id }) => id)).size === count ? [] : ['a promotion went missing']),
  ];
}

function faults(result: Evaluation, { pricesIncludeTax = false, currency }: CartSnapshot, count: number): string[] {
  return [
    ...[...result.lines, result.shipping].flatMap((part) => partFaults(part, pricesIncludeTax)),
    ...totalFaults(result),
    ...stepFaults(result, currency.totalStep ?? null),
    ...promotionFaults(result, count),
  ];
}

function bytes(result: Evaluation): string {
  return JSON.stringify(result, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
}

describe('any cart with any promotions', () => {
  it('is never below zero, adds up to the last minor unit and is the same every time', () => {
    let effective = 0;
    fc.assert(
      fc.property(cart, promotions, (snapshot, fields) => {
        const compiled = compile(fields);
        const result = price(snapshot, compiled);
        effective += result.applied.length;
        expect(faults(result, snapshot, fields.length)).toEqual([]);
        expect(bytes(price(snapshot, compiled))).toBe(bytes(result));
      }),
      { numRuns: RUNS },
    );
    expect(effective).toBeGreaterThan(RUNS / 2);
  });

  it('is rounded in steps, which change nothing of it but the total (orders-and-payments.md 37)', () => {
    fc.assert(
      fc.property(cart, promotions, (snapshot, fields) => {
        const compiled = compile(fields);
        const plain = { ...snapshot, currency: { ...snapshot.currency, totalStep: null } };
        const [stepped, exact] = [price(snapshot, compiled), price(plain, compiled)];
        const { total, rounding } = stepped.totals;
        expect(total - rounding).toBe(exact.totals.total);
        expect(bytes({ ...stepped, totals: { ...stepped.totals, total: total - rounding, rounding: 0n } })).toBe(
          bytes(exact),
        );
      }),
      { numRuns: RUNS / 10 },
    );
  });

  it('holds all of that in any order of its promotions', () => {
    const reordered = promotions.chain((fields) =>
      fc.tuple(
        fc.constant(fields),
        fc.shuffledSubarray(fields, { minLength: fields.length }),
        fc.array(fc.integer({ min: -5, max: 5 }), { minLength: fields.length, maxLength: fields.length }),
      ),
    );
    fc.assert(
      fc.property(cart, reordered, (snapshot, [fields, shuffled, priorities]) => {
        const moved = shuffled.map((each, i) => ({ ...each, priority: priorities[i] }));
        expect(faults(price(snapshot, compile(moved)), snapshot, fields.length)).toEqual([]);
      }),
      { numRuns: RUNS / 10 },
    );
  });

  it('has the same result for any order of its list of promotions', () => {
    fc.assert(
      fc.property(cart, promotions, fc.nat(), (snapshot, fields, turn) => {
        const listed = fields.map((each, i) => aPromotion({ ...each, id: i + 1 }));
        const start = turn % (listed.length || 1);
        const turned = [...listed.slice(start), ...listed.slice(0, start)];
        expect(bytes(price(snapshot, compilePromotions(turned)))).toBe(
          bytes(price(snapshot, compilePromotions(listed))),
        );
      }),
      { numRuns: RUNS / 10 },
    );
  });

  it('loses to one subtotal promotion exactly what its rule says', () => {
    const subtotal = fc.record({
      action: fc.constantFrom('discount_subtotal_percent', 'discount_subtotal_fixed'),
      amount: fc.nat(100),
    });
    fc.assert(
      fc.property(cart, subtotal, (snapshot, fields) => {
        const half = { ...snapshot, currency: { code: 'GBP', exchangeRate: '0.5' } };
        const { totals, shipping } = price(half, compile([fields]));
        const before = totals.subtotalBeforeDiscount;
        const percent = (before * BigInt(fields.amount) + 50n) / 100n;
        const fixed = BigInt(fields.amount) * 50n;
        const wanted = fields.action === 'discount_subtotal_percent' ? percent : fixed;
        expect([totals.discount, shipping.discounts]).toEqual([wanted < before ? wanted : before, []]);
      }),
      { numRuns: RUNS / 10 },
    );
  });
});
