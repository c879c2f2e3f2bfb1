import { PartialType } from '@nestjs/swagger';
import { FieldProblem } from '../../../kernel/fields/field-problem';
import { ChoiceField, Field, IntegerField, TextField } from '../../../platform/http/fields/fields';
import { sentOf } from '../../../platform/http/fields/patch';
import { MODIFIER_TYPE, type ModifierType } from '../choices';
import { modPriceText, parseModPrice } from '../modifiers/mod-price';
import { type ModifierFields } from '../modifiers/modifiers.service';
import { type VariationFields } from '../modifiers/variations.service';

/** A new modifier of a product. */
export class CreateModifierDto {
  @TextField({ required: true, description: 'Display name.', example: 'Size' })
  title!: string;

  @ChoiceField({
    name: 'ModifierType',
    required: true,
    keys: Object.keys(MODIFIER_TYPE),
    labels: MODIFIER_TYPE,
    description: 'variant and single: the shopper chooses one variation. input: the shopper types a text.',
    example: 'variant',
  })
  type!: ModifierType;

  @TextField({ max: 65_536, description: 'Text for the shopper.', example: 'Choose a size' })
  instructions?: string | null;

  /** The whole row, defaults filled in. */
  toFields(): ModifierFields {
    return modifierFields(this);
  }
}

/** Changes of a modifier: omitted fields stay, empty ones return to their defaults. */
export class UpdateModifierDto extends PartialType(CreateModifierDto) {
  /** Only what was sent. */
  toPatch(): Partial<ModifierFields> {
    return sentOf(this, modifierFields(this as CreateModifierDto));
  }
}

function modifierFields({ title, type, instructions }: CreateModifierDto): ModifierFields {
  return { title, type, instructions: instructions ?? null };
}

const modPriceParser = (raw: unknown): unknown => {
  const price = parseModPrice(typeof raw === 'string' ? raw.trim() : '');
  return price === undefined
    ? new FieldProblem('must be a decimal number with +, - or = before it, such as +1.50')
    : modPriceText(price);
};

/** A new variation of a modifier. */
export class CreateVariationDto {
  @TextField({ required: true, description: 'Display name.', example: 'Large' })
  title!: string;

  @Field(
    modPriceParser,
    { type: 'string', maxLength: 32 },
    {
      description:
        'Change of the product price, in the default currency: +1.50 adds, -1.50 takes off, =2.99 replaces it. Default +0.00.',
      example: '+1.50',
    },
  )
  mod_price?: string | null;

  @TextField({ unique: true, description: 'SKU of its own; unique among variations and products.', example: 'TEE-L' })
  sku?: string | null;

  @IntegerField({
    least: 0,
    most: 999_999_999,
    description: "Units in stock. Unset: it is sold from the product's stock.",
    example: 12,
  })
  stock_level?: number | null;

  /** The whole row, defaults filled in. */
  toFields(): VariationFields {
    return variationFields(this);
  }
}

/** Changes of a variation: omitted fields stay, empty ones return to their defaults. */
export class UpdateVariationDto extends PartialType(CreateVariationDto) {
  /** Only what was sent. */
  toPatch(): Partial<VariationFields> {
    return sentOf(this, variationFields(this as CreateVariationDto));
  }
}

function variationFields(dto: CreateVariationDto): VariationFields {
  return {
    title: dto.title,
    modPrice: dto.mod_price ?? '+0.00',
    sku: dto.sku ?? null,
    stockLevel: dto.stock_level ?? null,
  };
}
