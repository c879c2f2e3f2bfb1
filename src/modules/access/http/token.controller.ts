import { Controller, Headers, HttpCode, Ip } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { BODY_TYPES } from '../../../platform/http/openapi/answers';
import { Post } from '../../../platform/http/post';
import { Public } from '../../../platform/http/principal';
import { InvalidScope, ScopeNotGranted } from '../access.errors';
import { LoginLimit } from '../login-limit';
import { StorefrontLimit } from '../storefront-limit';
import { TokensService } from '../tokens.service';
import { ReadTokenRequest, type TokenRequest } from './token-request';
import { TokenAnswer, TokenRequestDto } from './token.dto';

function toInvalidScope(error: unknown): never {
  throw error instanceof ScopeNotGranted ? new InvalidScope(error.errors) : error;
}

/** Issues bearer tokens for client credentials (wire.md 5). */
@Public()
@ApiTags('Access')
@Controller('oauth')
export class TokenController {
  constructor(
    private readonly tokens: TokensService,
    private readonly limit: LoginLimit,
    private readonly storefronts: StorefrontLimit,
  ) {}

  @Post('access_token')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Get an access token',
    description:
      'Send the client id and secret in the body, or by `Authorization: Basic` as base64 of `<client_id>:<client_secret>`, ' +
      'each URL-encoded (RFC 6749 2.3.1). A browser sends `grant_type=implicit` and the id of a public client, and no secret.',
    operationId: 'issueToken',
    security: [],
  })
  @ApiConsumes(...BODY_TYPES)
  @ApiBody({ type: TokenRequestDto })
  @ApiExtraModels(TokenAnswer)
  @ApiOkResponse({ description: 'Returns the token.', schema: { $ref: getSchemaPath(TokenAnswer) } })
  async issue(
    @ReadTokenRequest() request: TokenRequest,
    @Ip() address: string,
    @Headers('origin') origin: string | undefined,
  ): Promise<TokenAnswer> {
    const { client_id, client_secret, scope, challenge, grant_type } = request;
    const token = await this.limit.guard(client_id, address, async () => {
      if (grant_type === 'client_credentials') {
        return this.tokens.issue(client_id, client_secret, scope ?? undefined, challenge).catch(toInvalidScope);
      }
      await this.storefronts.count(address);
      return this.tokens.issueToStorefront(client_id, origin);
    });
    return {
      access_token: token.accessToken,
      token_type: 'Bearer',
      identifier: grant_type,
      expires: Math.floor(token.expiresAt.getTime() / 1000),
      expires_in: token.expiresIn,
      scope: token.scopes.join(' '),
    };
  }
}
