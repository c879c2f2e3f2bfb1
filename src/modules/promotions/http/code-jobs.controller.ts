import { Controller, Delete, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { single, type Single } from '../../../platform/http/envelope';
import { Address, IfMatch, type IfMatchTags, List } from '../../../platform/http/fields/request-values';
import { AnswersList, AnswersOne } from '../../../platform/http/openapi/answers';
import { listed, type Listed, type ListRequest } from '../../../platform/http/pagination';
import { Scoped } from '../../../platform/http/principal';
import { CodeJobsService } from '../codes/code-jobs.service';
import { CodeJobRecord, codeJobRecord } from '../codes/code-job.record';

/** Serves the jobs that add codes to pools (promotions-at-scale.md 2). */
@Scoped('promotions')
@ApiTags('Promotions')
@Controller('v1/promotions/cart/:promotion_id/codes/jobs')
export class CodeJobsController {
  constructor(private readonly jobs: CodeJobsService) {}

  @Get()
  @AnswersList(CodeJobRecord, {
    name: 'listPromotionCodeJobs',
    summary: 'List the jobs that add codes to a pool',
    description: 'Jobs of the last 30 days; the newest first.',
  })
  async list(
    @Param('promotion_id') id: string,
    @List() list: ListRequest,
    @Address() address: string,
  ): Promise<Listed<CodeJobRecord>> {
    const { rows, total } = await this.jobs.page(id, list);
    return listed({ rows: rows.map((job) => codeJobRecord(job, `${address}/${job.id}`)), total }, list);
  }

  @Get(':job_id')
  @AnswersOne(CodeJobRecord, { name: 'getPromotionCodeJob', summary: 'Get a job that adds codes' })
  async get(
    @Param('promotion_id') id: string,
    @Param('job_id') job: string,
    @Address() address: string,
  ): Promise<Single<CodeJobRecord>> {
    return single(codeJobRecord(await this.jobs.get(id, job), address));
  }

  @Delete(':job_id')
  @AnswersOne(CodeJobRecord, {
    name: 'cancelPromotionCodeJob',
    summary: 'Cancel a job that adds codes',
    description: 'The codes that it has added stay. A job that has ended stays as it is.',
  })
  async cancel(
    @Param('promotion_id') id: string,
    @Param('job_id') job: string,
    @Address() address: string,
    @IfMatch() tags: IfMatchTags,
  ): Promise<Single<CodeJobRecord>> {
    return single(await this.jobs.cancel(id, job, tags, (row) => codeJobRecord(row, address)));
  }
}
