import { PartialType } from '@nestjs/swagger';
import { CURRENCY_CODES } from '../../../kernel/iso-codes';
import { type Amount, parseAmount, ROUNDING_MODES, type RoundingMode } from '../../../kernel/money';
import { type FieldParser, FieldProblem } from '../../../kernel/fields/field-problem';
import { amountParser, keptLineParser, textParser } from '../../../kernel/fields/field-parsers';
import { BooleanField, ChoiceField, DecimalField, Field, TextField } from '../../../platform/http/fields/fields';
import { sentOf } from '../../../platform/http/fields/patch';
import { type CurrencyFields } from '../currencies.service';

const codeText = textParser(3);

const codeParser: FieldParser<string> = (raw) => {
  const text = codeText(raw);
  if (text instanceof FieldProblem) return text;
  const code = text.toUpperCase();
  return CURRENCY_CODES.has(code) ? code : new FieldProblem('must be a currency code of ISO 4217');
};

/** No note of any currency is worth more of its units. */
const MOST_STEP = 1_000_000;
const readAmount = amountParser();

const readStep: FieldParser<Amount> = (raw) => {
  const step = readAmount(raw);
  if (step instanceof FieldProblem) return step;
  if (step === 0n) return new FieldProblem('must be above 0');
  return step > parseAmount(String(MOST_STEP)) ? new FieldProblem(`must be at most ${MOST_STEP}`) : step;
};

/** Text between digits, as it was sent: in French a blank, also one that does not break. */
const SeparatorField = (options: { readonly description: string; readonly example: string }): PropertyDecorator =>
  Field(keptLineParser(8), { type: 'string', maxLength: 8 }, { ...options, keepsBlanks: true });

const modifierText = textParser(32, {
  pattern: /^(?:[+-]?\d{1,9}(?:\.\d{1,4})?%?|\*\d{1,9}(?:\.\d{1,4})?)$/,
  message: 'must be a signed number, one with %, or * and a factor',
});

/** Records of v1 stores also have `++0`, which is `+0`. */
const readModifier: FieldParser<string> = (raw) =>
  modifierText(typeof raw === 'string' ? raw.trim().replace(/^\+\+/, '+') : raw);

/** A new currency. */
export class CreateCurrencyDto {
  @Field(
    codeParser,
    { type: 'string', pattern: '^[A-Za-z]{3}$' },
    { required: true, unique: true, description: 'Currency code of ISO 4217.', example: 'EUR' },
  )
  code!: string;

  @TextField({ required: true, description: 'Display name.', example: 'Euro' })
  title!: string;

  @TextField({
    required: true,
    pattern: /\{price\}/,
    message: 'must hold {price}',
    description: 'Format of prices. Must contain {price}.',
    example: '{price} €',
  })
  format!: string;

  @BooleanField({ preset: '1', description: '1: carts can be priced in this currency. Default 1.' })
  enabled?: boolean | null;

  @Field(
    readModifier,
    { type: 'string', maxLength: 32 },
    {
      description:
        'Changes converted prices: a signed amount (+0.50), a signed percentage (+2%) or a factor (*3). It must not make a price negative. Default +0.',
      example: '+0',
    },
  )
  modifier?: string | null;

  @DecimalField({
    least: 0,
    above: true,
    decimals: 10,
    description:
      'Units of this currency that equal one unit of the default currency. Default 1; the default currency has 1.',
    example: 1.17,
  })
  exchange_rate?: string | null;

  @SeparatorField({ description: 'Decimal separator; differs from thousand_point. Default `.`', example: ',' })
  decimal_point?: string | null;

  @SeparatorField({ description: 'Thousands separator, which may be a blank. Default `,`', example: '.' })
  thousand_point?: string | null;

  @ChoiceField({
    name: 'CurrencyRounding',
    keys: ['full', '50', '99'],
    description:
      'Rounds converted prices up: `full` to whole units, `50` to a multiple of 0.50, `99` to .99. Unset: no rounding.',
  })
  rounding?: string | null;

  @ChoiceField({
    name: 'RoundingMode',
    keys: ROUNDING_MODES,
    preset: 'half_up',
    description: 'How to round an amount half way between two minor units. Default half_up.',
  })
  rounding_mode?: RoundingMode | null;

  @Field(
    readStep,
    { type: 'number', minimum: 0, maximum: MOST_STEP },
    {
      kind: 'money',
      description:
        'Totals of carts, orders and refunds are rounded half up to a multiple of it; prices stay as they are. A multiple of the ' +
        'smallest unit: 0.05 where the smallest coin is 5 cents. Unset: the smallest unit.',
      example: 0.05,
    },
  )
  total_step?: Amount | null;

  @BooleanField({
    preset: '0',
    description:
      '1: make this the default currency of the store, and turn it on. The previous one is turned off (`enabled` 0): send its `exchange_rate` and `enabled` 1 to sell in it. ' +
      'Only possible while there are no orders, products, promotions and shipping methods with a price.',
  })
  default?: boolean | null;

  /** The whole row, defaults filled in. */
  toFields(): CurrencyFields {
    return currencyFields(this);
  }
}

/** Changes of a currency: omitted fields stay, empty ones return to their defaults. */
export class UpdateCurrencyDto extends PartialType(CreateCurrencyDto) {
  /** Only what was sent. */
  toPatch(): Partial<CurrencyFields> {
    return sentOf(this, currencyFields(this as CreateCurrencyDto));
  }
}

function currencyFields(dto: CreateCurrencyDto): CurrencyFields {
  return {
    code: dto.code,
    title: dto.title,
    format: dto.format,
    enabled: dto.enabled ?? true,
    modifier: dto.modifier ?? '+0',
    exchangeRate: dto.exchange_rate ?? '1',
    decimalPoint: dto.decimal_point ?? '.',
    thousandPoint: dto.thousand_point ?? ',',
    rounding: dto.rounding ?? null,
    roundingMode: dto.rounding_mode ?? 'half_up',
    totalStep: dto.total_step ?? null,
    default: dto.default ?? false,
  };
}
