import { applyDecorators } from '@nestjs/common';
import { ApiConsumes, ApiExtraModels, ApiOkResponse, ApiOperation, getSchemaPath } from '@nestjs/swagger';
import { type Single, single } from '../../../platform/http/envelope';
import { BODY_TYPES, envelope } from '../../../platform/http/openapi/answers';
import { CartItemRecord } from '../cart-item.record';
import { type CartItemChanges } from '../cart-items.service';
import { CartRecord, itemOf } from '../cart.record';

/** A cart, and the line that was changed beside it, where pages of the first v1 read it. */
export interface ChangedItem extends Single<CartRecord> {
  /** Null: it was removed. */
  readonly item: CartItemRecord | null;
}

/** @param named identifier of the line, or the id of its product @param changes that were made of it */
export function changedItem(cart: CartRecord, named: string, { quantity }: CartItemChanges): ChangedItem {
  return { ...single(cart), item: quantity === 0 ? null : itemOf(cart, named) };
}

/** Documents the request that changes a line. */
export const AnswersChangedItem = (): MethodDecorator =>
  applyDecorators(
    ApiOperation({
      operationId: 'updateCartItem',
      summary: 'Change an item of a cart',
      description:
        'A quantity of 0 removes the item. Other fields, such as an engraving, are ignored. To change one, remove the item and add it ' +
        'again. Returns the cart, and the item as `item`.',
    }),
    ApiExtraModels(CartRecord, CartItemRecord),
    ApiConsumes(...BODY_TYPES),
    ApiOkResponse({
      description: 'Returns the cart and the item.',
      ...envelope('ChangedCartItemResponse', {
        result: { $ref: getSchemaPath(CartRecord) },
        item: {
          allOf: [{ $ref: getSchemaPath(CartItemRecord) }],
          nullable: true,
          description: 'The item; null if it was removed.',
        },
      }),
    }),
  );
