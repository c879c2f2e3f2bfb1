import { AMOUNT_DECIMALS } from '../../../../kernel/money';
import {
  type ActionTerms,
  type DiscountAction,
  noShares,
  type PassState,
  type PromotionAction,
  smaller,
} from './promotion-action';

const UNIT = 10n ** BigInt(AMOUNT_DECIMALS);

/** After each X matched units that are paid for, the next Y are free. The cheapest units are the free ones. */
function compile({ amount, maxQuantity, triggerQuantity }: ActionTerms): DiscountAction {
  const paid = BigInt(triggerQuantity);
  const given = amount / UNIT;
  const most = maxQuantity / UNIT;
  return (state, matched) => {
    // A line whose units are all free costs nothing any more.
    const pool = matched.filter((i) => (state.net[i] ?? 0n) > 0n);
    const count = pool.reduce((sum, i) => sum + (state.units[i] ?? 0n), 0n);
    const free = countFree(count, paid, given);
    const givesNone = maxQuantity > 0n && most === 0n;
    // Fewer units than have to be paid for first: with one more than these, one is free.
    if (count > 0n && free === 0n && !givesNone) {
      const missing = String(paid + 1n - count);
      return { lines: noShares(state.net), shipping: 0n, noEffect: { why: 'units_missing', missing } };
    }
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
    const paidFor = units[i] ?? 0n;
    const given = smaller(left, paidFor);
    lines[i] = money.round((net[i] ?? 0n) * given, paidFor);
    freeUnits[i] = given;
    left -= given;
  }
  return { lines, shipping: 0n, freeUnits };
}

/** By the current value of one unit, `net / units`, compared exactly as fractions; ties stay by position. */
function cheapestFirst({ net, units }: PassState, pool: number[]): number[] {
  return pool.sort((a, b) => {
    const left = (net[a] ?? 0n) * (units[b] ?? 0n);
    const right = (net[b] ?? 0n) * (units[a] ?? 0n);
    return left < right ? -1 : Number(left > right);
  });
}

const TOO_FEW = 'must be 1 or more';

function faults({ amount, triggerQuantity }: ActionTerms): { amount?: string; trigger_quantity?: string } {
  return {
    ...(amount % UNIT === 0n ? {} : { amount: 'must be a whole number' }),
    ...(amount >= UNIT ? {} : { amount: TOO_FEW }),
    ...(triggerQuantity >= 1 ? {} : { trigger_quantity: TOO_FEW }),
  };
}

/** Free units after enough paid ones (promotions.md 25). */
export const buyXGetYFree = {
  key: 'buy_x_get_y_free',
  label: 'Buy X and get Y free',
  class: 'product',
  effect: '3 for 2: the customer buys 2 and gets 1 more free. The cheapest are free.',
  example: '3 for 2',
  fields: {
    amount: {
      name: 'Units free',
      unit: 'units',
      required: true,
      default: '1',
      meaning: 'units given free (Y), a whole number of at least 1',
    },
    max_quantity: {
      name: 'Most free units per order',
      unit: 'units',
      meaning: 'the most units that it gives free in all',
    },
    trigger_quantity: {
      name: 'Units to buy',
      unit: 'units',
      required: true,
      default: '2',
      meaning: 'units to pay for (X), at least 1; required',
    },
  },
  faults,
  compile,
} as const satisfies PromotionAction;
