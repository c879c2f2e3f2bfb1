import { PartialType } from '@nestjs/swagger';
import { type Amount } from '../../../kernel/money';
import { AmountField, ChoiceField, DecimalField, SlugField, TextField } from '../../../platform/http/fields/fields';
import { sentOf } from '../../../platform/http/fields/patch';
import { TaxBandField } from '../tax-band-field';
import { type ShippingMethodFields } from '../shipping-methods.service';

/** A new shipping method. */
export class CreateShippingMethodDto {
  @TextField({ required: true, description: 'Display name.', example: 'Next day' })
  title!: string;

  @SlugField({
    required: true,
    unique: true,
    description: 'Unique name for URLs.',
    example: 'next-day',
  })
  slug!: string;

  @AmountField({
    required: true,
    description: 'Price in the default currency, before tax unless PRICES_INCLUDE_TAX is 1.',
    example: 4.95,
  })
  price!: Amount;

  @TaxBandField({
    description: 'Id of the tax band of the price. Default: the default band; `0` or `none`: no tax.',
    example: '890123456789012345',
  })
  tax_band?: string | null;

  @ChoiceField({
    name: 'Publication',
    required: true,
    keys: ['0', '1'],
    labels: { '0': 'Draft', '1': 'Live' },
    description: '0 draft, 1 live. Customers can choose live methods only.',
    example: '1',
  })
  status!: '0' | '1';

  @TextField({ description: 'Carrier.', example: 'Royal Mail' })
  company?: string | null;

  @AmountField({ description: 'Minimum subtotal of a cart, in the default currency. Default 0.' })
  price_min?: Amount | null;

  @AmountField({ description: 'Maximum subtotal of a cart. Default 0: unlimited.' })
  price_max?: Amount | null;

  @DecimalField({ least: 0, decimals: 4, description: 'Minimum weight of a cart. Default 0.' })
  weight_min?: string | null;

  @DecimalField({ least: 0, decimals: 4, description: 'Maximum weight of a cart. Default 0: unlimited.' })
  weight_max?: string | null;

  @TextField({ max: 65_536, description: 'Display text.' })
  description?: string | null;

  /** The whole row, defaults filled in. */
  toFields(): ShippingMethodFields {
    return shippingMethodFields(this);
  }
}

/** Changes of a shipping method: omitted fields stay, empty ones return to their defaults. */
export class UpdateShippingMethodDto extends PartialType(CreateShippingMethodDto) {
  /** Only what was sent. */
  toPatch(): Partial<ShippingMethodFields> {
    return sentOf(this, shippingMethodFields(this as CreateShippingMethodDto));
  }
}

function shippingMethodFields(dto: CreateShippingMethodDto): ShippingMethodFields {
  return {
    title: dto.title,
    slug: dto.slug,
    price: dto.price,
    taxBand: dto.tax_band ?? null,
    status: dto.status,
    company: dto.company ?? null,
    priceMin: dto.price_min ?? 0n,
    priceMax: dto.price_max ?? 0n,
    weightMin: dto.weight_min ?? '0',
    weightMax: dto.weight_max ?? '0',
    description: dto.description ?? null,
  };
}
