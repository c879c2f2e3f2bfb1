import { applyDecorators } from '@nestjs/common';
import { ApiConsumes, ApiExtraModels, ApiOkResponse, ApiOperation, getSchemaPath } from '@nestjs/swagger';
import { BODY_TYPES, envelope } from '../../../platform/http/openapi/answers';
import { GatewaySettingRecord } from '../gateway-setting.record';

const answers = (summary: string, description: string, operationId: string): MethodDecorator =>
  applyDecorators(
    ApiOperation({ summary, description, operationId }),
    ApiExtraModels(GatewaySettingRecord),
    ApiOkResponse({
      description: 'Returns the settings without their values.',
      ...envelope('GatewaySettingsResponse', {
        result: { type: 'array', items: { $ref: getSchemaPath(GatewaySettingRecord) } },
      }),
    }),
  );

/** Documents the request that tells which settings a gateway takes and has. */
export const AnswersGatewaySettings = (): MethodDecorator =>
  answers('Get the settings of a gateway', 'No response contains a value.', 'getGatewaySettings');

/** Documents the request that changes some settings of a gateway. */
export const AnswersGatewaySettingsChanged = (): MethodDecorator =>
  applyDecorators(
    answers(
      'Change settings of a gateway',
      'Keeps settings that are not sent. Removes those that are sent empty.',
      'updateGatewaySettings',
    ),
    ApiConsumes(...BODY_TYPES),
  );
