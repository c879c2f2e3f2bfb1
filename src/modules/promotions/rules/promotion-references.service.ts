import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { CustomerGroupsService } from '../../customers/customer-groups.service';
import { PriceHolders } from '../../settings/price-holders';
import { ShippingMethodsService } from '../../settings/shipping-methods.service';
import { OwnCodes } from '../codes/own-codes';
import { ValidationFailed } from '../../../kernel/errors';
import { Promotion } from '../data/promotion.entity';
import { ALL_OTHERS } from '../domain/eligibility/exclusions';
import { actionOf } from '../domain/actions/promotion-actions';
import { ExcludingPromotions } from './excluding-promotions';
import { PromotionsCache } from '../promotions.cache';

/** The fields of a promotion that name other rows. */
type References = Pick<Promotion, 'customerGroup' | 'shippingMethods' | 'action' | 'excludes' | 'isLive' | 'to'> & {
  readonly id?: string;
};

/** Checks what promotions name when they are written, and keeps it from being removed. */
@Injectable()
export class PromotionReferencesService {
  constructor(
    private readonly groups: CustomerGroupsService,
    private readonly methods: ShippingMethodsService,
    private readonly cache: PromotionsCache,
    prices: PriceHolders,
    private readonly excluding: ExcludingPromotions,
    /** Names too: no two promotions have the same. */
    readonly codes: OwnCodes,
  ) {
    groups.uses.add('a promotion', (tx, id) => tx.existsBy(Promotion, { customerGroup: id }));
    methods.uses.add('the promotion', (tx, id) => this.titleUsing(tx, id));
    prices.register({ noun: 'promotions', exists: (tx) => tx.exists(Promotion) });
  }

  /**
   * Locks the rows that a promotion is about to name. Names that it had before are not looked up again.
   * @throws ValidationFailed naming the field
   */
  async require(tx: EntityManager, now: References, before?: References): Promise<void> {
    if (now.customerGroup !== null && now.customerGroup !== before?.customerGroup) {
      await this.groups.require(tx, now.customerGroup, 'customer_group');
    }
    const had = new Set(before === undefined ? [] : methodsOf(before));
    const added = methodsOf(now).filter((id) => !had.has(id));
    await this.methods.requireAll(tx, added, 'shipping_methods');
    await this.requireExcluded(tx, now, before);
    await this.excluding.requireRoom(tx, now, before);
  }

  /** One that is removed later excludes nothing any more. @throws ValidationFailed */
  private async requireExcluded(
    tx: EntityManager,
    { id: own, excludes }: References,
    before?: References,
  ): Promise<void> {
    const had = new Set([ALL_OTHERS, ...(before?.excludes ?? [])]);
    const added = (excludes ?? []).filter((id) => !had.has(id));
    if (added.length === 0) return;
    const { all } = await this.cache.within(tx);
    const known = new Set(all.map(({ definition }) => definition.id));
    const wrong = added.find((id) => id === own || !known.has(id));
    if (wrong !== undefined && wrong === own)
      throw ValidationFailed.of('excludes', 'must not name the promotion itself');
    if (wrong !== undefined) throw ValidationFailed.of('excludes', `must name promotions: ${wrong} does not exist`);
  }

  /** Title of the first promotion that names a shipping method; false: none does (orders-and-payments.md 32). */
  private async titleUsing(tx: EntityManager, methodId: string): Promise<string | false> {
    const { all } = await this.cache.within(tx);
    return all.find(({ definition }) => methodsOf(definition).includes(methodId))?.definition.title ?? false;
  }
}

/** Ids of the shipping methods that count: other actions keep theirs without using them. */
function methodsOf({ action, shippingMethods }: Pick<Promotion, 'action' | 'shippingMethods'>): readonly string[] {
  return actionOf(action).fields.shipping_methods === undefined ? [] : (shippingMethods ?? []);
}
