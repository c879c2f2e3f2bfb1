import { type Amount } from '../../../kernel/money';
import { type CartCustomer, type CartLine, type CartSnapshot, type RelationFact } from './cart-snapshot';
import { decimalText, parseDecimal, quotientText, sumOfDecimals } from '../../../kernel/decimal';
import { LineColumn } from './line-column';
import { type LocalTime, localTime } from './local-time';
import { type Fact, FactValue } from './rules/fact-value';
import { type CartField, type CustomerField, LINE_FIELDS, type LineField } from './rules/rule-tree';

/** What the lines come to after the promotions so far, in the default currency: a fraction of its whole units. */
export type DiscountedValue = () => { numerator: bigint; denominator: bigint };

/** Where the facts of an evaluation come from. */
export interface FactSources {
  readonly cart: CartSnapshot;
  readonly customer: CartCustomer | null;
  readonly instant: Date;
  readonly timeZone: string;
  readonly discountedValue: DiscountedValue;
}

/**
 * The fields that rules may name (promotions.md 18), each worked out when a rule first asks for it: the cart before any
 * discount, in the default currency. Only `discounted_value` moves with the pass and is never remembered.
 */
export class CartFacts {
  private readonly cartFacts = new Map<CartField, Fact>();
  private readonly customerFacts = new Map<CustomerField, Fact>();
  private clock?: LocalTime;
  private readonly columns: (LineColumn | undefined)[] = LINE_FIELDS.map(() => undefined);

  constructor(private readonly sources: FactSources) {}

  /** The wall clock of the store at the instant of the evaluation. */
  get time(): LocalTime {
    return (this.clock ??= localTime(this.sources.instant, this.sources.timeZone));
  }

  /** Id of the customer's group, null when there is none. */
  get customerGroupId(): string | null {
    const group = this.sources.customer?.group ?? null;
    return typeof group === 'string' ? group : (group?.id ?? null);
  }

  ofCart(field: CartField): Fact {
    if (field === 'discounted_value') return this.discountedValue();
    const known = this.cartFacts.get(field);
    if (known !== undefined) return known;
    const fact = CART_READERS[field](this.sources, this);
    this.cartFacts.set(field, fact);
    return fact;
  }

  ofCustomer(field: CustomerField): Fact {
    const known = this.customerFacts.get(field);
    if (known !== undefined) return known;
    const fact = CUSTOMER_READERS[field](this.sources.customer ?? {});
    this.customerFacts.set(field, fact);
    return fact;
  }

  /** One field of every line. @param field position in {@link LINE_FIELDS} */
  ofLines(field: number): LineColumn {
    return (this.columns[field] ??= this.readColumn(LINE_FIELDS[field]));
  }

  private readColumn(field: LineField | undefined): LineColumn {
    return new LineColumn(field === undefined ? [] : this.sources.cart.lines.map(LINE_READERS[field]));
  }

  private discountedValue(): Fact {
    const { numerator, denominator } = this.sources.discountedValue();
    return new FactValue(quotientText(numerator, denominator));
  }
}

type CartReader = (sources: FactSources, facts: CartFacts) => Fact;

const CART_READERS: Readonly<Record<Exclude<CartField, 'discounted_value'>, CartReader>> = {
  value: ({ cart }) => FactValue.ofAmount(cartValue(cart.lines)),
  price: (_, facts) => facts.ofCart('value'),
  subtotal: (_, facts) => facts.ofCart('value'),
  total_items: ({ cart }) => new FactValue(String(cart.lines.reduce((sum, line) => sum + line.quantity, 0))),
  total_unique_items: ({ cart }) => new FactValue(String(cart.lines.length)),
  weight: ({ cart }) => new FactValue(cartWeight(cart.lines)),
  currency: ({ cart }) => new FactValue(cart.currency.code),
  shipping: ({ cart }) => relationFact(cart.shipping),
  shipping_price: ({ cart }) => amountFact(cart.shipping?.price),
  gateway: ({ cart }) => relationFact(cart.gateway),
  discount_code: ({ cart }) => textFact(cart.discountCode),
  'ship_to.country': ({ cart }) => textFact(cart.shipTo?.country),
  'ship_to.postcode': ({ cart }) => textFact(cart.shipTo?.postcode),
  customer_group: (_, facts) => facts.ofCustomer('group'),
  day_of_week: (_, facts) => new FactValue(facts.time.weekday, facts.time.weekdayName),
  hour: (_, facts) => new FactValue(facts.time.hour),
};

const LINE_READERS: Readonly<Record<LineField, (line: CartLine) => Fact>> = {
  id: (line) => textFact(line.id),
  sku: (line) => textFact(line.sku),
  title: (line) => textFact(line.title),
  slug: (line) => textFact(line.slug),
  price: (line) => FactValue.ofAmount(line.price),
  sale_price: (line) => amountFact(line.salePrice),
  quantity: (line) => new FactValue(String(line.quantity)),
  line_total: (line) => FactValue.ofAmount(line.price * BigInt(line.quantity)),
  tax_band: (line) => relationFact(line.taxBand),
  tax_rate: (line) => textFact(line.taxRate),
  brand: (line) => relationFact(line.brand),
  category: (line) => relationListFact(line.category),
};

const CUSTOMER_READERS: Readonly<Record<CustomerField, (customer: CartCustomer) => Fact>> = {
  id: (customer) => textFact(customer.id),
  email: (customer) => textFact(customer.email),
  group: (customer) => relationFact(customer.group),
  is_guest: (customer) => truthFact(!customer.id),
  orders: (customer) => textFact(customer.orders?.toString()),
  spent: (customer) => amountFact(customer.spent),
  first_order: (customer) => (typeof customer.orders === 'number' ? truthFact(customer.orders === 0) : null),
};

function textFact(text: string | null | undefined): Fact {
  return text === null || text === undefined ? null : new FactValue(text);
}

function amountFact(amount: Amount | null | undefined): Fact {
  return amount === null || amount === undefined ? null : FactValue.ofAmount(amount);
}

/** A truth value answers to `1` and `true`, or to `0` and `false` (wire.md 1). */
function truthFact(isTrue: boolean): Fact {
  return isTrue ? new FactValue('1', 'true') : new FactValue('0', 'false');
}

function relationFact(relation: RelationFact | null | undefined): FactValue | null {
  if (typeof relation === 'string') return new FactValue(relation);
  const id = relation?.id ?? null;
  const slug = relation?.slug ?? null;
  if (id !== null) return new FactValue(id, slug);
  return slug === null ? null : new FactValue(slug);
}

function relationListFact(relations: CartLine['category']): Fact {
  if (!Array.isArray(relations)) return relationFact(relations as RelationFact | null | undefined);
  const facts = relations.map(relationFact).filter((fact) => fact !== null);
  return facts.length === 0 ? null : facts;
}

function cartValue(lines: readonly CartLine[]): Amount {
  return lines.reduce((sum, line) => sum + line.price * BigInt(line.quantity), 0n);
}

/** Lines without a weight weigh nothing. */
function cartWeight(lines: readonly CartLine[]): string {
  const weights = lines.map(({ weight, quantity }) => ({
    value: parseDecimal(weight ?? '0'),
    times: BigInt(quantity),
  }));
  return decimalText(sumOfDecimals(weights));
}
