import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, getSchemaPath } from '@nestjs/swagger';
import { envelope } from '../../../platform/http/openapi/answers';
import { EnabledGatewayRecord } from '../enabled-gateway.record';

/** Documents the request that returns the enabled gateways at once. */
export const AnswersEnabledGateways = (): MethodDecorator =>
  applyDecorators(
    ApiOperation({ summary: 'Get enabled gateways', operationId: 'getEnabledGateways' }),
    ApiExtraModels(EnabledGatewayRecord),
    ApiOkResponse({
      description: 'Returns the gateways that a buyer can choose, oldest first.',
      ...envelope('EnabledGatewaysResponse', {
        result: { type: 'array', items: { $ref: getSchemaPath(EnabledGatewayRecord) } },
      }),
    }),
  );
