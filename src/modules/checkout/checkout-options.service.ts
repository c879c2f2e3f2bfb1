import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { isId } from '../../kernel/ids';
import { type Amount, amountNumber, formatAmount } from '../../kernel/money';
import { Transactions } from '../../platform/database/connection/transactions';
import { addressRecord } from '../customers/address.record';
import { AddressesService } from '../customers/addresses.service';
import { type CartCustomer } from '../promotions/pricing.service';
import { gatewayRecord } from '../settings/gateway.record';
import { ShippingMethodsService } from '../settings/shipping-methods.service';
import { type CartNow, CartPricingService } from '../carts/cart-pricing.service';
import { type CartTerms, requireCartId } from '../carts/carts.service';
import { CheckoutChoicesService } from './checkout-choices.service';
import { type CheckoutMethodRecord, type CheckoutOptionsRecord } from './checkout-options.record';
import { CheckoutPartiesService } from './checkout-parties.service';

/** Lists the choices at the checkout of a cart (carts.md, table). */
@Injectable()
export class CheckoutOptionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly pricing: CartPricingService,
    private readonly choices: CheckoutChoicesService,
    private readonly parties: CheckoutPartiesService,
    private readonly methods: ShippingMethodsService,
    private readonly addresses: AddressesService,
  ) {}

  /**
   * @param who id or e-mail address of a customer; null: nobody known yet
   * @param terms `withAddresses`: whether the caller may see the customer's addresses; they are left out otherwise
   * @throws ValidationFailed
   */
  async options(
    cartId: string,
    who: string | null,
    { currency, withAddresses }: CartTerms & { readonly withAddresses: boolean },
  ): Promise<CheckoutOptionsRecord> {
    requireCartId(cartId);
    const { manager } = this.transactions;
    const buyer = who === null ? null : isId(who) ? { id: who } : { email: who };
    const customer = await this.parties.customer(manager, buyer);
    const cart = await this.pricing.read(manager, cartId, currency);
    const forPromotions = await this.parties.forPromotions(manager, customer);
    const withoutShipping = await this.pricing.totalWith(manager, cart, forPromotions, null);
    const addresses = customer === null || !withAddresses ? [] : await this.addresses.findOf(manager, customer.id);
    const gateways = await this.choices.gatewaysOpen(manager);
    return {
      cart: await this.pricing.recordOf(manager, cart),
      ...totalOf(withoutShipping, cart),
      shipping: {
        required: await this.choices.isShippingRequired(manager, cart.lines),
        methods: await this.methodsFor(manager, cart, forPromotions),
      },
      addresses: addresses.map(addressRecord),
      gateways: Object.fromEntries(gateways.map((gateway) => [gateway.slug, gatewayRecord(gateway)])),
    };
  }

  private async methodsFor(
    manager: EntityManager,
    cart: CartNow,
    customer: CartCustomer | null,
  ): Promise<CheckoutMethodRecord[]> {
    const lines = cart.lines.filter(({ isAvailable }) => isAvailable);
    const offered = await this.choices.shippingFor(manager, lines);
    const records = await this.methods.records(
      manager,
      offered.map(({ method }) => method),
    );
    const priced: CheckoutMethodRecord[] = [];
    for (const [i, record] of records.entries()) {
      const total = await this.pricing.totalWith(manager, cart, customer, offered[i]);
      priced.push({ ...record, ...totalOf(total, cart) });
    }
    return priced;
  }
}

function totalOf(total: Amount, { currency }: CartNow): { total: number; formatted_total: string } {
  return { total: amountNumber(total), formatted_total: formatAmount(total, currency) };
}
