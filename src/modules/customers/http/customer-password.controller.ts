import { Body, Controller, HttpCode, Ip } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Principal } from '../../../kernel/scopes';
import { RunsOwnTransactions } from '../../../platform/http/idempotency/own-transactions';
import { type Done, done } from '../../../platform/http/envelope';
import { AnswersDone } from '../../../platform/http/openapi/answers';
import { Post } from '../../../platform/http/post';
import { Caller, ForStorefronts, Scoped } from '../../../platform/http/principal';
import { PasswordResetsService } from '../password-resets.service';
import { RequestPasswordResetDto, SetPasswordDto } from './password.dto';

/** `/v1/customers/password`: password resets (storefront.md 2). */
@Scoped('customers')
@ApiTags('Customers')
@Controller('v1/customers/password')
export class CustomerPasswordController {
  constructor(private readonly resets: PasswordResetsService) {}

  @Post('reset')
  @HttpCode(200)
  @ForStorefronts()
  @RunsOwnTransactions()
  @AnswersDone({
    name: 'issuePasswordReset',
    summary: 'Request a password reset',
    description:
      'If a customer has the e-mail address, the event `customer.password_reset_requested` sends the shop a token to mail. ' +
      'The response is the same if there is none.',
  })
  async reset(
    @Body() { email }: RequestPasswordResetDto,
    @Ip() address: string,
    @Caller() caller?: Principal,
  ): Promise<Done> {
    await this.resets.request(email, { address, isPage: caller?.storefront !== undefined });
    return done();
  }

  @Post()
  @HttpCode(200)
  @ForStorefronts()
  @RunsOwnTransactions()
  @AnswersDone({
    name: 'setCustomerPassword',
    summary: 'Set a new password',
    description: 'Takes the token of a reset, once. Ends every token of the customer.',
  })
  async set(@Body() { token, password }: SetPasswordDto): Promise<Done> {
    await this.resets.complete(token, password);
    return done();
  }
}
