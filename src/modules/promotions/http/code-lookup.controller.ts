import { Controller, Get, HttpCode, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { requireScope, type Scope } from '../../../kernel/scopes';
import { single, type Single } from '../../../platform/http/envelope';
import { AnswersOne } from '../../../platform/http/openapi/answers';
import { Post } from '../../../platform/http/post';
import { CallerScopes, Scoped } from '../../../platform/http/principal';
import { CodeDetailRecord, CodeRecord } from '../codes/code.record';
import { CodesService } from '../codes/codes.service';

/** Serves single codes of all pools (promotions-at-scale.md 3). */
@Scoped('promotions')
@ApiTags('Promotions')
@Controller('v1/promotions/codes/:code')
export class CodeLookupController {
  constructor(private readonly codes: CodesService) {}

  @Get()
  @AnswersOne(CodeDetailRecord, {
    name: 'getPromotionCode',
    summary: 'Get a code of a pool',
    description:
      'Returns the promotion of the code, its state and the orders that used it. Case and spelling variants match. Needs the scope `orders:read` too.',
  })
  async get(
    @Param('code') code: string,
    @CallerScopes() scopes: ReadonlySet<Scope>,
  ): Promise<Single<CodeDetailRecord>> {
    requireScope(scopes, 'orders:read');
    return single(await this.codes.get(code));
  }

  @Post('revoke')
  @HttpCode(200)
  @AnswersOne(CodeRecord, {
    name: 'revokePromotionCode',
    summary: 'Revoke a code of a pool',
    description: 'No further order can use it. Orders that used it keep their discount.',
  })
  async revoke(@Param('code') code: string): Promise<Single<CodeRecord>> {
    return single(await this.codes.revoke(code));
  }
}
