import { Body, Controller, Delete, Get, HttpCode, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Scope } from '../../../kernel/scopes';
import { AnswersChanged, AnswersCreated, AnswersList, AnswersOne } from '../../../platform/http/openapi/answers';
import { RemovesSeveral } from '../../../platform/http/removes-several';
import { removed, type Removed, single, type Single } from '../../../platform/http/envelope';
import { listed, type Listed, type ListRequest } from '../../../platform/http/pagination';
import { Post } from '../../../platform/http/post';
import { CallerScopes, Scoped, ForStorefronts, ScopedAs } from '../../../platform/http/principal';
import { AnswersForm } from '../../../platform/http/fields/form.interceptor';
import { IfMatch, type IfMatchTags, List } from '../../../platform/http/fields/request-values';
import { type Language, MessageLanguage, TellsWhy } from '../message-language';
import { PricesInCurrency, XCurrency } from '../../settings/currency.header';
import { PreviewService } from '../preview/preview.service';
import { PreviewRecord } from '../preview.record';
import { PromotionRecord, promotionTerms } from '../promotion.record';
import { PromotionsService } from '../promotions.service';
import { PreviewDto } from './preview.dto';
import { CreatePromotionDto, UpdatePromotionDto } from './promotion.dto';

/** Serves `/v1/promotions/cart` and its older spelling `/v1/promotions/carts`; interface.md has both. */
@Scoped('promotions')
@ApiTags('Promotions')
@Controller(['v1/promotions/cart', 'v1/promotions/carts'])
export class PromotionsController {
  constructor(
    private readonly promotions: PromotionsService,
    private readonly previews: PreviewService,
  ) {}

  @Get('fields')
  @ForStorefronts()
  @AnswersForm(CreatePromotionDto, { summary: 'Get the fields of promotions' })
  fields(): Single<object> {
    return single({});
  }

  @Post()
  @AnswersCreated(PromotionRecord, { summary: 'Create a promotion' })
  async create(@Body() body: CreatePromotionDto): Promise<Single<PromotionRecord>> {
    return answered(await this.promotions.create(body.toFields()));
  }

  @Post('preview')
  @HttpCode(200)
  @ScopedAs('read')
  @TellsWhy()
  @PricesInCurrency()
  @AnswersChanged(PreviewRecord, {
    name: 'previewPromotions',
    summary: 'Preview promotions on a cart',
    description:
      'Prices a stored cart, or the items you send, with the stored promotions or with unsaved ones you send. Writes nothing.',
  })
  async preview(
    @Body() body: PreviewDto,
    @CallerScopes() scopes: ReadonlySet<Scope>,
    @MessageLanguage() language: Language,
    @XCurrency() currency: string | null,
  ): Promise<Single<PreviewRecord>> {
    return single(await this.previews.preview(body.toRequest(currency), scopes.has('customers:read'), language));
  }

  @Get()
  @AnswersList(PromotionRecord, { summary: 'List promotions' })
  async list(@List() list: ListRequest): Promise<Listed<PromotionRecord>> {
    return listed(await this.promotions.page(list), list);
  }

  @Get('search')
  @AnswersList(PromotionRecord, { summary: 'Search promotions' })
  search(@List() list: ListRequest): Promise<Listed<PromotionRecord>> {
    return this.list(list);
  }

  @Get(':promotion_id')
  @AnswersOne(PromotionRecord, { summary: 'Get a promotion' })
  async get(@Param('promotion_id') id: string): Promise<Single<PromotionRecord>> {
    return answered(await this.promotions.get(id));
  }

  @Put(':promotion_id')
  @AnswersChanged(PromotionRecord, { summary: 'Change a promotion' })
  async update(
    @Param('promotion_id') id: string,
    @Body() body: UpdatePromotionDto,
    @IfMatch() tags: IfMatchTags,
  ): Promise<Single<PromotionRecord>> {
    return answered(await this.promotions.update(id, body.toPatch(), tags));
  }

  @Delete(':promotion_id')
  @RemovesSeveral({ summary: 'Remove a promotion' })
  async remove(@Param('promotion_id') id: string, @IfMatch() tags: IfMatchTags): Promise<Removed> {
    await this.promotions.remove(id, tags);
    return removed('Promotion');
  }

  @Get(':promotion_id/fields')
  @AnswersForm(CreatePromotionDto, { summary: 'Get the fields of promotions, with the values of one' })
  fieldValues(@Param('promotion_id') id: string): Promise<Single<PromotionRecord>> {
    return this.get(id);
  }
}

function answered(record: PromotionRecord): Single<PromotionRecord> {
  return single(record, promotionTerms(record));
}
