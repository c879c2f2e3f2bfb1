import { Global, Module } from '@nestjs/common';
import { Secrets } from './secrets';

/** Secrets at rest. */
@Global()
@Module({ providers: [Secrets], exports: [Secrets] })
export class SecretsModule {}
