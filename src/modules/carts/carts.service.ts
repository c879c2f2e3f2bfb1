import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { ValidationFailed } from '../../kernel/errors';
import { IdGenerator } from '../../kernel/ids';
import { Collection } from '../../platform/database/lists/collection';
import { type IfMatch, requireMatch } from '../../platform/database/rows/entity-tag';
import { type ListQuery, type Page } from '../../platform/database/lists/listing';
import { trackChanges } from '../../platform/database/rows/row-changes';
import { Transactions } from '../../platform/database/connection/transactions';
import { type CartChanges, CartChangesService } from './cart-changes.service';
import { CartItemsService, type CartItemChanges, type WrittenCart } from './cart-items.service';
import { CartPricingService, type PricingTerms } from './cart-pricing.service';
import { type CartItemRecord } from './cart-item.record';
import { type CartRecord, itemOf } from './cart.record';
import { CartItemNotFound } from './carts.errors';
import { type Page as StorefrontPage } from './code-limit';
import { CartCheckout, CONTENT_CHANGED } from './data/cart-checkout.entity';
import { CartItem } from './data/cart-item.entity';
import { Cart } from './data/cart.entity';
import { cartListing } from './data/cart.listing';
import { type LockedCart } from './data/locked-cart';
import { type NewCartItem } from './new-cart-line';
import { isCartId, MAX_CART_ID, requireLongId } from './domain/cart-id';

export type { LockedCart };

/** Values of a request besides its body. */
export interface CartTerms extends PricingTerms {
  readonly ifMatch?: IfMatch;
  /** The page that sends the request; undefined: the shop's own server does. */
  readonly page?: StorefrontPage;
}

/** New content of a cart, which replaces the old. Undefined: unchanged. */
export interface CartContent {
  readonly items?: readonly NewCartItem[];
  readonly code?: string | null;
}

/** The effect of a write: nothing, lines or code changed, or only the customer changed. */
type Changed = boolean | 'content' | 'customer';

/** @throws ValidationFailed when the text cannot be the id of a cart (carts.md 1) */
export function requireCartId(id: string): void {
  if (isCartId(id)) return;
  throw ValidationFailed.of(
    'cart',
    `must be 1 to ${MAX_CART_ID} characters, each one of A-Z a-z 0-9 . _ @ : , + -, and not a reserved word such as null, undefined or search`,
  );
}

/** The carts of the store: their content and their current price (carts.md). */
@Injectable()
export class CartsService {
  private readonly carts: Collection<Cart, Cart>;

  constructor(
    private readonly transactions: Transactions,
    private readonly items: CartItemsService,
    private readonly changes: CartChangesService,
    private readonly pricing: CartPricingService,
    private readonly ids: IdGenerator,
    clock: Clock,
  ) {
    this.carts = new Collection(
      {
        entity: Cart,
        listing: cartListing,
        records: async (_, rows) => [...rows],
        notFound: () => new CartItemNotFound(),
        ids: { isId: isCartId, next: () => ids.nextUuid() },
      },
      ids,
      clock,
    );
  }

  /** Returns a cart; an unknown one is empty. @throws ValidationFailed */
  async contents(id: string, terms: CartTerms): Promise<CartRecord> {
    requireCartId(id);
    const { manager } = this.transactions;
    return this.pricing.recordOf(manager, await this.pricing.read(manager, id, terms), terms.language);
  }

  /** A page of carts, each with the order of its checkout. */
  async page(list: ListQuery, terms: CartTerms): Promise<Page<CartRecord>> {
    const { manager } = this.transactions;
    const { rows, total } = await this.carts.page(manager, list);
    const checkouts = await this.changes.checkouts.of(manager, rows);
    const same = checkouts.filter(({ fingerprint }) => fingerprint !== CONTENT_CHANGED);
    const orders = new Map(same.map(({ cartId, orderId }) => [cartId, orderId]));
    const records = await this.pricing.records(manager, rows, terms);
    return { rows: records.map((record) => ({ ...record, order: orders.get(record.id) ?? null })), total };
  }

  /** @throws ValidationFailed, CartItemNotFound */
  async item(id: string, identifier: string, terms: CartTerms): Promise<CartItemRecord> {
    return itemOf(await this.contents(id, terms), identifier);
  }

  /** Returns whether a product is in the cart. @throws ValidationFailed */
  async has(id: string, productId: string): Promise<boolean> {
    requireCartId(id);
    return this.items.has(this.transactions.manager, id, productId);
  }

  /** Adds products and custom items, or raises the quantity of existing lines (carts.md 3). @throws ValidationFailed */
  add(id: string, items: readonly NewCartItem[], terms: CartTerms): Promise<CartRecord> {
    return this.write(id, terms, async (tx, row, isNew) =>
      this.pricing.keep(row, await this.items.add(tx, { id, isNew, isOfPage: terms.page !== undefined }, items)),
    );
  }

  /**
   * Locks a cart until the transaction ends, and replaces its content.
   * @returns undefined when the cart was never written to
   * @throws ValidationFailed, DiscountCodeRefused
   */
  async fill(
    tx: EntityManager,
    { id, isNew, isOfPage = false }: WrittenCart,
    { items, code }: CartContent,
    currency: string | null,
  ): Promise<LockedCart | undefined> {
    const present = isNew ? undefined : await this.changes.checkouts.lock(tx, id);
    const cart = { id, isNew: present === undefined };
    const written = await this.apply(tx, { id, isOfPage }, present, async (row) => {
      const isFilled = items !== undefined && this.pricing.keep(row, await this.items.replace(tx, cart, items));
      if (code === row.discountCode) return isFilled;
      return (await this.changes.setCode(tx, row, code, { field: 'code', currency })) || isFilled;
    });
    return written ?? present;
  }

  /** Changes a line; a quantity of 0 removes it. @throws ValidationFailed, CartItemNotFound, StaleRecord */
  changeItem(id: string, identifier: string, changes: CartItemChanges, terms: CartTerms): Promise<CartRecord> {
    const { ifMatch, ...others } = terms;
    return this.write(id, others, async (tx, row, isNew) => {
      const before = ifMatch && itemOf(await this.record(tx, id, isNew ? undefined : row, others), identifier);
      if (ifMatch !== undefined) requireMatch(ifMatch, before);
      return this.pricing.keep(row, await this.items.change(tx, { id, isNew }, identifier, changes));
    });
  }

  /** @throws ValidationFailed, CartItemNotFound, StaleRecord */
  async removeItem(id: string, identifier: string, terms: CartTerms): Promise<void> {
    await this.changeItem(id, identifier, { quantity: 0 }, terms);
  }

  /**
   * Sets the code and the customer of the cart.
   * @param field that held the code
   * @throws ValidationFailed, DiscountCodeRefused, StaleRecord, RateLimited
   */
  update(id: string, changes: CartChanges, terms: CartTerms, field = 'discount_code'): Promise<CartRecord> {
    const work = () =>
      this.write(id, terms, async (tx, row) => {
        const isReassigned = await this.changes.setCustomer(tx, row, changes.customer);
        const isRecoded = await this.changes.setCode(tx, row, changes.discountCode, { ...terms, field });
        return isRecoded ? 'content' : isReassigned && 'customer';
      });
    return this.changes.limited(terms.page, changes, work);
  }

  /** Removes the cart with its lines; does nothing for an unknown one. @throws StaleRecord */
  async empty(id: string, terms: CartTerms): Promise<void> {
    requireCartId(id);
    await this.transactions.run(async (tx) => {
      const cart = await this.changes.checkouts.lock(tx, id);
      if (terms.ifMatch !== undefined) {
        requireMatch(terms.ifMatch, await this.record(tx, id, cart?.row, terms));
      }
      if (cart !== undefined) await this.remove(tx, cart.row);
    });
  }

  /** An id for a cart that the caller does not name. */
  newId(): string {
    return this.ids.nextUuid();
  }

  /**
   * One write to a cart, under its lock. Two first writes at once both insert the row: the second one fails on its key and
   * is run again by `Transactions`.
   * @param work returns what it changed. A cart with new content can be checked out again (carts.md 5). A new customer changes
   * the request of the next checkout (orders-and-payments.md 20)
   */
  private write(
    id: string,
    terms: CartTerms,
    work: (tx: EntityManager, row: Cart, isNew: boolean) => Promise<Changed>,
  ): Promise<CartRecord> {
    requireCartId(id);
    return this.transactions.run(async (tx) => {
      const present = await this.changes.checkouts.lock(tx, id);
      if (terms.ifMatch !== undefined) {
        requireMatch(terms.ifMatch, await this.record(tx, id, present?.row, terms));
      }
      const written = await this.apply(tx, { id, isOfPage: terms.page !== undefined }, present, async (row) => {
        // A cart that a signed-in customer fills becomes theirs.
        const isTaken = await this.changes.setCustomer(tx, row, terms.signedIn && { id: terms.signedIn.id });
        return (await work(tx, row, present === undefined)) || (isTaken && 'customer');
      });
      if (written === undefined) return this.record(tx, id, present?.row, terms);
      return this.pricing.written(tx, written.row, terms);
    });
  }

  /**
   * Saves what a write changed.
   * @returns the cart; undefined when nothing was changed
   * @throws ValidationFailed when it is a new cart of a page with a short id
   */
  private async apply(
    tx: EntityManager,
    { id, isOfPage }: Pick<WrittenCart, 'id' | 'isOfPage'>,
    present: LockedCart | undefined,
    work: (row: Cart) => Promise<Changed>,
  ): Promise<LockedCart | undefined> {
    const blank = { discountCode: null, revision: 0, customerId: null };
    const row = present?.row ?? this.changes.checkouts.fresh(Object.assign(new Cart(), blank));
    const save = present && trackChanges(tx, Cart, row);
    const changed = await work(row);
    if (changed === false) return undefined;
    if (present === undefined || save === undefined) {
      if (isOfPage) requireLongId(id);
      return { row: await this.carts.insert(tx, row, id), checkout: undefined };
    }
    const locked = changed === 'customer' ? present : await this.changes.checkouts.change(tx, present);
    row.revision += 1;
    await save();
    return locked;
  }

  private async record(tx: EntityManager, id: string, row: Cart | undefined, terms: PricingTerms): Promise<CartRecord> {
    return this.pricing.recordOf(tx, await this.pricing.withLines(tx, id, row, terms), terms.language);
  }

  /** Removes the row first: its event still shows the lines of the cart. */
  private async remove(tx: EntityManager, row: Cart): Promise<void> {
    const cartId = row.id;
    await tx.remove(row);
    await tx.delete(CartItem, { cartId });
    await tx.delete(CartCheckout, { cartId });
  }
}
