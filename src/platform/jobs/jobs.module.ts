import { Global, Module } from '@nestjs/common';
import { Jobs } from './jobs';

/** Work too long for a request: adding, finding and cancelling it. */
@Global()
@Module({ providers: [Jobs], exports: [Jobs] })
export class JobsModule {}
