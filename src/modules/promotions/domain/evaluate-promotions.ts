import { sumOf } from './actions/promotion-action';
import { CartFacts } from './cart-facts';
import { type CartCustomer, type CartSnapshot, type PromotionUsage } from './cart-snapshot';
import { type CompiledPromotion } from './compile-promotion';
import { isCustomerKnown } from './eligibility/eligibility';
import { type DiscountShare, type Evaluation, type EvaluationTotals, type PricedPart } from './evaluation';
import { canonicalCode } from './fold-text';
import { OrderMoney } from './order-money';
import { type PoolCode } from './pool-code';
import { type BasePrices, priceCart } from './price-cart';
import { type Excluded, passOf } from './eligibility/exclusions';
import { PromotionPass } from './promotion-pass';

/** Everything an evaluation depends on. */
export interface EvaluationInput {
  readonly cart: CartSnapshot;
  /** In order, as `compilePromotions` returns them, or a filtered copy of that. */
  readonly promotions: readonly CompiledPromotion[];
  /** Uses so far by promotion id; a promotion that is missing here is unused. */
  readonly usage: ReadonlyMap<string, PromotionUsage>;
  readonly customer: CartCustomer | null;
  /** Takes the customer for known, without any use so far: tells what a limit for each customer keeps from a guest. */
  readonly assumesCustomer?: boolean;
  /** The cart's code in the pool of one of the promotions; missing: it belongs to none. */
  readonly poolCode?: PoolCode | null;
  readonly instant: Date;
  /** IANA name of the store's time zone. */
  readonly timeZone: string;
  /** Takes drafts for live, as a preview may (promotions.md, Preview). */
  readonly includesDrafts?: boolean;
  /** Ids of the promotions whose failed rules are explained; left out: all. Explaining them takes as long as trying them. */
  readonly explains?: ReadonlySet<string>;
}

/**
 * Prices a cart with its promotions (promotions.md 1 to 28). A pure function: no clock, no I/O, the same input gives
 * the same output, and nothing of the input is changed.
 *
 * How to call it, from a cart, a checkout or a preview alike:
 * 1. `readPromotion(id, record)` checks a merged record when it is saved and gives its definition, or field errors;
 *    `readPromotion(id, record, 'inline')` does so for an idea of a preview;
 * 2. `compilePromotions(definitions)` once for each change of the promotions; keep the result, it holds no state;
 * 3. `evaluatePromotions({ cart, promotions, usage, customer, instant, timeZone })` for each cart. Without promotions
 *    it is the plain price of the cart. To price again without a promotion whose last use was lost to another order
 *    (promotions.md 31), pass a usage in which it is used up.
 *
 * Amounts go in as ten-thousandths of the default currency (`Amount`), exchange and tax rates as decimal text; they come
 * out as minor units of the order currency: `minorToAmount(minor, result.exponent)` makes them amounts again.
 *
 * @throws RangeError when the input could not have been saved: a negative price, a quantity below 1, a rate that is no
 * decimal, an unknown time zone
 */
export function evaluatePromotions(input: EvaluationInput): Evaluation {
  const { cart, customer } = input;
  const money = new OrderMoney(cart.currency);
  const prices = priceCart(cart, money);
  const start = { money, prices, shippingMethod: cart.shipping?.id ?? null };
  let running: PromotionPass | undefined;
  const begin = (excluded: Excluded): PromotionPass => (running = new PromotionPass(start, excluded));
  const pass = passOf(begin, input.promotions, {
    facts: new CartFacts({
      cart,
      customer,
      instant: input.instant,
      timeZone: input.timeZone,
      discountedValue: () => money.inDefault(sumOf(running?.net ?? prices.lines)),
      smallestStep: () => money.smallestInDefault,
    }),
    code: canonicalCode(cart.discountCode),
    poolCode: input.poolCode ?? null,
    isCustomerKnown: input.assumesCustomer === true || isCustomerKnown(customer),
    usage: input.usage,
    includesDrafts: input.includesDrafts ?? false,
    explains: input.explains,
  });
  return summarize(cart, prices, pass);
}

function summarize(cart: CartSnapshot, prices: BasePrices, pass: PromotionPass): Evaluation {
  const { money, applied, rejected } = pass;
  const discounts = sharesByLine(pass);
  const price = pricedBy(money, cart.pricesIncludeTax ?? false);
  const lines = cart.lines.map(({ taxRate }, i): PricedPart => {
    return { base: prices.lines[i] ?? 0n, ...price(pass.net[i] ?? 0n, taxRate), discounts: discounts[i] ?? [] };
  });
  const shipping: PricedPart = {
    base: prices.shipping,
    ...price(pass.shipping, cart.shipping?.taxRate),
    discounts: applied
      .filter(({ shippingDiscount }) => shippingDiscount > 0n)
      .map(({ id, shippingDiscount }) => ({ promotionId: id, amount: shippingDiscount })),
  };
  const totals = totalsOf(prices, pass, { lines, shipping });
  return { exponent: money.exponent, lines, shipping, applied, rejected, totals };
}

/** Splits what discounts left of a price into net and tax (promotions.md 6, orders-and-payments.md 25). */
function pricedBy(money: OrderMoney, includesTax: boolean) {
  return (left: bigint, taxRate: string | null | undefined): Pick<PricedPart, 'net' | 'tax' | 'charged'> => {
    const rate = taxRate ?? '0';
    const tax = includesTax ? money.taxWithin(left, rate) : money.taxOn(left, rate);
    return includesTax ? { net: left - tax, tax, charged: left } : { net: left, tax, charged: left + tax };
  };
}

function totalsOf(
  prices: BasePrices,
  pass: PromotionPass,
  { lines, shipping }: Pick<Evaluation, 'lines' | 'shipping'>,
): EvaluationTotals {
  const subtotalBeforeDiscount = sumOf(prices.lines);
  const subtotal = lines.reduce((sum, { net }) => sum + net, 0n);
  const tax = lines.reduce((sum, line) => sum + line.tax, shipping.tax);
  const sum = subtotal + shipping.net + tax;
  const total = pass.money.roundedTotal(sum);
  return {
    subtotalBeforeDiscount,
    discount: subtotalBeforeDiscount - sumOf(pass.net) + prices.shipping - pass.shipping,
    subtotal,
    shippingPrice: shipping.net,
    tax,
    total,
    rounding: total - sum,
  };
}

/** The discounts of each line, by promotion, in the order they were applied. */
function sharesByLine({ applied, net }: PromotionPass): readonly DiscountShare[][] {
  const byLine = net.map((): DiscountShare[] => []);
  for (const { id, lines } of applied) {
    for (let line = 0; line < lines.length; line++) {
      const amount = lines[line] ?? 0n;
      if (amount !== 0n) byLine[line]?.push({ promotionId: id, amount });
    }
  }
  return byLine;
}
