import { Entity, Index } from 'typeorm';
import { type Amount, ROUNDING_MODES, type RoundingMode } from '../../../kernel/money';
import { Decimal, DefaultMark, Money, Text, Word, YesOrNo } from '../../../platform/resources/attributes';
import { StoreObject } from '../../../platform/database/rows/store-object';
import { MAX_STEP, readCode, readModifier, readSeparator, readStep } from '../domain/currency-fields';

/** A currency the store can price in. Exactly one is the default. */
@Entity('currencies')
@Index('uq_currencies__code', ['code'], { unique: true })
@Index('uq_currencies__default', ['defaultMark'], { unique: true })
export class Currency extends StoreObject {
  @Text({
    max: 3,
    parse: readCode,
    schema: { type: 'string', pattern: '^[A-Za-z]{3}$' },
    required: true,
    unique: true,
    sort: true,
    description: 'Currency code of ISO 4217.',
    example: 'EUR',
    shows: { example: 'GBP' },
  })
  code!: string;

  @Text({
    required: true,
    search: true,
    sort: true,
    description: 'Display name.',
    example: 'Euro',
    shows: { example: 'British Pound' },
  })
  title!: string;

  @YesOrNo({ default: true, description: '1: carts can be priced in this currency. Default 1.' })
  enabled!: boolean;

  @Text({
    max: 32,
    parse: readModifier,
    default: '+0',
    description:
      'Changes converted prices: a signed amount (+0.50), a signed percentage (+2%) or a factor (*3). It must not make a price negative. Default +0.',
    shows: { description: 'Change of converted prices: a signed amount, a signed percentage or a factor.' },
    example: '+0',
  })
  modifier!: string;

  /** Canonical decimal text. */
  @Decimal({
    least: 0,
    above: true,
    decimals: 10,
    default: '1',
    description:
      'Units of this currency that equal one unit of the default currency. Default 1; the default currency has 1.',
    shows: { description: 'Units of this currency that equal one unit of the default currency.', example: 1 },
    example: 1.17,
  })
  exchangeRate!: string;

  @Text({
    required: true,
    pattern: /\{price\}/,
    message: 'must hold {price}',
    description: 'Format of prices. Must contain {price}.',
    example: '{price} €',
    shows: { description: 'Format of prices; contains {price}.', example: '£{price}' },
  })
  format!: string;

  @Text({
    max: 8,
    parse: readSeparator,
    keepsBlanks: true,
    default: '.',
    description: 'Decimal separator; differs from thousand_point. Default `.`',
    example: ',',
    shows: { example: '.' },
  })
  decimalPoint!: string;

  @Text({
    max: 8,
    parse: readSeparator,
    keepsBlanks: true,
    default: ',',
    description: 'Thousands separator, which may be a blank. Default `,`',
    example: '.',
    shows: { example: ',' },
  })
  thousandPoint!: string;

  @Word('CurrencyRounding', ['full', '50', '99'], {
    length: 8,
    description:
      'Rounds converted prices up: `full` to whole units, `50` to a multiple of 0.50, `99` to .99. Unset: no rounding.',
    shows: { description: 'How converted prices are rounded up.' },
  })
  rounding!: string | null;

  @Word('RoundingMode', ROUNDING_MODES, {
    length: 16,
    default: 'half_up',
    description: 'How to round an amount half way between two minor units. Default half_up.',
    shows: { description: 'How an amount half way between two minor units is rounded.' },
  })
  roundingMode!: RoundingMode;

  @Money({
    parse: readStep,
    schema: { type: 'number', minimum: 0, maximum: MAX_STEP },
    description:
      'Totals of carts, orders and refunds are rounded half up to a multiple of it; prices stay as they are. A multiple of the ' +
      'smallest unit: 0.05 where the smallest coin is 5 cents. Unset: the smallest unit.',
    shows: {
      description: 'Totals are rounded half up to a multiple of it; null: to the smallest unit of the currency.',
    },
    example: 0.05,
  })
  totalStep!: Amount | null;

  @DefaultMark({
    preset: '0',
    description:
      '1: make this the default currency of the store, and turn it on. The previous one is turned off (`enabled` 0): send its `exchange_rate` and `enabled` 1 to sell in it. ' +
      'Only possible while there are no orders, products, promotions and shipping methods with a price.',
    shows: { description: 'Whether this is the default currency of the store.' },
  })
  defaultMark!: 1 | null;
}
