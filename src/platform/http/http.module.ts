import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_PIPE } from '@nestjs/core';
import { UploadSpool } from './body/upload.spool';
import { AvailableTitles } from './fields/available-titles';
import { DtoPipe } from './fields/dto.pipe';
import { ErrorFilter } from './error.filter';
import { IdempotencyMetrics } from './idempotency/idempotency-metrics';
import { IdempotentAnswers } from './idempotency/idempotent-answers';
import { ResealAnswers } from './idempotency/reseal-answers';
import { Lifecycle } from './lifecycle';
import { PublicAddress } from './public-address';

/** Gives every route the DTO pipe, the error filter and idempotent POSTs. */
@Global()
@Module({
  providers: [
    Lifecycle,
    PublicAddress,
    UploadSpool,
    IdempotentAnswers,
    ResealAnswers,
    IdempotencyMetrics,
    AvailableTitles,
    { provide: APP_PIPE, useClass: DtoPipe },
    { provide: APP_FILTER, useClass: ErrorFilter },
  ],
  exports: [Lifecycle, PublicAddress, UploadSpool, IdempotentAnswers, IdempotencyMetrics, AvailableTitles],
})
export class HttpModule {}
