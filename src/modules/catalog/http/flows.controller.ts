import { Controller, Get } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { List } from '../../../platform/http/fields/request-values';
import { AnswersList } from '../../../platform/http/openapi/answers';
import { listed, type Listed, type ListRequest } from '../../../platform/http/pagination';
import { ForStorefronts, Scoped } from '../../../platform/http/principal';
import { FlowEntryRecord } from '../flow-entry.record';

const OfAnyFlow = ApiParam({
  name: 'flow',
  type: String,
  description: 'Slug of a flow, such as `banners`. Any is accepted.',
});

/** `/v1/flows/{flow}/entries`: always empty (storefront.md 11). */
@Scoped('products')
@ForStorefronts()
@ApiTags('Flows')
@Controller('v1/flows/:flow/entries')
export class FlowsController {
  @Get()
  @OfAnyFlow
  @AnswersList(FlowEntryRecord, { summary: 'List entries of a flow' })
  list(@List() list: ListRequest): Listed<FlowEntryRecord> {
    return listed({ rows: [], total: 0 }, list);
  }

  @Get('search')
  @OfAnyFlow
  @AnswersList(FlowEntryRecord, { summary: 'Search entries of a flow' })
  search(@List() list: ListRequest): Listed<FlowEntryRecord> {
    return this.list(list);
  }
}
