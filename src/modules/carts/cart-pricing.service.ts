import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type SignedInCustomer } from '../../kernel/scopes';
import { type OrderAmounts, orderAmounts } from '../orders/item-money';
import { type CartFinder, type PreviewSources } from '../promotions/preview-carts';
import { type Priced, PricingService } from '../promotions/pricing.service';
import { type Language, LANGUAGES } from '../promotions/message-language';
import { RejectionsService, type ToldRejection } from '../promotions/rejections.service';
import { CurrenciesService, type StoreCurrency } from '../settings/currencies.service';
import { cartEventRecord, type CartEventRecord } from './cart-event.record';
import { cartRecord, type CartRecord, rejectedIn } from './cart.record';
import { OwnOrdersService } from './own-orders.service';
import { CartCustomersService } from './cart-customers.service';
import { type WrittenLines } from './cart-items.service';
import { type CartLineNow, CartLinesService } from './cart-lines.service';
import { PricingTurns } from './pricing-turns';
import { cartNow, type CartNow, givenBack, pricedCart, recordedId, snapshotOf } from './cart-now';
import { type CartChoices } from './cart-snapshot';
import { Cart } from './data/cart.entity';

/** Lines that are priced in one go, at most with those of one more cart: some milliseconds. */
const LINES_OF_A_TURN = 20;

/** Values of a request that a cart is priced by. */
export interface PricingTerms {
  /** Code of the header X-Currency; null: the store's own. */
  readonly currency: string | null;
  /** The signed-in customer, for whom the cart is priced; undefined: the customer of the cart. */
  readonly signedIn?: SignedInCustomer;
  /**
   * Whether a page without a signed-in customer sends the request: it may not act as the cart's customer (storefront.md
   * 1).
   */
  readonly isGuest?: boolean;
  /** Language of the messages. Missing: English. */
  readonly language?: Language;
}

/** Prices carts as they are now (carts.md 3, 4). */
@Injectable()
export class CartPricingService {
  /** The record that the last event of a cart is part of, by the row that was written. */
  private readonly ofEvents = new WeakMap<Cart, CartRecord | undefined>();
  private readonly turns = new PricingTurns();
  /** Lines by the row of a cart that is being written. */
  private readonly kept = new WeakMap<Cart, readonly CartLineNow[]>();

  constructor(
    private readonly lines: CartLinesService,
    private readonly pricing: PricingService,
    private readonly currencies: CurrenciesService,
    private readonly customers: CartCustomersService,
    private readonly ownOrders: OwnOrdersService,
    private readonly rejections: RejectionsService,
  ) {}

  /** The carts and customers of previews. */
  previewSources(): PreviewSources {
    return {
      cart: (manager, cartId, currency) => this.forPreview(manager, cartId, currency),
      customer: (manager, who, ownOrder) => this.customers.find(manager, who, ownOrder),
    };
  }

  /** @param code of the header X-Currency; null: the store's own @throws ValidationFailed */
  async currency(manager: EntityManager, code: string | null): Promise<StoreCurrency> {
    return (await this.currencies.priceTerms(manager, code)).currency;
  }

  /** Records of carts, in their order, with all they show of other rows read once for all of them. */
  async records(
    manager: EntityManager,
    carts: readonly Cart[],
    { currency: code, language }: PricingTerms,
  ): Promise<CartRecord[]> {
    const currency = await this.currency(manager, code);
    const lines = await this.linesOf(manager, carts);
    const own = await this.ownOrders.of(manager, carts);
    const customers = await this.customers.knownOf(manager, carts, (id) => givenBack(own.get(id)));
    const present = carts.map((row): CartNow => {
      const customer = customers.get(row.id) ?? null;
      return cartNow({ id: row.id, row, lines: lines.get(row.id) ?? [], currency, customer, own: own.get(row.id) });
    });
    return this.recordsOf(manager, present, language);
  }

  /**
   * Keeps the lines that a write leaves in a cart: its event, its response and its checkout then do not read them again.
   * @returns whether it changed them
   */
  keep(row: Cart, { isChanged, lines }: WrittenLines): boolean {
    this.kept.set(row, lines);
    return isChanged;
  }

  /** The lines of carts, by cart id; a cart without lines may be left out. */
  async linesOf(manager: EntityManager, carts: readonly Cart[]): Promise<ReadonlyMap<string, readonly CartLineNow[]>> {
    const others = carts.filter((row) => !this.kept.has(row)).map(({ id }) => id);
    const kept = carts.map((row) => [row.id, this.kept.get(row) ?? []] as const);
    const turn = (lines: number): Promise<void> => this.turnFor(manager, lines);
    return new Map([...kept, ...(await this.lines.of(manager, others, turn))]);
  }

  /** Records for the events of changes. {@link written} returns the whole records that they are part of. */
  async told(manager: EntityManager, carts: readonly Cart[]): Promise<CartEventRecord[]> {
    const records = await this.records(manager, carts, { currency: null });
    for (const [at, row] of carts.entries()) this.ofEvents.set(row, records[at]);
    return records.map(cartEventRecord);
  }

  /** The record of a cart just written: made for its event, unless another currency or language is asked for, or a guest asks. */
  async written(tx: EntityManager, row: Cart, terms: PricingTerms): Promise<CartRecord> {
    const { currency, language = LANGUAGES[0], isGuest = false } = terms;
    const told = this.ofEvents.get(row);
    const isSameCurrency = currency === null || currency.toUpperCase() === told?.currency.code;
    const isSameCustomer = !isGuest || row.customerId === null;
    if (told !== undefined && isSameCurrency && isSameCustomer && language === LANGUAGES[0]) return told;
    return this.recordOf(tx, await this.withLines(tx, row.id, row, terms), language);
  }

  /** A cart as it is now. */
  async read(manager: EntityManager, id: string, terms: PricingTerms): Promise<CartNow> {
    return this.withLines(manager, id, await this.ownOrders.read(manager, id), terms);
  }

  /** {@link read} of a cart whose row is known; undefined: nothing was written to it yet. */
  async withLines(
    manager: EntityManager,
    id: string,
    row: Cart | undefined,
    { currency, ...buyer }: PricingTerms,
  ): Promise<CartNow> {
    return this.inCurrency(manager, { id, row, currency: await this.currency(manager, currency) }, buyer);
  }

  private async inCurrency(
    manager: EntityManager,
    { id, row, currency }: Pick<CartNow, 'id' | 'row' | 'currency'>,
    { signedIn, isGuest = false }: Omit<PricingTerms, 'currency'> = {},
  ): Promise<CartNow> {
    const lines = row === undefined ? [] : ((await this.linesOf(manager, [row])).get(id) ?? []);
    const own = row && (await this.ownOrders.of(manager, [row])).get(id);
    const ofCart = isGuest ? undefined : row;
    const whose = signedIn === undefined ? ofCart : { customerId: signedIn.id };
    const found = await this.customers.ofCart(manager, whose);
    const customer = await this.customers.known(manager, found, givenBack(own));
    return cartNow({ id, row, lines, currency, customer, own });
  }

  async recordOf(manager: EntityManager, cart: CartNow, language: Language = LANGUAGES[0]): Promise<CartRecord> {
    await this.turnFor(manager, cart.lines.length);
    const priced = await this.priced(manager, cart);
    await this.turnFor(manager, cart.lines.length);
    const [rejected = []] = await this.rejections.tell(manager, [rejectedIn(priced)], language);
    return recordWith(cart, priced, rejected);
  }

  /** Waits for a turn with a large cart. A transaction does not wait: others wait for its locks. */
  private async turnFor({ queryRunner }: EntityManager, lines: number): Promise<void> {
    if (queryRunner === undefined && lines > LINES_OF_A_TURN) await this.turns.take();
  }

  /** Adds the messages of the rejections of all carts at once, so that they share the statements. */
  private async recordsOf(
    manager: EntityManager,
    carts: readonly CartNow[],
    language: Language = LANGUAGES[0],
  ): Promise<CartRecord[]> {
    const prices = await this.inTurns(carts, async (cart) => ({
      ...{ cart, lines: cart.lines },
      priced: await this.priced(manager, cart),
    }));
    const rejections = prices.map(({ priced }) => rejectedIn(priced));
    const told = await this.rejections.tell(manager, rejections, language);
    return this.inTurns(prices, ({ cart, priced }, i) => recordWith(cart, priced, told[i] ?? []));
  }

  /** Makes something of each cart. Lets others have their turn between them: a page may hold 50,000 lines, which take seconds. */
  private async inTurns<T extends Pick<CartNow, 'lines'>, R>(
    entries: readonly T[],
    make: (entry: T, at: number) => R | Promise<R>,
  ): Promise<R[]> {
    const made: R[] = [];
    let lines = 0;
    for (const [at, entry] of entries.entries()) {
      if (lines > LINES_OF_A_TURN) {
        await this.turns.take();
        lines = 0;
      }
      lines += entry.lines.length;
      made.push(await make(entry, at));
    }
    return made;
  }

  private priced(manager: EntityManager, cart: CartNow): Promise<Priced> {
    return this.pricing.price(manager, pricedCart(cart, snapshotOf(cart)));
  }

  /** Prices an order of the cart that is sent by this shipping method; null: by none. */
  async amountsWith(manager: EntityManager, cart: CartNow, shipping: CartChoices['shipping']): Promise<OrderAmounts> {
    const { after } = await this.pricing.price(manager, pricedCart(cart, snapshotOf(cart, { shipping })));
    return orderAmounts(after);
  }

  private async forPreview(manager: EntityManager, id: string, currency: StoreCurrency): ReturnType<CartFinder> {
    const row = await this.ownOrders.read(manager, id);
    if (row === undefined) return undefined;
    const cart = await this.inCurrency(manager, { id, row, currency });
    return { ...pricedCart(cart, snapshotOf(cart)), ownOrder: givenBack(cart.own) };
  }
}

function recordWith(cart: CartNow, priced: Priced, rejected: readonly ToldRejection[]): CartRecord {
  const includesTax = priced.cart.pricesIncludeTax ?? false;
  return cartRecord({ ...cart, includesTax, customer: recordedId(cart), priced, rejected });
}
