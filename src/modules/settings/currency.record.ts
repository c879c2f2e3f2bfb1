import { ApiProperty } from '@nestjs/swagger';
import { wireTime } from '../../kernel/clock';
import { amountNumber, ROUNDING_MODES, type RoundingMode } from '../../kernel/money';
import { enumSchema } from '../../platform/http/openapi/record-schemas';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { type Currency } from './data/currency.entity';
import { currencyListing } from './data/currency.listing';

/** A currency as the API answers it (interface.md, Currency record). */
@ListedBy(currencyListing)
export class CurrencyRecord {
  @ApiProperty({ type: String, example: '890123456789012345' })
  id!: string;

  @ApiProperty({ type: String, description: 'Currency code of ISO 4217.', example: 'GBP' })
  code!: string;

  @ApiProperty({ type: String, example: 'British Pound' })
  title!: string;

  @ApiProperty({ type: Boolean })
  enabled!: boolean;

  @ApiProperty({
    type: String,
    description: 'Change of converted prices: a signed amount, a signed percentage or a factor.',
    example: '+0',
  })
  modifier!: string;

  @ApiProperty({
    type: Number,
    description: 'Units of this currency that equal one unit of the default currency.',
    example: 1,
  })
  exchange_rate!: number;

  @ApiProperty({ type: String, description: 'Format of prices; contains {price}.', example: '£{price}' })
  format!: string;

  @ApiProperty({ type: String, example: '.' })
  decimal_point!: string;

  @ApiProperty({ type: String, example: ',' })
  thousand_point!: string;

  @ApiProperty(
    enumSchema('CurrencyRounding', ['full', '50', '99'], {
      nullable: true,
      description: 'How converted prices are rounded up.',
    }),
  )
  rounding!: string | null;

  @ApiProperty(
    enumSchema('RoundingMode', ROUNDING_MODES, {
      description: 'How an amount half way between two minor units is rounded.',
    }),
  )
  rounding_mode!: RoundingMode;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Totals are rounded half up to a multiple of it; null: to the smallest unit of the currency.',
    example: 0.05,
  })
  total_step!: number | null;

  @ApiProperty({ type: Boolean, description: 'Whether this is the default currency of the store.' })
  default!: boolean;

  @ApiProperty({ type: String, nullable: true, example: '2026-01-31 12:00:00' })
  created_at!: string | null;

  @ApiProperty({ type: String, nullable: true, example: '2026-01-31 12:00:00' })
  updated_at!: string | null;
}

/** @returns the record of a currency */
export function currencyRecord(currency: Currency): CurrencyRecord {
  return {
    id: currency.id,
    code: currency.code,
    title: currency.title,
    enabled: currency.enabled,
    modifier: currency.modifier,
    exchange_rate: Number(currency.exchangeRate),
    format: currency.format,
    decimal_point: currency.decimalPoint,
    thousand_point: currency.thousandPoint,
    rounding: currency.rounding,
    rounding_mode: currency.roundingMode,
    total_step: currency.totalStep === null ? null : amountNumber(currency.totalStep),
    default: currency.defaultMark === 1,
    created_at: wireTime(currency.createdAt),
    updated_at: wireTime(currency.updatedAt),
  };
}
