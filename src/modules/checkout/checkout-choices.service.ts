import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ValidationFailed } from '../../kernel/errors';
import { REQUIRED } from '../../kernel/fields/field-problem';
import { type StoreCurrency } from '../settings/currencies.service';
import { type Gateway } from '../settings/gateway.record';
import { GatewaysService } from '../settings/gateways.service';
import { type ShippingMethod } from '../settings/shipping-method.resource';
import { ShippingMethodsService } from '../settings/shipping-methods.service';
import { type TaxBand } from '../settings/tax-band.resource';
import { TaxBandsService } from '../settings/tax-bands.service';
import { brokenRange } from '../settings/shipping-range';
import { type CartLineNow } from '../carts/cart-lines.service';
import { parcelOf } from '../carts/cart-snapshot';

/** A way to send a cart, with the tax band of its price. */
export interface ChosenShipping {
  readonly method: ShippingMethod;
  readonly taxBand: TaxBand | undefined;
}

/** Lists what a customer can choose at checkout, and checks a choice against it (carts.md 9). */
@Injectable()
export class CheckoutChoicesService {
  constructor(
    private readonly methods: ShippingMethodsService,
    private readonly taxBands: TaxBandsService,
    private readonly gateways: GatewaysService,
  ) {}

  /** Returns whether a shipping method must be chosen: there is one, and something to ship (orders-and-payments.md 21). */
  async isShippingRequired(tx: EntityManager, lines: readonly CartLineNow[]): Promise<boolean> {
    return lines.some(({ requiresShipping }) => requiresShipping) && (await this.methods.findLive(tx)).length > 0;
  }

  /** @param wanted id or slug; null: not chosen @throws ValidationFailed naming `shipping` */
  async shipping(
    tx: EntityManager,
    wanted: string | null,
    lines: readonly CartLineNow[],
  ): Promise<ChosenShipping | null> {
    if (wanted === null) {
      if (await this.isShippingRequired(tx, lines)) throw ValidationFailed.of('shipping', REQUIRED);
      return null;
    }
    const method = await this.methods.find(tx, wanted);
    if (method === undefined) throw ValidationFailed.of('shipping', 'does not exist');
    if (method.status !== '1') throw ValidationFailed.of('shipping', 'is not enabled');
    const broken = brokenRange(method, parcelOf(lines));
    if (broken !== null) throw ValidationFailed.of('shipping', `is not for a cart of this ${broken}`);
    return { method, taxBand: await this.taxBands.find(tx, method.taxBand) };
  }

  /** Every method that these lines can be sent by, oldest first. */
  async shippingFor(tx: EntityManager, lines: readonly CartLineNow[]): Promise<ChosenShipping[]> {
    const parcel = parcelOf(lines);
    const methods = (await this.methods.findLive(tx)).filter((method) => brokenRange(method, parcel) === null);
    const chosen: ChosenShipping[] = [];
    for (const method of methods) chosen.push({ method, taxBand: await this.taxBands.find(tx, method.taxBand) });
    return chosen;
  }

  /**
   * @param slug null: not chosen yet
   * @param currency of the order
   * @throws ValidationFailed naming `gateway`, or `total_step` when it does not take every total of the currency
   */
  async gateway(tx: EntityManager, slug: string | null, currency: StoreCurrency): Promise<Gateway | null> {
    if (slug === null) return null;
    const gateway = await this.gateways.findBySlug(tx, slug);
    if (gateway === undefined) throw ValidationFailed.of('gateway', 'does not exist');
    const refusal = this.gateways.refusal(gateway);
    if (refusal !== undefined) throw ValidationFailed.of('gateway', refusal);
    const fault = this.gateways.stepFault(slug, currency);
    if (fault !== undefined) throw new ValidationFailed({ total_step: [fault] });
    return gateway;
  }

  /** Every gateway that can be chosen. */
  gatewaysOpen(tx: EntityManager): Promise<Gateway[]> {
    return this.gateways.findEnabled(tx);
  }
}
