import { PartialType } from '@nestjs/swagger';
import { BooleanField, DecimalField, TextField } from '../../../platform/http/fields/fields';
import { sentOf } from '../../../platform/http/fields/patch';
import { type TaxBandFields } from '../tax-bands.service';

/** A new tax band. */
export class CreateTaxBandDto {
  @TextField({ required: true, description: 'Display name.', example: 'Reduced' })
  title!: string;

  @DecimalField({ required: true, least: 0, most: 100, decimals: 4, description: 'Tax rate in percent.', example: 5 })
  rate!: string;

  @TextField({ max: 65_536, description: 'Display text.' })
  description?: string | null;

  @BooleanField({
    description:
      '1: this tax band becomes the default, in place of the one before. Products, shipping methods and custom items without a ' +
      '`tax_band` get the default. The first tax band is always the default. Default 0.',
  })
  default?: boolean | null;

  /** The whole row, defaults filled in. */
  toFields(): TaxBandFields {
    return taxBandFields(this);
  }
}

/** Changes of a tax band: omitted fields stay, empty ones are unset. */
export class UpdateTaxBandDto extends PartialType(CreateTaxBandDto) {
  /** Only what was sent. */
  toPatch(): Partial<TaxBandFields> {
    return sentOf(this, taxBandFields(this as CreateTaxBandDto));
  }
}

function taxBandFields(dto: CreateTaxBandDto): TaxBandFields {
  return { title: dto.title, rate: dto.rate, description: dto.description ?? null, default: dto.default ?? false };
}
