import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Transactions } from '../database/transactions';
import { DatabaseUnavailable } from '../database/database.errors';
import { Draining } from '../http/http.errors';
import { Lifecycle } from '../http/lifecycle';
import { Public } from '../http/principal';

const HEALTHY = {
  description: 'Yes.',
  schema: {
    type: 'object',
    required: ['status'],
    additionalProperties: false,
    properties: { status: { type: 'boolean', enum: [true] } },
  },
} as const;

/** For the machine that runs the process, not for callers. */
@Public()
@ApiTags('Health')
@Controller('health')
export class HealthController {
  constructor(
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(Lifecycle) private readonly lifecycle: Lifecycle,
  ) {}

  @Get('live')
  @ApiOperation({ summary: 'Tell whether the process runs', security: [] })
  @ApiOkResponse(HEALTHY)
  live(): { status: true } {
    return { status: true };
  }

  @Get('ready')
  @ApiOperation({ summary: 'Tell whether the process can take requests', security: [] })
  @ApiOkResponse(HEALTHY)
  async ready(): Promise<{ status: true }> {
    if (this.lifecycle.isDraining) throw new Draining();
    try {
      await this.transactions.manager.query('SELECT 1');
    } catch {
      throw new DatabaseUnavailable();
    }
    return { status: true };
  }
}
