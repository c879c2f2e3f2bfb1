import {
  AMOUNT_DECIMALS,
  type Amount,
  currencyExponent,
  lineTax,
  roundToStep,
  type RoundingMode,
  taxWithin,
} from '../../../kernel/money';
import { type Decimal, parseDecimal } from '../../../kernel/decimal';

/** The currency an order is counted in. */
export interface OrderCurrency {
  /** ISO 4217, three upper-case letters; gives the exponent. */
  readonly code: string;
  /** Decimal text above zero: how much of this currency is one unit of the default currency. Missing: `1`. */
  readonly exchangeRate?: string;
  /** Missing: `half_up`. */
  readonly roundingMode?: RoundingMode;
  /** Totals are multiples of it; itself one of the smallest unit. Null or missing: the smallest unit. */
  readonly totalStep?: Amount | null;
}

const AMOUNT_UNIT = 10n ** BigInt(AMOUNT_DECIMALS);
const PERCENT_AMOUNT = 100n * AMOUNT_UNIT;
const HALF_PERCENT_AMOUNT = PERCENT_AMOUNT / 2n;

/**
 * The arithmetic of one order: from amounts in the default currency to whole minor units of the order currency, every
 * result rounded once (promotions.md 1 to 6). All operands are zero or above.
 */
export class OrderMoney {
  readonly exponent: number;
  private readonly unit: bigint;
  private readonly rate: Decimal;
  private readonly rateFactor: bigint;
  private readonly rateDivisor: bigint;
  private readonly roundingMode: RoundingMode;
  /** In minor units. */
  private readonly totalStep: bigint;
  private readonly taxRates = new Map<string, Decimal>();

  /** @throws RangeError when the exchange rate is no decimal above zero */
  constructor(currency: OrderCurrency) {
    this.exponent = currencyExponent(currency.code);
    this.unit = 10n ** BigInt(this.exponent);
    this.rate = parseDecimal(currency.exchangeRate ?? '1');
    if (this.rate.digits <= 0n) throw new RangeError('exchange rate must be above zero');
    this.rateFactor = this.rate.digits * this.unit;
    this.rateDivisor = 10n ** BigInt(this.rate.scale) * AMOUNT_UNIT;
    this.roundingMode = currency.roundingMode ?? 'half_up';
    this.totalStep = ((currency.totalStep ?? 0n) * this.unit) / AMOUNT_UNIT || 1n;
  }

  /** `R(numerator / denominator)`, a whole number of minor units (promotions.md 2). */
  round(numerator: bigint, denominator: bigint): bigint {
    return this.divide(numerator * 2n, denominator * 2n, denominator);
  }

  /** @param half half of the denominator, which is even: what lies on it or above is rounded up */
  private divide(numerator: bigint, denominator: bigint, half: bigint): bigint {
    const rounded = (numerator + half) / denominator;
    if (this.roundingMode !== 'half_even' || (rounded & 1n) === 0n) return rounded;
    return numerator + half === rounded * denominator ? rounded - 1n : rounded;
  }

  /** `money(v, units) = R(v × exchange_rate × units × 10^e)` (promotions.md 4). @param value in the default currency */
  fromDefault(value: Amount, units: bigint): bigint {
    return this.divide(value * units * this.rateFactor, this.rateDivisor, this.rateDivisor / 2n);
  }

  /** `R(v × units × 10^e)`: a value that is already in the order currency. */
  fromOrder(value: Amount, units: bigint): bigint {
    return this.round(value * units * this.unit, AMOUNT_UNIT);
  }

  /** The total that a sum of prices and taxes is charged as: half up to the step of the currency (orders-and-payments.md 37). */
  roundedTotal(sum: bigint): bigint {
    return this.totalStep === 1n ? sum : roundToStep(sum, this.totalStep);
  }

  /** `R(x × percent/100)` (promotions.md 5). @param percent in ten-thousandths of a percent */
  percentOf(minor: bigint, percent: Amount): bigint {
    return this.divide(minor * percent, PERCENT_AMOUNT, HALF_PERCENT_AMOUNT);
  }

  /** `R(net × tax_rate/100)` (promotions.md 6). @param rate percent as decimal text @throws RangeError when it is none */
  taxOn(net: bigint, rate: string): bigint {
    return this.isUntaxed(net, rate) ? 0n : lineTax(net, this.taxRate(rate), 1n, this.roundingMode);
  }

  /**
   * `R(charged × rate/(100+rate))`: the tax that a price includes (orders-and-payments.md 25).
   * @param rate percent as decimal text @throws RangeError when it is none
   */
  taxWithin(charged: bigint, rate: string): bigint {
    return this.isUntaxed(charged, rate) ? 0n : taxWithin(charged, this.taxRate(rate), 1n, this.roundingMode);
  }

  private isUntaxed(minor: bigint, rate: string): boolean {
    return minor === 0n || rate === '0';
  }

  private taxRate(rate: string): Decimal {
    const known = this.taxRates.get(rate);
    if (known) return known;
    const decimal = parseDecimal(rate);
    if (decimal.digits < 0n) throw new RangeError('tax rate must not be negative');
    this.taxRates.set(rate, decimal);
    return decimal;
  }

  /** `R4(amount / exchange_rate)`: an amount of the order currency in the default currency (promotions-at-scale.md 7). */
  amountInDefault(amount: Amount): Amount {
    return this.round(amount * 10n ** BigInt(this.rate.scale), this.rate.digits);
  }

  /** The least amount of the default currency that is one minor unit or more. */
  get smallestInDefault(): Amount {
    return (AMOUNT_UNIT * 10n ** BigInt(this.rate.scale) + this.rateFactor - 1n) / this.rateFactor;
  }

  /** Minor units back in the default currency, unrounded: a fraction of its whole units. */
  inDefault(minor: bigint): { numerator: bigint; denominator: bigint } {
    return { numerator: minor * 10n ** BigInt(this.rate.scale), denominator: this.rateFactor };
  }
}

/** `R4(amount / exchange_rate)`: an amount of an order in the default currency (promotions-at-scale.md 7). */
export function inDefaultCurrency(amount: Amount, currency: OrderCurrency): Amount {
  return new OrderMoney(currency).amountInDefault(amount);
}

/** Minor units as the ten-thousandths that rows and records hold. @param exponent of the order currency */
export function minorToAmount(minor: bigint, exponent: number): Amount {
  return minor * 10n ** BigInt(AMOUNT_DECIMALS - exponent);
}
