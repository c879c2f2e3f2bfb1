import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AnswersChanged, AnswersCreated, AnswersList, AnswersOne } from '../../../platform/http/openapi/answers';
import { RemovesSeveral } from '../../../platform/http/removes-several';
import { removed, type Removed, single, type Single } from '../../../platform/http/envelope';
import { listed, type Listed, type ListRequest } from '../../../platform/http/pagination';
import { visible, visibleList } from '../../../platform/http/visible';
import { Post } from '../../../platform/http/post';
import { Caller, ForStorefronts, Scoped } from '../../../platform/http/principal';
import { AnswersForm } from '../../../platform/http/fields/form.interceptor';
import { IfMatch, type IfMatchTags, List } from '../../../platform/http/fields/request-values';
import { CollectionsService } from '../collections.service';
import { CreateCollectionDto, CollectionRecord, UpdateCollectionDto } from '../collection.resource';
import { CollectionNotFound } from '../catalog.errors';
import { type Principal } from '../../../kernel/scopes';

/** `/v1/collections` (storefront.md 8). */
@Scoped('products')
@ForStorefronts()
@ApiTags('Collections')
@Controller('v1/collections')
export class CollectionsController {
  constructor(private readonly collections: CollectionsService) {}

  @Get('fields')
  @ForStorefronts()
  @AnswersForm(CreateCollectionDto, { summary: 'Get the fields of collections' })
  fields(): Single<object> {
    return single({});
  }

  @Post()
  @AnswersCreated(CollectionRecord, { summary: 'Create a collection' })
  async create(@Body() body: CreateCollectionDto): Promise<Single<CollectionRecord>> {
    return single(await this.collections.create(body));
  }

  @Get()
  @AnswersList(CollectionRecord, { summary: 'List collections' })
  async list(@List() list: ListRequest, @Caller() caller?: Principal): Promise<Listed<CollectionRecord>> {
    const visibleOnes = visibleList(list, caller);
    return listed(await this.collections.page(visibleOnes), visibleOnes);
  }

  @Get('search')
  @AnswersList(CollectionRecord, { summary: 'Search collections' })
  search(@List() list: ListRequest, @Caller() caller?: Principal): Promise<Listed<CollectionRecord>> {
    return this.list(list, caller);
  }

  @Get(':collection_id')
  @AnswersOne(CollectionRecord, { summary: 'Get a collection' })
  async get(@Param('collection_id') id: string, @Caller() caller?: Principal): Promise<Single<CollectionRecord>> {
    return single(visible(await this.collections.get(id), caller, () => new CollectionNotFound()));
  }

  @Put(':collection_id')
  @AnswersChanged(CollectionRecord, { summary: 'Change a collection' })
  async update(
    @Param('collection_id') id: string,
    @Body() body: UpdateCollectionDto,
    @IfMatch() tags: IfMatchTags,
  ): Promise<Single<CollectionRecord>> {
    return single(await this.collections.update(id, body, tags));
  }

  @Delete(':collection_id')
  @RemovesSeveral({ summary: 'Remove a collection' })
  async remove(@Param('collection_id') id: string, @IfMatch() tags: IfMatchTags): Promise<Removed> {
    await this.collections.remove(id, tags);
    return removed('Collection');
  }

  @Get(':collection_id/fields')
  @AnswersForm(CreateCollectionDto, { summary: 'Get the fields of collections, with the values of one' })
  fieldValues(@Param('collection_id') id: string, @Caller() caller?: Principal): Promise<Single<CollectionRecord>> {
    return this.get(id, caller);
  }
}
