import { Body, Controller, HttpCode, Ip } from '@nestjs/common';
import { ApiConsumes, ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { BODY_TYPES } from '../../../platform/http/openapi/answers';
import { Post } from '../../../platform/http/post';
import { Public } from '../../../platform/http/principal';
import { LoginLimit } from '../login-limit';
import { TokensService } from '../tokens.service';
import { TokenAnswer, TokenRequestDto } from './token.dto';

/** Client credentials in, bearer token out (wire.md 5). */
@Public()
@ApiTags('Access')
@Controller('oauth')
export class TokenController {
  constructor(
    private readonly tokens: TokensService,
    private readonly limit: LoginLimit,
  ) {}

  @Post('access_token')
  @HttpCode(200)
  @ApiOperation({ summary: 'Get an access token', operationId: 'issueToken', security: [] })
  @ApiConsumes(...BODY_TYPES)
  @ApiExtraModels(TokenAnswer)
  @ApiOkResponse({ description: 'Returns the token.', schema: { $ref: getSchemaPath(TokenAnswer) } })
  async issue(@Body() body: TokenRequestDto, @Ip() address: string): Promise<TokenAnswer> {
    const token = await this.limit.guard(body.client_id, address, () =>
      this.tokens.issue(body.client_id, body.client_secret, body.scope ?? undefined),
    );
    return {
      access_token: token.accessToken,
      token_type: 'Bearer',
      identifier: 'client_credentials',
      expires: Math.floor(token.expiresAt.getTime() / 1000),
      expires_in: token.expiresIn,
    };
  }
}
