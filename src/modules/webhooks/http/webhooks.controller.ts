import { Body, Controller, Delete, Get, HttpCode, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AnswersChanged, AnswersCreated, AnswersList, AnswersOne } from '../../../platform/http/openapi/answers';
import { RemovesSeveral } from '../../../platform/http/removes-several';
import { removed, type Removed, single, type Single } from '../../../platform/http/envelope';
import { listed, type Listed, type ListRequest } from '../../../platform/http/pagination';
import { Post } from '../../../platform/http/post';
import { CallerScopes, ForStorefronts, Scoped } from '../../../platform/http/principal';
import { type Scope } from '../../../kernel/scopes';
import { AnswersForm } from '../../../platform/http/fields/form.interceptor';
import { IfMatch, type IfMatchTags, List } from '../../../platform/http/fields/request-values';
import { WebhookRecord, webhookTerms, WebhookWithSecretRecord } from '../webhook.record';
import { WebhooksService } from '../webhooks.service';
import { CreateWebhookDto, UpdateWebhookDto } from './webhook.dto';

/** `/v1/webhooks` (interface.md). */
@Scoped('webhooks')
@ApiTags('Webhooks')
@Controller('v1/webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Get('fields')
  @ForStorefronts()
  @AnswersForm(CreateWebhookDto, { summary: 'Get the fields of webhooks' })
  fields(): Single<object> {
    return single({});
  }

  @Post()
  @AnswersCreated(WebhookWithSecretRecord, { summary: 'Create a webhook' })
  async create(
    @Body() body: CreateWebhookDto,
    @CallerScopes() scopes: ReadonlySet<Scope>,
  ): Promise<Single<WebhookWithSecretRecord>> {
    const record = await this.webhooks.create(body.toFields(), scopes);
    return single(record, webhookTerms(record));
  }

  @Get()
  @AnswersList(WebhookRecord, { summary: 'List webhooks' })
  async list(@List() list: ListRequest): Promise<Listed<WebhookRecord>> {
    return listed(await this.webhooks.page(list), list);
  }

  @Get('search')
  @AnswersList(WebhookRecord, { summary: 'Search webhooks' })
  search(@List() list: ListRequest): Promise<Listed<WebhookRecord>> {
    return this.list(list);
  }

  @Get(':webhook_id')
  @AnswersOne(WebhookRecord, { summary: 'Get a webhook' })
  async get(@Param('webhook_id') id: string): Promise<Single<WebhookRecord>> {
    const record = await this.webhooks.get(id);
    return single(record, webhookTerms(record));
  }

  @Put(':webhook_id')
  @HttpCode(201)
  @AnswersCreated(WebhookRecord, { summary: 'Change a webhook', description: 'Returns 201, as v1 does.' })
  async update(
    @Param('webhook_id') id: string,
    @Body() body: UpdateWebhookDto,
    @CallerScopes() scopes: ReadonlySet<Scope>,
    @IfMatch() tags: IfMatchTags,
  ): Promise<Single<WebhookRecord>> {
    const record = await this.webhooks.update(id, body.toPatch(), scopes, tags);
    return single(record, webhookTerms(record));
  }

  @Delete(':webhook_id')
  @RemovesSeveral({
    summary: 'Remove a webhook',
    description: 'Removes the webhook and cancels its pending deliveries.',
  })
  async remove(@Param('webhook_id') id: string, @IfMatch() tags: IfMatchTags): Promise<Removed> {
    await this.webhooks.remove(id, tags);
    return removed('Webhook');
  }

  @Post(':webhook_id/secret/rotate')
  @HttpCode(200)
  @AnswersChanged(WebhookWithSecretRecord, {
    name: 'rotateWebhookSecret',
    summary: 'Create a new secret and return it once',
    description:
      'For 24 hours requests are signed with both the old and the new secret. The token needs all `scopes` of the webhook.',
  })
  async rotateSecret(
    @Param('webhook_id') id: string,
    @CallerScopes() scopes: ReadonlySet<Scope>,
  ): Promise<Single<WebhookWithSecretRecord>> {
    const record = await this.webhooks.rotateSecret(id, scopes);
    return single(record, webhookTerms(record));
  }

  @Get(':webhook_id/fields')
  @AnswersForm(CreateWebhookDto, { summary: 'Get the fields of webhooks, with the values of one' })
  fieldValues(@Param('webhook_id') id: string): Promise<Single<WebhookRecord>> {
    return this.get(id);
  }
}
