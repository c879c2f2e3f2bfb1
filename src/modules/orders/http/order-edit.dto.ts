import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { type Amount } from '../../../kernel/money';
import {
  AmountField,
  BooleanField,
  Field,
  IdField,
  IntegerField,
  TextField,
} from '../../../platform/http/fields/fields';
import { RefusesUnknownFields } from '../../../platform/http/fields/unknown-fields';
import { nestedListParser } from '../../../platform/http/fields/nested-dto';
import { BodyExamples } from '../../../platform/http/openapi/body-examples';
import { ChoicesField } from '../../catalog/choices-field';
import { type ModifierChoices } from '../../catalog/chosen-modifiers';
import { type OrderEdit } from '../edits/order-edit';

/** Most lines of one edit: as many as a cart can have. */
const MAX_ITEMS = 300;

/** A line to add, change or remove. */
@RefusesUnknownFields('an item of an edit takes sku, modifier, quantity and price')
export class EditedItemDto {
  @TextField({
    required: true,
    description: 'SKU of an item of the order, or of a product or a variation to add.',
    example: 'TEA-250',
  })
  sku!: string;

  @ChoicesField(
    'What is chosen of the modifiers of the product with this SKU, as in a cart. It names the item of the order that has ' +
      'these choices, or adds it. Omit it where `sku` is that of an item of the order.',
  )
  modifier?: ModifierChoices | null;

  @IntegerField({
    required: true,
    least: 0,
    most: 1_000_000,
    description: 'Number of units from now on. 0 removes the item.',
    example: 2,
  })
  quantity!: number;

  @AmountField({
    description:
      "Price of one unit in the order's currency. Default: the item's own, or the present one of the product.",
    example: 9.99,
  })
  price?: Amount | null;
}

const readItems = nestedListParser(EditedItemDto, 'items', MAX_ITEMS);

/** Changes of an order (orders-and-payments.md 7). */
@ApiExtraModels(EditedItemDto)
@RefusesUnknownFields('an edit takes items, shipping, shipping_price and dry_run')
@BodyExamples({
  items: { summary: 'Change an item', value: { items: [{ sku: 'TEA-250', quantity: 3 }], dry_run: true } },
})
export class OrderEditDto {
  @Field(
    readItems,
    {
      oneOf: [
        { type: 'array', maxItems: MAX_ITEMS, items: { $ref: getSchemaPath(EditedItemDto) } },
        { type: 'string', description: 'The same as JSON text.' },
      ],
    },
    { description: 'Items to add, change or remove.' },
  )
  items?: readonly EditedItemDto[] | null;

  @IdField({ description: 'Id of the shipping method; empty: none. Only for an order of a checkout.' })
  shipping?: string | null;

  @AmountField({
    description:
      'Price of shipping before discounts. Default: the present one of the method, if `shipping` changes it. Only for an ' +
      'order of a checkout.',
    example: 4.5,
  })
  shipping_price?: Amount | null;

  @BooleanField({ description: '1: return the result of the edit and write nothing. Default 0.' })
  dry_run?: boolean | null;

  toEdit(): OrderEdit {
    return {
      path: 'items',
      items: (this.items ?? []).map(({ sku, modifier, quantity, price }) => ({
        sku,
        choices: modifier ?? {},
        quantity,
        price: price ?? undefined,
      })),
      ...(this.shipping !== undefined && { shipping: this.shipping }),
      ...(this.shipping_price !== undefined && { shippingPrice: this.shipping_price ?? 0n }),
    };
  }
}
