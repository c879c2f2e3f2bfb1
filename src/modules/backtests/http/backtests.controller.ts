import { Body, Controller, Delete, Get, HttpCode, Param, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Response } from 'express';
import { requireScope, type Scope } from '../../../kernel/scopes';
import { removed, type Removed, single, type Single } from '../../../platform/http/envelope';
import { AnswersForm } from '../../../platform/http/fields/form.interceptor';
import { IfMatch, type IfMatchTags, List } from '../../../platform/http/fields/request-values';
import { AnswersList, AnswersOne, AnswersRemoved } from '../../../platform/http/openapi/answers';
import { listed, type Listed, type ListRequest } from '../../../platform/http/pagination';
import { Post } from '../../../platform/http/post';
import { CallerScopes, ForStorefronts, Scoped } from '../../../platform/http/principal';
import { type Language, MessageLanguage, TellsWhy } from '../../promotions/message-language';
import { BacktestOrderRecord } from '../backtest-order.record';
import { BacktestRecord } from '../backtest.record';
import { BacktestsService } from '../backtests.service';
import { ListedBacktestRecord } from '../listed-backtest.record';
import { AnswersAccepted, ORDERS } from './backtest.answers';
import { CreateBacktestDto } from './backtest.dto';

const PATH = '/v1/promotions/backtests';
/** Serves `/v1/promotions/backtests` (promotions-at-scale.md 10). */
@Scoped('promotions')
@ApiTags('Promotions')
@Controller('v1/promotions/backtests')
export class BacktestsController {
  constructor(private readonly backtests: BacktestsService) {}

  @Get('fields')
  @ForStorefronts()
  @AnswersForm(CreateBacktestDto, { summary: 'Get the fields of backtests' })
  fields(): Single<object> {
    return single({});
  }

  @Post()
  @HttpCode(202)
  @AnswersAccepted()
  async create(
    @Body() body: CreateBacktestDto,
    @CallerScopes() scopes: ReadonlySet<Scope>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Single<BacktestRecord>> {
    requireScope(scopes, 'orders:read');
    const record = await this.backtests.create(body.toRequest());
    response.setHeader('Location', `${PATH}/${record.id}`);
    return single(record);
  }

  @Get()
  @AnswersList(ListedBacktestRecord, {
    name: 'listBacktests',
    summary: 'List back-tests',
    description: `Back-tests of the last 30 days without their results; the newest first. ${ORDERS}`,
  })
  async list(
    @CallerScopes() scopes: ReadonlySet<Scope>,
    @List() list: ListRequest,
  ): Promise<Listed<ListedBacktestRecord>> {
    requireScope(scopes, 'orders:read');
    return listed(await this.backtests.page(list), list);
  }

  @Get(':backtest_id')
  @TellsWhy()
  @AnswersOne(BacktestRecord, { summary: 'Get a back-test', description: ORDERS })
  async get(
    @Param('backtest_id') id: string,
    @CallerScopes() scopes: ReadonlySet<Scope>,
    @MessageLanguage() language: Language,
  ): Promise<Single<BacktestRecord>> {
    requireScope(scopes, 'orders:read');
    return single(await this.backtests.get(id, language));
  }

  @Get(':backtest_id/orders')
  @AnswersList(BacktestOrderRecord, {
    name: 'listBacktestOrders',
    summary: 'List the orders that a back-test touched',
    description: `Orders that a tested promotion applies to, or whose discount is another one; the newest first. ${ORDERS}`,
  })
  async orders(
    @Param('backtest_id') id: string,
    @CallerScopes() scopes: ReadonlySet<Scope>,
    @List() list: ListRequest,
  ): Promise<Listed<BacktestOrderRecord>> {
    requireScope(scopes, 'orders:read');
    return listed(await this.backtests.orders(id, list), list);
  }

  @Delete(':backtest_id')
  @TellsWhy()
  @AnswersRemoved({ summary: 'Cancel or remove a back-test', description: 'Cancels it, or removes an ended one.' })
  async remove(
    @Param('backtest_id') id: string,
    @IfMatch() tags: IfMatchTags,
    @MessageLanguage() language: Language,
  ): Promise<Removed> {
    const isRemoved = await this.backtests.cancelOrRemove(id, tags, language);
    return isRemoved ? removed('Back-test') : { status: true, message: 'Back-test cancelled successfully' };
  }

  @Get(':backtest_id/fields')
  @AnswersForm(CreateBacktestDto, { summary: 'Get the fields of backtests, with the values of one' })
  fieldValues(
    @Param('backtest_id') id: string,
    @CallerScopes() scopes: ReadonlySet<Scope>,
    @MessageLanguage() language: Language,
  ): Promise<Single<BacktestRecord>> {
    return this.get(id, scopes, language);
  }
}
