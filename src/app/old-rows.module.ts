import { Module } from '@nestjs/common';
import { OldRowsService } from './old-rows.service';

/** Rows of older versions, for workers and for `store` commands. */
@Module({ providers: [OldRowsService], exports: [OldRowsService] })
export class OldRowsModule {}
