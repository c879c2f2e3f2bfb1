import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type CustomerReference } from '../customers/customer-reference';
import { CartCodesService } from './cart-codes.service';
import { CartCustomersService } from './cart-customers.service';
import { CartPricingService } from './cart-pricing.service';
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
  ) {}

  /** @returns whether it was another code @throws DiscountCodeRefused */
  async setCode(
    tx: EntityManager,
    row: Cart,
    code: CartChanges['discountCode'],
    { field, currency }: CodeTerms,
  ): Promise<boolean> {
    if (code === undefined) return false;
    if (code !== null) await this.codes.require(tx, code, field, await this.pricing.currency(tx, currency));
    if (row.discountCode === code) return false;
    row.discountCode = code;
    return true;
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
