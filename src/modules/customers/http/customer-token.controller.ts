import { Body, Controller, HttpCode, Ip } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Principal } from '../../../kernel/scopes';
import { single, type Single } from '../../../platform/http/envelope';
import { RunsOwnTransactions } from '../../../platform/http/idempotency/own-transactions';
import { AnswersChanged } from '../../../platform/http/openapi/answers';
import { Post } from '../../../platform/http/post';
import { Caller, ForStorefronts, Scoped } from '../../../platform/http/principal';
import { CustomerLoginService } from '../customer-login.service';
import { CustomerSignInDto, CustomerTokenRecord } from './password.dto';

/** `/v1/customers/token` (storefront.md 2). */
@Scoped('customers')
@ApiTags('Customers')
@Controller('v1/customers/token')
export class CustomerTokenController {
  constructor(private readonly logins: CustomerLoginService) {}

  @Post()
  @HttpCode(200)
  @ForStorefronts()
  @RunsOwnTransactions()
  @AnswersChanged(CustomerTokenRecord, {
    name: 'issueCustomerToken',
    summary: 'Sign a customer in',
    description: 'Returns a token to be sent as `X-Customer-Token`. A new password ends it.',
  })
  async signIn(
    @Body() { email, password }: CustomerSignInDto,
    @Ip() address: string,
    @Caller() caller?: Principal,
  ): Promise<Single<CustomerTokenRecord>> {
    const from = { address, isPage: caller?.storefront !== undefined };
    const { token, expiresAt, expiresIn, customer } = await this.logins.signIn(email, password, from);
    const expires = Math.floor(expiresAt.getTime() / 1000);
    return single({ token, expires, expires_in: expiresIn, customer });
  }
}
