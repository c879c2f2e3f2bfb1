import * as fc from 'fast-check';
import { type CartLine, type CartSnapshot, type RelationFact } from '../../src/modules/promotions/domain/cart-snapshot';
import { type CompiledPromotion, compilePromotions } from '../../src/modules/promotions/domain/compile-promotion';
import { evaluatePromotions } from '../../src/modules/promotions/domain/evaluate-promotions';
import { type Evaluation } from '../../src/modules/promotions/domain/evaluation';
import { parseAmount } from '../../src/kernel/money';
import { aPromotion } from '../builders/promotion-engine.builder';
import { anyCart, anyPromotion } from '../builders/random-cart.builder';

const RUNS = Number(process.env['RULE_RUNS'] ?? 5000);

function price(cart: CartSnapshot, promotions: readonly CompiledPromotion[]): Evaluation {
  const instant = new Date('2026-03-01T12:00:00Z');
  return evaluatePromotions({ cart, promotions, usage: new Map(), customer: null, instant, timeZone: 'UTC' });
}

describe('promotions.md 17, 18: rules on lists and skus, against a model', () => {
  const NAMES = ['sale', 'sal', 'Hats', '8', '9'];
  const record: fc.Arbitrary<RelationFact> = fc.oneof(
    fc.constantFrom(...NAMES),
    fc.record({ id: fc.constantFrom('8', '9'), slug: fc.constantFrom('sale', 'hats', null) }),
  );
  const line: fc.Arbitrary<CartLine> = fc.record({
    price: fc.constant(parseAmount('10')),
    quantity: fc.constant(1),
    sku: fc.constantFrom('TEE', 'TEE-L', 'cap', null),
    productSku: fc.constantFrom('TEE', 'CAP', null),
    category: fc.oneof(fc.constant(null), record, fc.array(record, { maxLength: 3 })),
  });
  const leaf = fc.record({
    match: fc.constantFrom('category', 'sku', 'product_sku'),
    operator: fc.constantFrom('=', '!=', 'in', '!in', 'contains', '!contains', 'starts_with', 'empty', '!empty'),
    against: fc.array(fc.constantFrom(...NAMES, 'TEE', 'tee-l', 'CAP', 'x'), { minLength: 1, maxLength: 3 }),
  });
  type Leaf = typeof leaf extends fc.Arbitrary<infer T> ? T : never;

  const isList = (it: CartLine['category']): it is readonly RelationFact[] => Array.isArray(it);
  /** Every name of the field of a line, in small letters; empty: it is not there. */
  const namesOf = ({ category, sku, productSku }: CartLine, match: string): string[] => {
    const relations: readonly RelationFact[] = isList(category) ? category : category ? [category] : [];
    const names = relations.flatMap((it) => (typeof it === 'string' ? [it] : [it.id, it.slug]));
    const all = { category: names, sku: [sku, productSku], product_sku: [productSku] }[match] ?? [];
    return all.flatMap((name) => (typeof name === 'string' ? [name.toLowerCase()] : []));
  };
  const POSITIVE: Readonly<Record<string, (name: string, against: readonly string[]) => boolean>> = {
    '=': (name, [first]) => name === first,
    in: (name, against) => against.includes(name),
    contains: (name, [first = '']) => name.includes(first),
    starts_with: (name, [first = '']) => name.startsWith(first),
    empty: (name) => name === '',
  };
  const holds = (it: CartLine, { match, operator, against }: Leaf): boolean => {
    const names = namesOf(it, match);
    if (names.length === 0) return ['!=', '!in', 'empty'].includes(operator);
    const lower = against.map((text) => text.toLowerCase());
    const positive = operator.replace(/^!/, '').replace(/^=?$/, '=');
    const isAny = names.some((name) => POSITIVE[positive]?.(name, lower));
    return operator.startsWith('!') ? !isAny : isAny;
  };

  it('hold on the lines that the model says', () => {
    let met = 0;
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), leaf, (lines, { match, operator, against }) => {
        const isList = operator === 'in' || operator === '!in';
        const child = { type: 'cart_item', match, operator, against: isList ? against : against[0] };
        const match_items = { type: 'group', children: [child] };
        const promotion = aPromotion({ action: 'discount_by_percent', amount: 10, match_items });
        const { applied } = price({ currency: { code: 'GBP' }, lines }, compilePromotions([promotion]));
        const expected = lines.map((it) => holds(it, { match, operator, against }));
        expect(lines.map((_, i) => (applied[0]?.lines[i] ?? 0n) > 0n)).toEqual(expected);
        if (expected.includes(true)) met += 1;
      }),
      { numRuns: RUNS },
    );
    expect(met).toBeGreaterThan(RUNS / 4);
  });
});

describe('promotions.md 12a: what promotions exclude, against a model', () => {
  // The last one is of a promotion that was removed.
  const ids = ['1', '2', '3', '4', '5', '6', '7'];
  const excluded = fc.oneof(
    { weight: 3, arbitrary: fc.constant<string[]>([]) },
    { weight: 1, arbitrary: fc.constant(['all']) },
    { weight: 2, arbitrary: fc.subarray(ids, { maxLength: 3 }) },
  );
  const promotions = fc
    .array(fc.record({ fields: anyPromotion, excludes: excluded, status: fc.constantFrom(1, 1, 1, 0) }), {
      minLength: 2,
      maxLength: ids.length - 1,
    })
    .map((all) =>
      compilePromotions(all.map(({ fields, ...more }, i) => aPromotion({ ...fields, ...more, id: i + 1 }))),
    );

  const idOf = ({ definition }: CompiledPromotion): string => definition.id;
  const mayBeUsed = ({ definition }: CompiledPromotion): boolean => definition.isLive;
  const shuts = (one: CompiledPromotion, other: CompiledPromotion): boolean => {
    const named = one.definition.excludes ?? [];
    return one !== other && mayBeUsed(other) && (named.includes('all') || named.includes(idOf(other)));
  };
  const plain = (cart: CartSnapshot, all: readonly CompiledPromotion[]): Evaluation => {
    return price(
      cart,
      all.map((one) => ({ ...one, definition: { ...one.definition, excludes: [] } })),
    );
  };
  const applies = (result: Evaluation, one: CompiledPromotion): boolean => {
    return result.applied.some(({ id }) => id === idOf(one));
  };

  /** Those that are left to be priced, by the words of the rule. */
  function model(
    cart: CartSnapshot,
    all: readonly CompiledPromotion[],
    excluding: readonly CompiledPromotion[],
  ): readonly CompiledPromotion[] {
    let left = all;
    const kept: CompiledPromotion[] = [];
    for (const one of excluding) {
      if (!left.includes(one)) continue;
      if (kept.some((other) => shuts(one, other))) {
        left = left.filter((other) => other !== one);
        continue;
      }
      const without = left.filter((other) => !shuts(one, other));
      if (!applies(plain(cart, without), one)) continue;
      kept.push(one);
      left = without;
    }
    const result = plain(cart, left);
    const idle = kept.filter((one) => !applies(result, one));
    return idle.length === 0
      ? left
      : model(
          cart,
          all,
          excluding.filter((one) => !idle.includes(one)),
        );
  }

  it('do not apply beside it, and the rest is priced as without them', () => {
    let contests = 0;
    fc.assert(
      fc.property(anyCart, promotions, (cart, all) => {
        const { applied, rejected, lines, shipping, totals } = price(cart, all);
        const left = model(
          cart,
          all,
          all.filter((one) => mayBeUsed(one) && all.some((other) => shuts(one, other))),
        );
        const expected = plain(cart, left);
        expect({ applied, lines, shipping, totals }).toEqual({
          applied: expected.applied,
          lines: expected.lines,
          shipping: expected.shipping,
          totals: expected.totals,
        });
        const out = rejected.filter(({ reason }) => reason.startsWith('excluded_by:'));
        expect(out.map(({ id }) => id).sort()).toEqual(
          all
            .filter((one) => !left.includes(one))
            .map(idOf)
            .sort(),
        );
        expect(rejected.filter((one) => !out.includes(one))).toEqual(expected.rejected);
        const by = new Set(applied.map(({ id }) => `excluded_by:${id}`));
        expect(out.filter(({ reason }) => !by.has(reason))).toEqual([]);
        if (out.length > 0) contests += 1;
      }),
      { numRuns: RUNS },
    );
    expect(contests).toBeGreaterThan(RUNS / 5);
  });
});
