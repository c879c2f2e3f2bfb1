import { Body, Controller, Delete, Get, Param, Put, Query } from '@nestjs/common';
import { ApiConsumes, ApiQuery, ApiTags } from '@nestjs/swagger';
import {
  AnswersChanged,
  AnswersCreated,
  AnswersList,
  AnswersOne,
  BODY_TYPES,
} from '../../../platform/http/openapi/answers';
import { RemovesSeveral } from '../../../platform/http/removes-several';
import { removed, type Removed, single, type Single } from '../../../platform/http/envelope';
import { listed, type Listed, type ListRequest } from '../../../platform/http/pagination';
import { visible, visibleList } from '../../../platform/http/visible';
import { Post } from '../../../platform/http/post';
import { Caller, ForStorefronts, Scoped } from '../../../platform/http/principal';
import { AnswersForm } from '../../../platform/http/fields/form.interceptor';
import { IfMatch, type IfMatchTags, List } from '../../../platform/http/fields/request-values';
import { CategoriesService } from '../categories.service';
import { CategoryRecord, CategoryTreeRecord, CreateCategoryDto, UpdateCategoryDto } from '../category.resource';
import { AnswersTree } from './category-tree.answers';
import { CategoryOrderDto } from './category-order.dto';
import { CategoryNotFound } from '../catalog.errors';
import { filteredTree, sentText, visibleCategory, visibleTree } from './visible';
import { type Principal } from '../../../kernel/scopes';

const TEXT = { type: 'string' } as const;

/** `/v1/categories` (wire.md 7). */
@Scoped('products')
@ForStorefronts()
@ApiTags('Categories')
@Controller('v1/categories')
export class CategoriesController {
  constructor(private readonly categories: CategoriesService) {}

  @Get('fields')
  @ForStorefronts()
  @AnswersForm(CreateCategoryDto, { summary: 'Get the fields of categories' })
  fields(): Single<object> {
    return single({});
  }

  @Post()
  @AnswersCreated(CategoryRecord, { summary: 'Create a category' })
  async create(@Body() body: CreateCategoryDto): Promise<Single<CategoryRecord>> {
    return single(await this.categories.create(body));
  }

  @Get()
  @AnswersList(CategoryRecord, { summary: 'List categories' })
  async list(@List() list: ListRequest, @Caller() caller?: Principal): Promise<Listed<CategoryRecord>> {
    const visibleOnes = visibleList(list, caller);
    const { rows, total } = await this.categories.page(visibleOnes);
    return listed({ total, rows: rows.map((category) => visibleCategory(category, caller)) }, visibleOnes);
  }

  @Get('search')
  @AnswersList(CategoryRecord, { summary: 'Search categories' })
  search(@List() list: ListRequest, @Caller() caller?: Principal): Promise<Listed<CategoryRecord>> {
    return this.list(list, caller);
  }

  @Get('tree')
  @AnswersTree({ name: 'getCategoryTree', summary: 'Get all categories as a tree' })
  @ApiQuery({ name: 'parent', required: false, schema: TEXT, description: 'Id or slug: only what is below it.' })
  @ApiQuery({ name: 'status', required: false, schema: TEXT, description: 'Only this status, by its key.' })
  async tree(
    @Query('parent') parent: unknown,
    @Query('status') status: unknown,
    @Caller() caller?: Principal,
  ): Promise<Single<CategoryTreeRecord[]>> {
    const tree = visibleTree(await this.categories.tree(), caller);
    return single(filteredTree(tree, { parent: sentText(parent), status: sentText(status) }));
  }

  /** Declared before the route of an id, which would take `order` for one. */
  @Put('order')
  @AnswersTree({ name: 'setCategoryOrder', summary: 'Order categories' })
  @ApiConsumes(...BODY_TYPES)
  async order(@Body() { data }: CategoryOrderDto): Promise<Single<CategoryTreeRecord[]>> {
    return single(await this.categories.order(data));
  }

  @Get(':category_id')
  @AnswersOne(CategoryRecord, { summary: 'Get a category' })
  async get(@Param('category_id') id: string, @Caller() caller?: Principal): Promise<Single<CategoryRecord>> {
    const category = await this.categories.get(id);
    return single(
      visibleCategory(
        visible(category, caller, () => new CategoryNotFound()),
        caller,
      ),
      category,
    );
  }

  @Put(':category_id')
  @AnswersChanged(CategoryRecord, { summary: 'Change a category' })
  async update(
    @Param('category_id') id: string,
    @Body() body: UpdateCategoryDto,
    @IfMatch() tags: IfMatchTags,
  ): Promise<Single<CategoryRecord>> {
    return single(await this.categories.update(id, body, tags));
  }

  @Delete(':category_id')
  @RemovesSeveral({ summary: 'Remove a category' })
  async remove(@Param('category_id') id: string, @IfMatch() tags: IfMatchTags): Promise<Removed> {
    await this.categories.remove(id, tags);
    return removed('Category');
  }

  @Get(':category_id/fields')
  @AnswersForm(CreateCategoryDto, { summary: 'Get the fields of categories, with the values of one' })
  fieldValues(@Param('category_id') id: string, @Caller() caller?: Principal): Promise<Single<CategoryRecord>> {
    return this.get(id, caller);
  }
}
