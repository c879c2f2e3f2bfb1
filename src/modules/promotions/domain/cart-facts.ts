import { type Amount } from '../../../kernel/money';
import { type CartCustomer, type CartLine, type CartSnapshot, type RelationFact } from './cart-snapshot';
import { decimalText, parseDecimal, quotientText, sumOfDecimals } from '../../../kernel/decimal';
import { LineColumn } from './line-column';
import { type LocalTime, localTime } from '../../../kernel/times/local-time';
import { type Fact, FactValue } from './rules/fact-value';

/** A field of the cart that a `cart_attribute` or `cart` rule may name (promotions.md 18). */
export type CartField = keyof typeof CART_READERS;
/** A field of a line that a `cart_item` rule may name. */
export type LineField = keyof typeof LINE_READERS;
/** A field that a `customer` rule may name. */
export type CustomerField = keyof typeof CUSTOMER_READERS;

/** Returns the value of the lines after the promotions so far, in the default currency: a fraction of its whole units. */
export type DiscountedValue = () => { numerator: bigint; denominator: bigint };

/** The sources of the facts of an evaluation. */
export interface FactSources {
  readonly cart: CartSnapshot;
  readonly customer: CartCustomer | null;
  readonly instant: Date;
  readonly timeZone: string;
  readonly discountedValue: DiscountedValue;
  /** The least that the cart's value can grow by. */
  readonly smallestStep: () => Amount;
}

/** An item of the cart, with its title. */
export interface Goods {
  /** Product id; null for a custom item. */
  readonly id: string | null;
  readonly title: string;
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
    if (field === 'discounted_value') return discountedValue(this.sources);
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
    return (this.columns[field] ??= this.readColumn(LINE_READER_LIST[field]));
  }

  /** The least that the cart's value can grow by, in the default currency. */
  get smallestStep(): Amount {
    return this.sources.smallestStep();
  }

  /** Returns the goods of some lines, each once. @param lines positions */
  goodsIn(lines: readonly number[]): readonly Goods[] {
    const goods = new Map<string, Goods>();
    for (const at of lines) {
      const { id = null, title, sku } = this.sources.cart.lines[at] ?? {};
      const name = title ?? sku ?? '';
      goods.set(JSON.stringify([id, name]), { id, title: name });
    }
    return [...goods.values()];
  }

  private readColumn(reader: LineReader | undefined): LineColumn {
    return new LineColumn(reader === undefined ? [] : this.sources.cart.lines.map(reader));
  }
}

type CartReader = (sources: FactSources, facts: CartFacts) => Fact;

const value: CartReader = ({ cart }) => FactValue.ofAmount(cartValue(cart.lines));

const CART_READERS = {
  value,
  price: value,
  subtotal: value,
  discounted_value: discountedValue,
  total_items: ({ cart }) => new FactValue(String(cart.lines.reduce((sum, line) => sum + line.quantity, 0))),
  total_unique_items: ({ cart }) => new FactValue(String(cart.lines.length)),
  weight: ({ cart }) => new FactValue(cartWeight(cart.lines)),
  currency: ({ cart }) => new FactValue(cart.currency.code),
  shipping: ({ cart }) => relationFact(cart.shipping),
  shipping_price: ({ cart }) => amountFact(cart.shipping?.price),
  gateway: ({ cart }) => gatewayFact(cart.gateway),
  discount_code: ({ cart }) => textFact(cart.discountCode),
  'ship_to.country': ({ cart }) => textFact(cart.shipTo?.country),
  'ship_to.postcode': ({ cart }) => textFact(cart.shipTo?.postcode),
  customer_group: (_, facts) => facts.ofCustomer('group'),
  day_of_week: (_, facts) => new FactValue(facts.time.weekday, facts.time.weekdayName),
  hour: (_, facts) => new FactValue(facts.time.hour),
} as const satisfies Readonly<Record<string, CartReader>>;

/** The fields of the cart, in the order of the OpenAPI document. */
export const CART_FIELDS: readonly string[] = Object.keys(CART_READERS);

type LineReader = (line: CartLine) => Fact;

const LINE_READERS = {
  id: (line) => textFact(line.id),
  sku: skuFact,
  product_sku: (line) => textFact(line.productSku),
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
} as const satisfies Readonly<Record<string, LineReader>>;
// By position: a rule looks its column up once a decision.
const LINE_READER_LIST: readonly LineReader[] = Object.values(LINE_READERS);

/** The fields of a line that a `cart_item` rule may name (promotions.md 18). */
export const LINE_FIELDS: readonly string[] = Object.keys(LINE_READERS);

const CUSTOMER_READERS = {
  id: (customer) => textFact(customer.id),
  email: (customer) => textFact(customer.email),
  group: (customer) => relationFact(customer.group),
  is_guest: (customer) => truthFact(!customer.id),
  orders: (customer) => textFact(customer.orders?.toString()),
  spent: (customer) => amountFact(customer.spent),
  first_order: (customer) => (typeof customer.orders === 'number' ? truthFact(customer.orders === 0) : null),
} as const satisfies Readonly<Record<string, (customer: CartCustomer) => Fact>>;

/** The fields of the customer, in the order of the OpenAPI document. */
export const CUSTOMER_FIELDS: readonly string[] = Object.keys(CUSTOMER_READERS);

function discountedValue({ discountedValue: left }: FactSources): Fact {
  const { numerator, denominator } = left();
  return new FactValue(quotientText(numerator, denominator));
}

function textFact(text: string | null | undefined): Fact {
  return text === null || text === undefined ? null : new FactValue(text);
}

/** A variation answers to the sku of its product too. */
function skuFact({ sku, productSku }: CartLine): Fact {
  return sku === null || sku === undefined ? textFact(productSku) : new FactValue(sku, productSku ?? null);
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

/** Reported by its slug, the name that a checkout takes. */
function gatewayFact(gateway: RelationFact | null | undefined): FactValue | null {
  if (typeof gateway === 'string' || !gateway?.slug) return relationFact(gateway);
  return new FactValue(gateway.slug, gateway.id);
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
