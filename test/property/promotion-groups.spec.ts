import * as fc from 'fast-check';
import { type CartSnapshot } from '../../src/modules/promotions/domain/cart-snapshot';
import { type CompiledPromotion, compilePromotions } from '../../src/modules/promotions/domain/compile-promotion';
import { evaluatePromotions } from '../../src/modules/promotions/domain/evaluate-promotions';
import { type AppliedPromotion, type Evaluation } from '../../src/modules/promotions/domain/evaluation';
import { type PromotionDefinition } from '../../src/modules/promotions/domain/promotion-definition';
import { aPromotion } from '../builders/promotion-engine.builder';
import { anyCart, anyPromotion } from '../builders/random-cart.builder';

const RUNS = 5000;
const GROUP = 'spring';

const definitions = fc
  .array(anyPromotion, { minLength: 2, maxLength: 7 })
  .map((all) => all.map((fields, i) => aPromotion({ ...fields, id: i + 1 })));

function price(cart: CartSnapshot, promotions: readonly CompiledPromotion[]): Evaluation {
  const instant = new Date('2026-03-01T12:00:00Z');
  return evaluatePromotions({ cart, promotions, usage: new Map(), customer: null, instant, timeZone: 'UTC' });
}

const isMember = ({ definition }: CompiledPromotion): boolean => definition.bestOf === GROUP;
const alone = (promotion: CompiledPromotion): CompiledPromotion => ({
  ...promotion,
  definition: { ...promotion.definition, bestOf: null },
});
const priced = ({ lines, shipping, applied, totals }: Evaluation): object => ({ lines, shipping, applied, totals });
const sumOff = (applied: AppliedPromotion | undefined): bigint =>
  applied === undefined ? 0n : applied.discount + applied.shippingDiscount;

describe('promotions-at-scale.md 1: a group of promotions', () => {
  it('has the same result in any order of its stored members', () => {
    const shuffled = definitions.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(anyCart, shuffled, (cart, [listed, stored]) => {
        expect(price(cart, compilePromotions(stored))).toEqual(price(cart, compilePromotions(listed)));
      }),
      { numRuns: RUNS },
    );
  });

  it('of one member is as none', () => {
    const single = (definition: PromotionDefinition, bestOf: string | null) => ({ ...definition, bestOf });
    fc.assert(
      fc.property(anyCart, definitions, (cart, all) => {
        const named = compilePromotions(all.map((each) => single(each, each.id)));
        const none = compilePromotions(all.map((each) => single(each, null)));
        expect(price(cart, named)).toEqual(price(cart, none));
      }),
      { numRuns: RUNS },
    );
  });

  it('is its best member alone at the place of the first, and leaves no trace of the others', () => {
    let contests = 0;
    fc.assert(
      fc.property(anyCart, definitions, (cart, all) => {
        const sorted = compilePromotions(all);
        const place = sorted.findIndex(isMember);
        const rest = sorted.slice(place).filter((each) => !isMember(each));
        const standing = (...members: CompiledPromotion[]) =>
          price(cart, [...sorted.slice(0, place), ...members.map(alone), ...rest]);
        const members = place < 0 ? [] : sorted.filter(isMember);
        const result = price(cart, sorted);
        const winner = members.find(({ definition }) => result.applied.some(({ id }) => id === definition.id));
        expect(priced(result)).toEqual(priced(place < 0 ? price(cart, sorted) : standing(...(winner ? [winner] : []))));
        const sums = members.map((member) => {
          const { id } = member.definition;
          return { id, sum: sumOff(standing(member).applied.find((each) => each.id === id)) };
        });
        const most = sums.reduce((best, each) => (each.sum > best.sum ? each : best), { id: '', sum: 0n });
        expect(winner?.definition.id ?? '').toBe(most.id);
        const outbid = result.rejected.filter(({ reason }) => reason === `outbid_by:${most.id}`).map(({ id }) => id);
        const lost = sums.filter(({ id, sum }) => id !== most.id && sum > 0n).map(({ id }) => id);
        expect([...outbid].sort()).toEqual(
          [...lost, ...outbid.filter((id) => members.every(({ definition }) => definition.id !== id))].sort(),
        );
        if (lost.length > 0) contests += 1;
      }),
      { numRuns: RUNS },
    );
    expect(contests).toBeGreaterThan(RUNS / 20);
  });
});
