import { type CompiledPromotion } from '../compile-promotion';
import { type EligibilityContext, findIneligibility } from './eligibility';
import { type PromotionPass } from '../promotion-pass';

/** Stands for every other promotion among the ids of `excludes`. */
export const ALL_OTHERS = 'all';

/** Promotions that others exclude, by id, with the one that excludes each. */
export type Excluded = ReadonlyMap<string, CompiledPromotion>;

/** Begins a pass without those that are excluded. */
type Begin = (excluded: Excluded) => PromotionPass;

/**
 * The pass of all promotions, without those that one which applies excludes (promotions.md 12a). A promotion that excludes
 * others is tried without them, in the order of the pass; of two of which one excludes the other, and both exclude some, the
 * earlier is kept. Each promotion that excludes and may be used costs one more pass.
 */
export function passOf(
  begin: Begin,
  promotions: readonly CompiledPromotion[],
  context: EligibilityContext,
): PromotionPass {
  let excluding = promotions.filter((each) => isExcluding(each) && findIneligibility(each, context) === null);
  for (;;) {
    const { kept, excluded } = decide(begin, promotions, context, excluding);
    const pass = run(begin, promotions, context, excluded);
    // One that is kept may lose what it applied by, when a later one excludes still others: then it excludes none.
    const idle = new Set(kept.filter((each) => !isApplied(pass, each)));
    if (idle.size === 0) return pass;
    excluding = excluding.filter((each) => !idle.has(each));
  }
}

function decide(
  begin: Begin,
  promotions: readonly CompiledPromotion[],
  context: EligibilityContext,
  excluding: readonly CompiledPromotion[],
): { kept: readonly CompiledPromotion[]; excluded: Excluded } {
  const kept: CompiledPromotion[] = [];
  const excluded = new Map<string, CompiledPromotion>();
  for (const one of excluding) {
    if (excluded.has(one.definition.id)) continue;
    const before = kept.find((other) => excludes(one, other));
    if (before !== undefined) {
      excluded.set(one.definition.id, before);
      continue;
    }
    const others = promotions.filter((other) => excludes(one, other) && !excluded.has(other.definition.id));
    const without = new Map([...excluded, ...others.map((other) => [other.definition.id, one] as const)]);
    if (!isApplied(run(begin, promotions, { ...context, explains: NOTHING }, without), one)) continue;
    kept.push(one);
    for (const other of others) excluded.set(other.definition.id, one);
  }
  return { kept, excluded };
}

const NOTHING: ReadonlySet<string> = new Set();

function run(
  begin: Begin,
  promotions: readonly CompiledPromotion[],
  context: EligibilityContext,
  excluded: Excluded,
): PromotionPass {
  const pass = begin(excluded);
  pass.run(promotions, context);
  return pass;
}

function isExcluding({ definition: { excludes: ids } }: CompiledPromotion): boolean {
  return ids !== undefined && ids.length > 0;
}

function excludes({ definition: { id, excludes: ids = [] } }: CompiledPromotion, other: CompiledPromotion): boolean {
  return other.definition.id !== id && (ids.includes(ALL_OTHERS) || ids.includes(other.definition.id));
}

function isApplied({ applied }: PromotionPass, { definition }: CompiledPromotion): boolean {
  return applied.some(({ id }) => id === definition.id);
}
