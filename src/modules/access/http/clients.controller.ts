import { Body, Controller, Delete, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Scope } from '../../../kernel/scopes';
import { removed, type Removed, single, type Single } from '../../../platform/http/envelope';
import { AnswersForm } from '../../../platform/http/fields/form.interceptor';
import { IfMatch, type IfMatchTags, List } from '../../../platform/http/fields/request-values';
import { AnswersCreated, AnswersList, AnswersOne, AnswersRemoved } from '../../../platform/http/openapi/answers';
import { listed, type Listed, type ListRequest } from '../../../platform/http/pagination';
import { Post } from '../../../platform/http/post';
import { CallerScopes, ForStorefronts, Scoped } from '../../../platform/http/principal';
import { ClientRecord, ClientWithSecretRecord, taggedClient } from '../client.record';
import { ClientsService } from '../clients.service';
import { CreateClientDto } from './client.dto';

/** `/v1/clients` (console.md 10). */
@Scoped('clients')
@ApiTags('Clients')
@Controller('v1/clients')
export class ClientsController {
  constructor(private readonly clients: ClientsService) {}

  @Get('fields')
  @ForStorefronts()
  @AnswersForm(CreateClientDto, { summary: 'Get the fields of clients' })
  fields(): Single<object> {
    return single({});
  }

  @Post()
  @AnswersCreated(ClientWithSecretRecord, {
    summary: 'Create an API client',
    description: 'Returns its secret once. A client gives no scope that its own token lacks.',
  })
  async create(
    @Body() body: CreateClientDto,
    @CallerScopes() scopes: ReadonlySet<Scope>,
  ): Promise<Single<ClientWithSecretRecord>> {
    const { client_secret, ...record } = await this.clients.createFor(scopes, body.name, body.scopes);
    return single({ ...record, client_secret }, taggedClient(record));
  }

  @Get()
  @AnswersList(ClientRecord, { summary: 'List API clients', description: 'Revoked clients are listed too.' })
  async list(@List() list: ListRequest): Promise<Listed<ClientRecord>> {
    return listed(await this.clients.page(list), list);
  }

  @Get(':client_id')
  @AnswersOne(ClientRecord, { summary: 'Get an API client' })
  async get(@Param('client_id') id: string): Promise<Single<ClientRecord>> {
    const record = await this.clients.get(id);
    return single(record, taggedClient(record));
  }

  @Delete(':client_id')
  @AnswersRemoved({
    summary: 'Revoke an API client',
    description:
      'Ends its tokens and console sessions in every process before the response is sent. The client stays in the list. ' +
      'The last client with `clients:write` is revoked on the command line only.',
  })
  async remove(@Param('client_id') id: string, @IfMatch() tags: IfMatchTags): Promise<Removed> {
    await this.clients.revokeFor(id, tags);
    return removed('Client');
  }

  @Get(':client_id/fields')
  @AnswersForm(CreateClientDto, { summary: 'Get the fields of clients, with the values of one' })
  fieldValues(@Param('client_id') id: string): Promise<Single<ClientRecord>> {
    return this.get(id);
  }
}
