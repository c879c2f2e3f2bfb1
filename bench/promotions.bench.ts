import { type Engine } from 'json-rules-engine';
import { parseAmount } from '../src/kernel/money';
import { CartFacts } from '../src/modules/promotions/domain/cart-facts';
import { type CartSnapshot } from '../src/modules/promotions/domain/cart-snapshot';
import { type CompiledPromotion, compilePromotions } from '../src/modules/promotions/domain/compile-promotion';
import { evaluatePromotions } from '../src/modules/promotions/domain/evaluate-promotions';
import { type PromotionDefinition } from '../src/modules/promotions/domain/promotion-definition';
import { readPromotion } from '../src/modules/promotions/domain/read-promotion';
import { jsonRulesEngine, jsonRulesFacts } from './support/json-rules';
import { priceOf, promotionFields, type PromotionWorld, skuOf } from './support/promotion-world';

/**
 * The promotion engine at four sizes and json-rules-engine on the same rule trees, alternating in one process.
 * `npm run bench -- promotions` prints the table that bench/README.md holds.
 */
const SIZES = [
  { lines: 5, promotions: 10, targetMs: 0.05 },
  { lines: 20, promotions: 50, targetMs: 0.2 },
  { lines: 20, promotions: 100, targetMs: 0.3 },
  { lines: 100, promotions: 500, targetMs: 5 },
];
/** `few`: a shop in which a cart meets few promotions. `most`: a sale in which it meets most. */
const WORLDS: Readonly<Record<'few' | 'most', (lines: number) => PromotionWorld>> = {
  few: (lines) => ({ products: lines * 20, topValue: lines * 360 }),
  most: (lines) => ({ products: lines * 2, topValue: lines * 90 }),
};
const CARTS = 8;
const ROUNDS = 4;
const ROUND_MS = 600;
const INSTANT = new Date('2026-03-01T12:00:00Z');

/** Carts differ, so that no answer can be kept from one to the next. */
function cartOf(world: PromotionWorld, lines: number, seed: number): CartSnapshot {
  return {
    currency: { code: 'GBP' },
    lines: Array.from({ length: lines }, (_, i) => ({
      id: String(1000 + i),
      sku: skuOf(world, seed * 17 + i * 3),
      title: `Product ${i}`,
      price: parseAmount(priceOf(seed + i)),
      quantity: 1 + ((seed + i) % 6),
      taxRate: '20',
    })),
    shipping: { id: '1', price: parseAmount('4.99'), taxRate: '20' },
    shipTo: { country: seed % 2 === 0 ? 'GB' : 'NL', postcode: 'N1' },
  };
}

function definitionOf(world: PromotionWorld, i: number): PromotionDefinition {
  const read = readPromotion(String(i + 1), promotionFields(world, i));
  if (!read.isValid) throw new Error(JSON.stringify(read.errors));
  return read.definition;
}

type Promotions = readonly CompiledPromotion[];

function evaluate(cart: CartSnapshot, promotions: Promotions): ReturnType<typeof evaluatePromotions> {
  return evaluatePromotions({
    cart,
    promotions,
    usage: new Map(),
    customer: null,
    instant: INSTANT,
    timeZone: 'UTC',
  });
}

/** The trees alone, as our engine decides them: ids of the promotions whose rules hold. */
function decideRules(cart: CartSnapshot, promotions: Promotions): string[] {
  const discountedValue = () => ({ numerator: 0n, denominator: 1n });
  const facts = new CartFacts({
    cart,
    customer: null,
    instant: INSTANT,
    timeZone: 'UTC',
    discountedValue,
    smallestStep: () => 100n,
  });
  const every = cart.lines.map((_, i) => i);
  const holds = ({ rules, items }: CompiledPromotion): boolean =>
    (rules === null || rules.matches(facts)) && (items === null || items.select(facts, every).length > 0);
  return promotions.filter(holds).map(({ definition }) => definition.id);
}

async function decideJsonRules(engine: Engine, facts: Record<string, unknown>): Promise<string[]> {
  return (await engine.run(facts)).events.map(({ type }) => type);
}

/** All three must agree on every cart, or their times mean nothing. @returns promotions held and applied, all carts */
async function agreement(carts: readonly CartSnapshot[], promotions: Promotions, engine: Engine): Promise<string> {
  let held = 0;
  let applied = 0;
  for (const cart of carts) {
    const ours = decideRules(cart, promotions).sort();
    const theirs = (await decideJsonRules(engine, jsonRulesFacts(cart))).sort();
    const outcome = evaluate(cart, promotions);
    const passed = [
      ...outcome.applied.map(({ id }) => id),
      ...outcome.rejected.filter(({ reason }) => reason === 'no_effect').map(({ id }) => id),
    ].sort();
    if (ours.join() !== theirs.join() || ours.join() !== passed.join()) {
      throw new Error(`they disagree: ${ours.join()} / ${theirs.join()} / ${passed.join()}`);
    }
    held += ours.length;
    applied += outcome.applied.length;
  }
  return `${(held / carts.length).toFixed(1)} / ${(applied / carts.length).toFixed(1)}`;
}

/** Adds the time of each call of one turn. @param act called with the number of the cart */
async function turn(times: number[], act: (cart: number) => unknown): Promise<void> {
  const end = performance.now() + ROUND_MS;
  for (let i = 0; performance.now() < end; i += 1) {
    const start = performance.now();
    const answer = act(i % CARTS);
    if (answer instanceof Promise) await answer;
    times.push(performance.now() - start);
  }
}

function percentile(times: readonly number[], part: number): number {
  return [...times].sort((a, b) => a - b)[Math.floor((times.length - 1) * part)] ?? NaN;
}

const shown = (times: readonly number[]): string =>
  `${percentile(times, 0.5).toFixed(4)} / ${percentile(times, 0.99).toFixed(4)}`;

async function row(
  kind: keyof typeof WORLDS,
  { lines, promotions: count, targetMs }: (typeof SIZES)[number],
): Promise<string> {
  const world = WORLDS[kind](lines);
  const carts = Array.from({ length: CARTS }, (_, i) => cartOf(world, lines, i));
  const definitions = Array.from({ length: count }, (_, i) => definitionOf(world, i));
  const promotions = compilePromotions(definitions);
  const engine = jsonRulesEngine(
    new Map(
      definitions.map(({ id, matchRules, matchItems }) => [
        id,
        [matchRules, matchItems].filter((tree) => tree !== null),
      ]),
    ),
  );
  const held = await agreement(carts, promotions, engine);
  const facts = carts.map(jsonRulesFacts);
  const cartAt = (i: number): CartSnapshot => carts[i] ?? cartOf(world, lines, i);
  const times = { whole: [] as number[], rules: [] as number[], theirs: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    // The first round warms all three up.
    if (round === 1) for (const warm of Object.values(times)) warm.length = 0;
    await turn(times.whole, (i) => evaluate(cartAt(i), promotions));
    await turn(times.rules, (i) => decideRules(cartAt(i), promotions));
    await turn(times.theirs, (i) => decideJsonRules(engine, facts[i] ?? {}));
  }
  const factor = percentile(times.theirs, 0.5) / percentile(times.whole, 0.5);
  return `| ${lines} × ${count} | ${kind}: ${held} | ${targetMs} | **${shown(times.whole)}** | ${shown(times.rules)} | ${shown(times.theirs)} | **${factor.toFixed(1)}** |`;
}

/** 20 promotions over 100 lines: alone, in four groups and in one. Each is judged once in all of them. */
async function groupsTable(): Promise<string> {
  const lines = 100;
  const world = WORLDS.most(lines);
  const carts = Array.from({ length: CARTS }, (_, i) => cartOf(world, lines, i));
  const definitions = Array.from({ length: 20 }, (_, i) => ({ ...definitionOf(world, i), matchRules: null }));
  const kinds = [0, 4, 1].map((groups) => ({
    groups,
    promotions: compilePromotions(
      definitions.map((each, i) => ({ ...each, bestOf: groups === 0 ? null : `group ${i % groups}` })),
    ),
    times: [] as number[],
  }));
  for (let round = 0; round < ROUNDS * 2; round += 1) {
    for (const { promotions, times } of kinds) {
      if (round === 1) times.length = 0;
      await turn(times, (i) => evaluate(carts[i] ?? cartOf(world, lines, i), promotions));
    }
  }
  const alone = percentile(kinds[0]?.times ?? [], 0.5);
  const rows = kinds.map(
    ({ groups, times }) => `| ${groups} | ${shown(times)} | ${(percentile(times, 0.5) / alone).toFixed(2)} |`,
  );
  const head =
    '\n| groups of 20 promotions × 100 lines | whole evaluation p50 / p99 ms | ÷ without groups |\n|---|---|---|\n';
  return `${head}${rows.join('\n')}\n`;
}

export async function main(): Promise<void> {
  process.stdout.write(
    '| lines × promotions | promotions met: rules hold / applied | target p50 | whole evaluation p50 / p99 ms | our rules alone | json-rules-engine, rules alone | json-rules-engine ÷ whole |\n|---|---|---|---|---|---|---|\n',
  );
  for (const kind of ['few', 'most'] as const) {
    for (const size of SIZES) process.stdout.write(`${await row(kind, size)}\n`);
  }
  process.stdout.write(await groupsTable());
}
