import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { single, type Single } from '../../../platform/http/envelope';
import { AnswersForm } from '../../../platform/http/fields/form.interceptor';
import { ForStorefronts, Scoped } from '../../../platform/http/principal';
import { CreateAddressDto } from './address.dto';

/** `/v1/addresses/fields`, for clients that know no customer yet (storefront.md 7). */
@Scoped('customers')
@ApiTags('Addresses')
@Controller('v1/addresses')
export class AddressFieldsController {
  @Get('fields')
  @ForStorefronts()
  @AnswersForm(CreateAddressDto, { name: 'getNewAddressFields', summary: 'Get the fields of addresses' })
  fields(): Single<object> {
    return single({});
  }
}
