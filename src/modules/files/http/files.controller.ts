import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ValidationFailed } from '../../../kernel/errors';
import { FILE_FIELD, type UploadedFile } from '../../../platform/http/body/upload.reader';
import { TakesFile, Uploaded } from '../../../platform/http/body/body.guard';
import { removed, type Removed, single, type Single } from '../../../platform/http/envelope';
import { AnswersForm } from '../../../platform/http/fields/form.interceptor';
import { IfMatch, type IfMatchTags, List } from '../../../platform/http/fields/request-values';
import { RequestKey, RunsOwnTransactions } from '../../../platform/http/idempotency/own-transactions';
import { AnswersList, AnswersOne } from '../../../platform/http/openapi/answers';
import { RemovesSeveral } from '../../../platform/http/removes-several';
import { listed, type Listed, type ListRequest } from '../../../platform/http/pagination';
import { Post } from '../../../platform/http/post';
import { ForStorefronts, Scoped } from '../../../platform/http/principal';
import { FileRecord } from '../file.record';
import { FilesService } from '../files.service';
import { ProductImagesService } from '../product-images.service';
import { AnswersOrdered, AnswersUploaded } from './file.answers';
import { CreateFileDto, OrderFilesDto } from './file.dto';

/** `/v1/files` (storefront.md 10). */
@Scoped('products')
@ApiTags('Files')
@Controller('v1/files')
export class FilesController {
  constructor(
    private readonly files: FilesService,
    private readonly images: ProductImagesService,
  ) {}

  @Get('fields')
  @ForStorefronts()
  @AnswersForm(CreateFileDto, { summary: 'Get the fields of files' })
  fields(): Single<object> {
    return single({});
  }

  @Post()
  @TakesFile()
  @RunsOwnTransactions()
  @AnswersUploaded()
  async create(
    @Body() body: CreateFileDto,
    @Uploaded() file: UploadedFile | undefined,
    @RequestKey() requestKey: string | null,
  ): Promise<Single<FileRecord>> {
    if (file === undefined) throw ValidationFailed.of(FILE_FIELD, 'is required: send it as multipart/form-data');
    return single(await this.files.create(file, body.toFields(file), requestKey));
  }

  @Get()
  @AnswersList(FileRecord, { summary: 'List files' })
  async list(@List() list: ListRequest): Promise<Listed<FileRecord>> {
    return listed(await this.files.page(list), list);
  }

  @Get('search')
  @AnswersList(FileRecord, { summary: 'Search files' })
  search(@List() list: ListRequest): Promise<Listed<FileRecord>> {
    return this.list(list);
  }

  @Put('order')
  @AnswersOrdered()
  async order(@Body() body: OrderFilesDto): Promise<Single<FileRecord[]>> {
    return single(await this.images.reorder(body.data));
  }

  @Get(':file_id')
  @AnswersOne(FileRecord, { summary: 'Get a file' })
  async get(@Param('file_id') id: string): Promise<Single<FileRecord>> {
    return single(await this.files.get(id));
  }

  @Delete(':file_id')
  @RemovesSeveral({ summary: 'Remove a file', description: 'Its public address stops working a moment later.' })
  async remove(@Param('file_id') id: string, @IfMatch() tags: IfMatchTags): Promise<Removed> {
    await this.files.remove(id, tags);
    return removed('File');
  }

  @Get(':file_id/fields')
  @AnswersForm(CreateFileDto, { summary: 'Get the fields of files, with the values of one' })
  fieldValues(@Param('file_id') id: string): Promise<Single<FileRecord>> {
    return this.get(id);
  }
}
