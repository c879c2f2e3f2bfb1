import { amountText, parseAmount } from '../../kernel/money';
import { type CartCustomer, type CartSnapshot, type PromotionUsage } from './domain/cart-snapshot';
import { byOrder, compileInOrder, type CompiledPromotion, compilePromotions } from './domain/compile-promotion';
import { evaluatePromotions } from './domain/evaluate-promotions';
import { type Evaluation } from './domain/evaluation';
import { canonicalCode } from './domain/fold-text';
import { type PoolCode } from './domain/pool-code';
import { type PromotionDefinition } from './domain/promotion-definition';
import { type FrozenPromotion } from './frozen-promotion';
import { type PoolLookup } from './pool-codes';

export type { PromotionDefinition };

/** `instead`: the tested promotions alone. `added`: with those that applied to the order. */
export const TRIAL_MODES = ['instead', 'added'] as const;
export type TrialMode = (typeof TRIAL_MODES)[number];

/** Codes of the tested promotions: as the buyers used them, as if every buyer had each, as if nobody had any. */
export const TRIAL_CODES = ['as_used', 'always', 'never'] as const;
export type TrialCodes = (typeof TRIAL_CODES)[number];

/** A definition as JSON: its amounts are decimal text. */
export type PackedPromotion = Omit<PromotionDefinition, 'amount' | 'maxQuantity' | 'budget'> &
  Readonly<Record<'amount' | 'maxQuantity' | 'budget', string>>;

/** Makes a definition JSON, for a job that outlives the promotion. */
export function packPromotion({ amount, maxQuantity, budget, ...same }: PromotionDefinition): PackedPromotion {
  return {
    ...same,
    amount: amountText(amount),
    maxQuantity: amountText(maxQuantity),
    budget: amountText(budget),
  };
}

/** The definition that {@link packPromotion} packed. */
export function unpackPromotion({ amount, maxQuantity, budget, ...same }: PackedPromotion): PromotionDefinition {
  return {
    ...same,
    amount: parseAmount(amount),
    maxQuantity: parseAmount(maxQuantity),
    budget: parseAmount(budget),
  };
}

/** An order as it was priced, and what the tested promotions were used so far. */
export interface TriedOrder {
  readonly cart: CartSnapshot;
  readonly customer: CartCustomer | null;
  readonly instant: Date;
  readonly timeZone: string;
  /** Those that applied to it. */
  readonly kept: readonly FrozenPromotion[];
  readonly usage: ReadonlyMap<string, PromotionUsage>;
  /** Ids of the promotions whose rejections are explained. */
  readonly explains: ReadonlySet<string>;
}

/** Compiled promotions of orders that are kept: most orders of a store share a few. */
const MAX_KEPT = 1000;

/** Prices past orders with other promotions, by the engine that priced them (promotions-at-scale.md 10). Holds no state but compiled promotions. */
export class PromotionTrial {
  /** In the order of the pass. */
  private readonly tested: readonly CompiledPromotion[];
  private readonly ids: ReadonlySet<string>;
  private readonly kept = new Map<string, CompiledPromotion>();

  /** @param codes of these definitions @param beside further promotions that apply, with codes as they were used */
  constructor(
    definitions: readonly PromotionDefinition[],
    private readonly mode: TrialMode,
    codes: TrialCodes,
    beside: readonly PromotionDefinition[] = [],
  ) {
    this.ids = new Set(definitions.map(({ id }) => id));
    const tested = definitions.flatMap((definition) => withCodes(definition, codes));
    this.tested = compilePromotions([...beside, ...tested]);
  }

  /** Whether a tested promotion applies by the codes of its pool: only then {@link price} looks codes up. */
  get hasPools(): boolean {
    return this.tested.some(({ definition }) => definition.hasCodes);
  }

  /** Drafts count as live: they are what one wants to try. @param pools knows the code of this order */
  price({ kept, ...order }: TriedOrder, pools: PoolLookup): Evaluation {
    const promotions = this.mode === 'instead' ? this.tested : this.merged(kept);
    return evaluatePromotions({
      ...order,
      promotions,
      poolCode: this.poolCodeOf(kept, order, pools),
      includesDrafts: true,
    });
  }

  /** The code that a promotion applied by was valid then, even if it was revoked or used up since. */
  private poolCodeOf(
    kept: readonly FrozenPromotion[],
    { cart: { discountCode }, instant }: Pick<TriedOrder, 'cart' | 'instant'>,
    pools: PoolLookup,
  ): PoolCode | null {
    if (!this.hasPools) return null;
    const found = pools(discountCode, instant);
    const key = canonicalCode(discountCode);
    const isKept = ({ id, discountCode: code }: FrozenPromotion): boolean =>
      id === found?.promotionId && canonicalCode(code) === key;
    return found !== null && kept.some(isKept) ? { ...found, fault: null } : found;
  }

  /** Those of an order stay in the order in which they were applied; a tested one takes the place of that with its id. */
  private merged(kept: readonly FrozenPromotion[]): readonly CompiledPromotion[] {
    const merged: CompiledPromotion[] = [];
    let next = 0;
    for (const one of kept) {
      if (this.ids.has(one.id)) continue;
      const compiled = this.compiled(one);
      for (let tested; (tested = this.tested[next]) && byOrder(tested.definition, compiled.definition) < 0; next += 1)
        merged.push(tested);
      merged.push(compiled);
    }
    return [...merged, ...this.tested.slice(next)];
  }

  private compiled(frozen: FrozenPromotion): CompiledPromotion {
    const key = JSON.stringify(frozen);
    const known = this.kept.get(key);
    if (known !== undefined) return known;
    const [compiled] = compileInOrder([thawed(frozen)]);
    if (compiled === undefined) throw new TypeError('one promotion compiles to one');
    if (this.kept.size === MAX_KEPT) this.kept.clear();
    this.kept.set(key, compiled);
    return compiled;
  }
}

function withCodes(definition: PromotionDefinition, codes: TrialCodes): PromotionDefinition[] {
  const needsCode = definition.discountCode !== null || definition.hasCodes === true;
  if (codes === 'as_used' || !needsCode) return [definition];
  return codes === 'always' ? [{ ...definition, discountCode: null, hasCodes: false }] : [];
}

/** The order has its use: limits are not held against it. Its group is, since a tested promotion may be in it too. */
function thawed({ amount, maxQuantity, bestOf, ...frozen }: FrozenPromotion): PromotionDefinition {
  return {
    ...frozen,
    amount: parseAmount(amount),
    maxQuantity: parseAmount(maxQuantity),
    bestOf: bestOf ?? null,
    maxUses: 0,
    customerUses: 0,
    budget: 0n,
  };
}
