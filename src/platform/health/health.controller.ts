import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Public } from '../http/principal';
import { Readiness } from './readiness';

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
  constructor(@Inject(Readiness) private readonly readiness: Readiness) {}

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
    await this.readiness.check();
    return { status: true };
  }
}
