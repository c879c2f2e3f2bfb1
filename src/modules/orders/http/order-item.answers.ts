import { applyDecorators } from '@nestjs/common';
import { ApiConsumes, ApiOkResponse, ApiQuery } from '@nestjs/swagger';
import { BODY_TYPES, envelopeOf } from '../../../platform/http/openapi/answers';
import { OrderItemRecord } from '../order-item.record';

const SKU = {
  name: 'sku',
  required: false,
  description: 'Sku of the item, if the body has none. Where the path names the item, it must be its own.',
  schema: { type: 'string' },
} as const;

/** Documents the response to an item that the order had already. */
export const AnswersChangedItem = (): MethodDecorator =>
  ApiOkResponse({ description: 'The item with this sku was changed.', ...envelopeOf(OrderItemRecord) });

/** Documents a removal that takes the sku in its body or its query. */
export const TakesSku = (): MethodDecorator => applyDecorators(ApiConsumes(...BODY_TYPES), ApiQuery(SKU));
