import { AMOUNT_DECIMALS } from '../../../../kernel/money';
import { type PromotionDefinition } from '../promotion-definition';
import { type DiscountAction, noShares, type PassState, smaller } from './discount-action';

const UNIT = 10n ** BigInt(AMOUNT_DECIMALS);

/** Of the matched units, after each X that are paid for the next Y are free: the cheapest of all (promotions.md 25). */
export function buyXGetYFree({ amount, maxQuantity, triggerQuantity }: PromotionDefinition): DiscountAction {
  const paid = BigInt(triggerQuantity);
  const given = amount / UNIT;
  const most = maxQuantity / UNIT;
  return (state, matched) => {
    const pool = matched.filter((i) => (state.units[i] ?? 0n) > 0n && (state.net[i] ?? 0n) > 0n);
    const free = countFree(
      pool.reduce((sum, i) => sum + (state.units[i] ?? 0n), 0n),
      paid,
      given,
    );
    return giveAway(state, pool, maxQuantity > 0n ? smaller(free, most) : free);
  };
}

function countFree(units: bigint, paid: bigint, given: bigint): bigint {
  const round = paid + given;
  const beyond = (units % round) - paid;
  return (units / round) * given + (beyond > 0n ? beyond : 0n);
}

function giveAway(state: PassState, pool: number[], free: bigint): ReturnType<DiscountAction> {
  const { money, net, units } = state;
  const lines = noShares(net);
  const freeUnits = noShares(net);
  let left = free;
  for (const i of cheapestFirst(state, pool)) {
    if (left === 0n) break;
    const paidFor = units[i] ?? 0n;
    const given = smaller(left, paidFor);
    lines[i] = money.round((net[i] ?? 0n) * given, paidFor);
    freeUnits[i] = given;
    left -= given;
  }
  return { lines, shipping: 0n, freeUnits };
}

/** By the current value of one unit, `net / units`, compared exactly as fractions; ties by position. */
function cheapestFirst({ net, units }: PassState, pool: number[]): number[] {
  return pool.sort((a, b) => {
    const left = (net[a] ?? 0n) * (units[b] ?? 0n);
    const right = (net[b] ?? 0n) * (units[a] ?? 0n);
    if (left === right) return a - b;
    return left < right ? -1 : 1;
  });
}
