import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { conditionsOf, type ListQuery, type Page, requireSort } from '../../platform/database/lists/listing';
import { matching } from '../../platform/database/lists/page-reader';
import { ROW } from '../../platform/database/rows/row-reader';
import { CustomersService } from '../customers/customers.service';
import { PromotionRedemption } from './data/promotion-redemption.entity';
import { promotionUseListing } from './data/promotion-use.listing';
import { Promotion } from './data/promotion.entity';
import { PromotionNotFound } from './promotions.errors';

/** A use of a promotion, as the ledger has it: what the order took, and whether it gave it back. */
export type LedgerUse = Readonly<PromotionRedemption>;

/** Reads the ledger of a promotion's uses. */
@Injectable()
export class PromotionLedgerService {
  constructor(private readonly customers: CustomersService) {}

  /** Checks that there is such a promotion. @throws PromotionNotFound */
  async requirePromotion(manager: EntityManager, id: string): Promise<void> {
    if (!(await manager.existsBy(Promotion, { id }))) throw new PromotionNotFound();
  }

  /** Newest first unless asked otherwise, along an index. @throws PromotionNotFound, ValidationFailed */
  async page(manager: EntityManager, promotionId: string, list: ListQuery): Promise<Page<LedgerUse>> {
    await this.requirePromotion(manager, promotionId);
    const listing = promotionUseListing(await this.customers.idByEmail(manager, list.filters['customer']));
    requireSort(listing, list);
    const conditions = conditionsOf(listing, list.filters);
    if (conditions === undefined) return { rows: [], total: 0 };
    const found = matching(manager, PromotionRedemption, [{ promotionId }, ...conditions]);
    const [count] = await found.clone().select('COUNT(*)', 'total').getRawMany<{ total: unknown }>();
    const total = Number(count?.total ?? 0);
    if (total <= list.offset) return { rows: [], total };
    const direction = list.order === 'asc' ? 'ASC' : 'DESC';
    found.orderBy(`${ROW}.createdAt`, direction).addOrderBy(`${ROW}.orderId`, direction);
    return { rows: await found.offset(list.offset).limit(list.limit).getMany(), total };
  }
}
