import { Body, Controller, Get, Ip, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Principal, type SignedInCustomer } from '../../../kernel/scopes';
import { type Single } from '../../../platform/http/envelope';
import { sentOf } from '../../../platform/http/fields/patch';
import { IfMatch, type IfMatchTags } from '../../../platform/http/fields/request-values';
import { AnswersChanged, AnswersOne } from '../../../platform/http/openapi/answers';
import { Caller, ForCustomers, ForStorefronts, Scoped } from '../../../platform/http/principal';
import { CustomerHistoriesService } from '../customer-histories.service';
import { CustomerLoginService } from '../customer-login.service';
import { CustomerRecord } from '../customer.resource';
import { answerOf } from './customer.answer';
import { CustomersService } from '../customers.service';
import { Me } from '../signed-in';
import { UpdateMeDto } from './password.dto';

/** `/v1/customers/me`: the customer who is signed in (storefront.md 2). */
@Scoped('customers')
@ApiTags('Customers')
@ForCustomers()
@Controller('v1/customers/me')
export class MeController {
  constructor(
    private readonly customers: CustomersService,
    private readonly logins: CustomerLoginService,
    private readonly histories: CustomerHistoriesService,
  ) {}

  @Get()
  @ForStorefronts()
  @AnswersOne(CustomerRecord, { name: 'getMe', summary: 'Get the customer who is signed in' })
  async get(@Me() { id }: SignedInCustomer): Promise<Single<CustomerRecord>> {
    return answerOf(this.histories, await this.customers.get(id));
  }

  @Put()
  @ForStorefronts()
  @AnswersChanged(CustomerRecord, {
    name: 'updateMe',
    summary: 'Change the customer who is signed in',
    description:
      'Another e-mail address and a new password need `current_password`; a wrong one is 422. A customer can try five other e-mail ' +
      'addresses an hour; more are 429.',
  })
  async update(
    @Me() me: SignedInCustomer,
    @Body() body: UpdateMeDto,
    @Ip() address: string,
    @IfMatch() ifMatch: IfMatchTags,
    @Caller() caller?: Principal,
  ): Promise<Single<CustomerRecord>> {
    const { first_name: firstName, last_name, email, password, current_password: present } = body;
    const changes = sentOf(body, { firstName, lastName: last_name ?? '', email, password });
    const from = { address, isPage: caller?.storefront !== undefined };
    return answerOf(this.histories, await this.logins.change(me, changes, { present, from, ifMatch }));
  }
}
