import { Module } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { IdGenerator } from '../../kernel/ids';
import { JobRunner } from '../../platform/jobs/job-runner';
import { GenerateCodesJob } from './jobs/generate-codes.job';
import { ImportCodesJob } from './jobs/import-codes.job';
import { RemoveCodesJob } from './jobs/remove-codes.job';

/** Registers the jobs of promotions: in the worker process, or in the API process without Redis. */
@Module({})
export class PromotionsWorkerModule {
  constructor(runner: JobRunner, ids: IdGenerator, clock: Clock) {
    runner.register(new GenerateCodesJob(ids, clock));
    runner.register(new ImportCodesJob(ids, clock));
    runner.register(new RemoveCodesJob());
  }
}
