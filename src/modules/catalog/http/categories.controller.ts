import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  AnswersChanged,
  AnswersCreated,
  AnswersList,
  AnswersOne,
  AnswersRemoved,
} from '../../../platform/http/openapi/answers';
import { removed, type Removed, single, type Single } from '../../../platform/http/envelope';
import { listed, type Listed, type ListRequest } from '../../../platform/http/pagination';
import { Post } from '../../../platform/http/post';
import { Caller, ForStorefronts, Scoped } from '../../../platform/http/principal';
import { IfMatch, type IfMatchTags, List } from '../../../platform/http/fields/request-values';
import { CategoriesService } from '../categories.service';
import { CategoryRecord, CategoryTreeRecord } from '../category.record';
import { AnswersTree } from './category-tree.answers';
import { CreateCategoryDto, UpdateCategoryDto } from './category.dto';
import { CategoryNotFound } from '../catalog.errors';
import { visible, visibleList, visibleTree } from './visible';
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
    return listed(await this.categories.page(visibleOnes), visibleOnes);
  }

  @Get('search')
  @AnswersList(CategoryRecord, { summary: 'Search categories' })
  search(@List() list: ListRequest, @Caller() caller?: Principal): Promise<Listed<CategoryRecord>> {
    return this.list(list, caller);
  }

  @Get('tree')
  @AnswersTree()
  async tree(@Caller() caller?: Principal): Promise<Single<CategoryTreeRecord[]>> {
    return single(visibleTree(await this.categories.tree(), caller));
  }

  @Get(':category_id')
  @AnswersOne(CategoryRecord, { summary: 'Get a category' })
  async get(@Param('category_id') id: string, @Caller() caller?: Principal): Promise<Single<CategoryRecord>> {
    return single(visible(await this.categories.get(id), caller, () => new CategoryNotFound()));
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
