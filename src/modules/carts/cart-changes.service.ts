import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type CustomerReference } from '../customers/customer-reference';
import { CartCodesService } from './cart-codes.service';
import { CartCustomersService } from './cart-customers.service';
import { CartPricingService } from './cart-pricing.service';
import { CartOrdersService } from './cart-orders.service';
import { CodeLimit, type Page } from './code-limit';
import { OwnOrdersService } from './own-orders.service';
import { type Cart } from './data/cart.entity';

/** Changes of a cart besides its lines. Null: removed; undefined: unchanged. */
export interface CartChanges {
  readonly discountCode?: string | null;
  readonly customer?: CustomerReference | null;
}

/** The field of a sent code, and the currency of the request. */
export interface CodeTerms {
  /** The field that held it. */
  readonly field: string;
  /** Code of the header X-Currency; null: the store's own. */
  readonly currency: string | null;
}

/** Puts the code and the customer into the row of a cart, which is locked and saved by the caller. */
@Injectable()
export class CartChangesService {
  constructor(
    private readonly codes: CartCodesService,
    private readonly customers: CartCustomersService,
    private readonly pricing: CartPricingService,
    private readonly ownOrders: OwnOrdersService,
    private readonly limit: CodeLimit,
    readonly checkouts: CartOrdersService,
  ) {}

  /** Runs a request that may change the code. @throws RateLimited after too many wrong codes of a page */
  limited<T>(page: Page | undefined, { discountCode }: CartChanges, work: () => Promise<T>): Promise<T> {
    return this.limit.guard(page, discountCode, work);
  }

  /** @returns whether it was another code @throws DiscountCodeRefused */
  async setCode(
    tx: EntityManager,
    row: Cart,
    code: CartChanges['discountCode'],
    { field, currency }: CodeTerms,
  ): Promise<boolean> {
    if (code === undefined) return false;
    if (code !== null) await this.requireCode(tx, row, code, { field, currency });
    if (row.discountCode === code) return false;
    row.discountCode = code;
    return true;
  }

  /** A use that the cart's own unpaid order has of the code counts as given back. @throws DiscountCodeRefused */
  private async requireCode(tx: EntityManager, row: Cart, code: string, { field, currency }: CodeTerms): Promise<void> {
    const own = (await this.ownOrders.of(tx, [row])).get(row.id);
    const terms = { field, currency: await this.pricing.currency(tx, currency), givenBack: own?.uses ?? [] };
    await this.codes.require(tx, code, terms);
  }

  /** @returns whether it was another customer @throws ValidationFailed `customer does not exist` */
  async setCustomer(tx: EntityManager, row: Cart, who: CartChanges['customer']): Promise<boolean> {
    if (who === undefined) return false;
    const id = who === null ? null : (await this.customers.require(tx, who)).id;
    if (row.customerId === id) return false;
    row.customerId = id;
    return true;
  }
}
