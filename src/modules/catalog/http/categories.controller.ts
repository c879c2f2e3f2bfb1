import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import {
  AnswersChanged,
  AnswersCreated,
  AnswersList,
  AnswersOne,
  AnswersRemoved,
  BODY_TYPES,
} from '../../../platform/http/openapi/answers';
import { removed, type Removed, single, type Single } from '../../../platform/http/envelope';
import { listed, type Listed, type ListRequest } from '../../../platform/http/pagination';
import { visible, visibleList } from '../../../platform/http/visible';
import { Post } from '../../../platform/http/post';
import { Caller, ForStorefronts, Scoped } from '../../../platform/http/principal';
import { IfMatch, type IfMatchTags, List } from '../../../platform/http/fields/request-values';
import { CategoriesService } from '../categories.service';
import { CategoryRecord, CategoryTreeRecord } from '../category.record';
import { AnswersTree } from './category-tree.answers';
import { CategoryOrderDto } from './category-order.dto';
import { CreateCategoryDto, UpdateCategoryDto } from './category.dto';
import { CategoryNotFound } from '../catalog.errors';
import { visibleCategory, visibleTree } from './visible';
import { type Principal } from '../../../kernel/scopes';

/** `/v1/categories` (wire.md 7). */
@Scoped('products')
@ForStorefronts()
@ApiTags('Categories')
@Controller('v1/categories')
export class CategoriesController {
  constructor(private readonly categories: CategoriesService) {}

  @Post()
  @AnswersCreated(CategoryRecord, { summary: 'Create a category' })
  async create(@Body() body: CreateCategoryDto): Promise<Single<CategoryRecord>> {
    return single(await this.categories.create(body.toFields()));
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
  async tree(@Caller() caller?: Principal): Promise<Single<CategoryTreeRecord[]>> {
    return single(visibleTree(await this.categories.tree(), caller));
  }

  /** A PUT of its own, before that of an id. */
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
    return single(await this.categories.update(id, body.toPatch(), tags));
  }

  @Delete(':category_id')
  @AnswersRemoved({ summary: 'Remove a category' })
  async remove(@Param('category_id') id: string, @IfMatch() tags: IfMatchTags): Promise<Removed> {
    await this.categories.remove(id, tags);
    return removed('Category');
  }
}
