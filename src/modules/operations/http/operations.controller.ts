import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { single, type Single } from '../../../platform/http/envelope';
import { AnswersOne } from '../../../platform/http/openapi/answers';
import { Scoped } from '../../../platform/http/principal';
import { OperationsRecord } from '../operations.record';
import { OperationsService } from '../operations.service';

/** `/v1/operations` (console.md 9). */
@Scoped('operations')
@ApiTags('Operations')
@Controller('v1/operations')
export class OperationsController {
  constructor(private readonly operations: OperationsService) {}

  @Get()
  @AnswersOne(OperationsRecord, {
    summary: 'Get what the store is doing',
    description: 'Deliveries, workers, events and the clean-up of old rows as the database has them now.',
  })
  async get(): Promise<Single<OperationsRecord>> {
    return single(await this.operations.read());
  }
}
