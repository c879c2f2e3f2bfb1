import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { envelope } from '../http/openapi/answers';
import { Public } from '../http/principal';
import { RELEASE } from '../version';
import { Readiness } from './readiness';

const HEALTHY = { description: 'The check succeeded.', ...envelope('StatusResponse') };
const LIVE = {
  description: 'The process runs.',
  ...envelope('LivenessResponse', {
    release: { type: 'string', description: 'Release and build of the store.', example: '1.3.0+3f2a9c1d04be' },
  }),
};

/** Serves `/health`, for orchestrators and load balancers. */
@Public()
@ApiTags('Health')
@Controller('health')
export class HealthController {
  constructor(@Inject(Readiness) private readonly readiness: Readiness) {}

  @Get('live')
  @ApiOperation({
    summary: 'Check whether the process runs',
    description: 'For probes that restart a process: it looks at no database and no queue.',
    operationId: 'getLiveness',
    security: [],
  })
  @ApiOkResponse(LIVE)
  live(): { status: true; release: string } {
    return { status: true, release: RELEASE };
  }

  @Get('ready')
  @ApiOperation({
    summary: 'Check whether the process can take requests',
    description:
      'For load balancers. 503 while the process stops, while its database is unreachable or read-only, or while migrations are missing.',
    operationId: 'getReadiness',
    security: [],
  })
  @ApiOkResponse(HEALTHY)
  async ready(): Promise<{ status: true }> {
    await this.readiness.check();
    return { status: true };
  }
}
