import { type CompiledPromotion } from '../compile-promotion';
import { type EligibilityContext, findIneligibility } from './eligibility';
import { type PromotionPass } from '../promotion-pass';

/** Stands for every other promotion among the ids of `excludes`. */
export const ALL_OTHERS = 'all';

/** Enabled promotions that exclude others: each may cost a pass more, and may cost it again when another one falls away. */
export const MAX_EXCLUDING = 20;

/** Promotions that others exclude, by id, with the one that excludes each. */
export type Excluded = ReadonlyMap<string, CompiledPromotion>;

/** Begins a pass without those that are excluded. */
type Begin = (excluded: Excluded) => PromotionPass;

/**
 * The pass of all promotions, without those that one which applies excludes (promotions.md 12a). A promotion that excludes
 * others is tried without them, in the order of the pass; of two of which one excludes the other, and both exclude some, the
 * earlier is kept. Each promotion that may be used, and excludes one that may be used, costs one more pass.
 */
export function passOf(
  begin: Begin,
  promotions: readonly CompiledPromotion[],
  context: EligibilityContext,
): PromotionPass {
  const some = promotions.some(({ definition }) => isExcluding(definition));
  const usable = some ? promotions.filter((each) => findIneligibility(each, context) === null) : [];
  let excluding = excludingAmong(usable);
  for (;;) {
    const { kept, excluded } = decide(begin, { promotions, usable, excluding }, context);
    const pass = run(begin, promotions, context, excluded);
    // One that is kept may lose what it applied by, when a later one excludes still others: then it excludes none.
    const idle = new Set(kept.filter((each) => !isApplied(pass, each)));
    if (idle.size === 0) return pass;
    excluding = excluding.filter((each) => !idle.has(each));
  }
}

/** Those that exclude another one. @param usable promotions that may be used: others are not there to be excluded */
function excludingAmong(usable: readonly CompiledPromotion[]): CompiledPromotion[] {
  const ids = new Set(usable.map(({ definition }) => definition.id));
  return usable.filter(({ definition: { id, excludes: named = [] } }) => {
    return named.includes(ALL_OTHERS) ? ids.size > 1 : named.some((other) => other !== id && ids.has(other));
  });
}

function decide(
  begin: Begin,
  {
    promotions,
    usable,
    excluding,
  }: Readonly<Record<'promotions' | 'usable' | 'excluding', readonly CompiledPromotion[]>>,
  context: EligibilityContext,
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
    const others = usable.filter((other) => excludes(one, other) && !excluded.has(other.definition.id));
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

/** Whether a promotion names others that it excludes. */
export function isExcluding({ excludes: ids }: { readonly excludes?: readonly string[] | null }): boolean {
  return (ids ?? []).length > 0;
}

function excludes({ definition: { id, excludes: ids = [] } }: CompiledPromotion, other: CompiledPromotion): boolean {
  return other.definition.id !== id && (ids.includes(ALL_OTHERS) || ids.includes(other.definition.id));
}

function isApplied({ applied }: PromotionPass, { definition }: CompiledPromotion): boolean {
  return applied.some(({ id }) => id === definition.id);
}
