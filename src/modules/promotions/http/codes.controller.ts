import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Body, Controller, Get, Param, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Response } from 'express';
import { requireScope, type Scope } from '../../../kernel/scopes';
import { TakesCsv, Uploaded } from '../../../platform/http/body/body.guard';
import { type UploadedFile } from '../../../platform/http/body/upload.reader';
import { endWithToken } from '../../../platform/http/connections/long-answer';
import { single, type Single } from '../../../platform/http/envelope';
import { Address, List } from '../../../platform/http/fields/request-values';
import { AnswersList } from '../../../platform/http/openapi/answers';
import { listed, type Listed, type ListRequest } from '../../../platform/http/pagination';
import { Post } from '../../../platform/http/post';
import { CallerScopes, Scoped } from '../../../platform/http/principal';
import { AddCodesService } from '../codes/add-codes.service';
import { CodeJobRecord, codeJobRecord } from '../codes/code-job.record';
import { CodeRecord } from '../codes/code.record';
import { CodesService } from '../codes/codes.service';
import { AnswersCodesAdded, AnswersCodeTable } from './code.answers';
import { AddCodesDto } from './code.dto';
import { codeTable } from './code.table';

/** 64 MiB (promotions-at-scale.md 2). */
const MAX_TABLE_BYTES = 67_108_864;

/** Serves the pools of promotions (promotions-at-scale.md 2, 3). */
@Scoped('promotions')
@ApiTags('Promotions')
@Controller('v1/promotions/cart/:promotion_id')
export class CodesController {
  constructor(
    private readonly codes: CodesService,
    private readonly adding: AddCodesService,
  ) {}

  @Post('codes')
  @TakesCsv(MAX_TABLE_BYTES)
  @AnswersCodesAdded()
  async add(
    @Param('promotion_id') id: string,
    @Body() body: AddCodesDto,
    @Uploaded() table: UploadedFile | undefined,
    @Address() address: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Single<readonly CodeRecord[] | CodeJobRecord>> {
    const request = body.toRequest();
    const added = await (table === undefined
      ? this.adding.add(id, request)
      : this.adding.addTable(id, table.path, request));
    if ('codes' in added) return single(added.codes);
    const record = codeJobRecord(added.job, `${address}/jobs/${added.job.id}`);
    response.status(202).setHeader('Location', record.link);
    return single(record);
  }

  @Get('codes')
  @AnswersList(CodeRecord, {
    name: 'listPromotionCodes',
    summary: 'List the codes of a pool',
    description: 'The filter `customer` needs the scope `orders:read` too.',
  })
  async list(
    @Param('promotion_id') id: string,
    @CallerScopes() scopes: ReadonlySet<Scope>,
    @List() list: ListRequest,
  ): Promise<Listed<CodeRecord>> {
    // Only readers of orders may see who used a code.
    if (list.filters['customer'] !== undefined) requireScope(scopes, 'orders:read');
    return listed(await this.codes.page(id, list), list);
  }

  @Get('codes.csv')
  @AnswersCodeTable()
  async table(@Param('promotion_id') id: string, @Res() response: Response): Promise<void> {
    const rows = await codeTable(this.codes.all(id));
    response.setHeader('Content-Type', 'text/csv; charset=utf-8');
    response.setHeader('Content-Disposition', 'attachment; filename="codes.csv"');
    const forget = endWithToken(response.req, () => response.destroy());
    // The client left or the database failed: the connection is cut, so that both sides notice.
    await pipeline(Readable.from(rows), response).catch(() => response.destroy());
    forget();
  }
}
