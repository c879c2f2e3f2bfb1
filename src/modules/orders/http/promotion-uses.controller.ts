import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AnswersList } from '../../../platform/http/openapi/answers';
import { listed, type Listed, type ListRequest } from '../../../platform/http/pagination';
import { Scoped } from '../../../platform/http/principal';
import { List } from '../../../platform/http/fields/request-values';
import { PromotionUseRecord } from '../../promotions/promotion-use.record';
import { PromotionUsesService } from '../discounts/promotion-uses.service';

/** `/v1/promotions/cart/{promotion}/uses` (promotions-at-scale.md 9). It shows orders, so it needs their scope. */
@Scoped('orders')
@ApiTags('Promotions')
@Controller('v1/promotions/cart/:promotion_id/uses')
export class PromotionUsesController {
  constructor(private readonly uses: PromotionUsesService) {}

  @Get()
  @AnswersList(PromotionUseRecord, {
    name: 'listPromotionUses',
    summary: 'List the orders that used a promotion',
    description: 'Newest first, including orders that gave their use back.',
  })
  async list(@Param('promotion_id') promotion: string, @List() list: ListRequest): Promise<Listed<PromotionUseRecord>> {
    return listed(await this.uses.page(promotion, list), list);
  }
}
