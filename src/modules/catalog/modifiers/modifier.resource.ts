import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { wireTime } from '../../../kernel/clock';
import { frozen } from '../../../kernel/frozen';
import { type Amount, formatAmount, type MoneyFormat } from '../../../kernel/money';
import { type Choice } from '../../../platform/http/envelope';
import { ChangesOf, NewOf, RecordOf } from '../../../platform/resources/resource';
import { choiceOf, MODIFIER_TYPE } from '../choices';
import { type PriceConversion, wholeUnitPrice } from '../../settings/converted-price';
import { type Modifiers, type Stock } from '../data/modifier.queries';
import { ProductModifier } from '../data/product-modifier.entity';
import { ProductVariation } from '../data/product-variation.entity';
import { modifiedPrice, modPriceText, parseModPrice } from '../domain/mod-price';

const PRODUCT = { type: String, description: 'Id of the product.', example: '890123456789012345' } as const;

/** A variation as the API answers it (storefront shapes of v1, orders-and-payments.md 29). */
export class VariationRecord extends RecordOf(ProductVariation, {
  id: { example: '890123456789012347' },
  mod_price: {},
  difference: {
    type: String,
    description:
      'Change of the product price, printed in the currency of `X-Currency`; after `=` the price that replaces it. Without a sign when ' +
      'nothing changes.',
    example: '+£1.50',
  },
  sku: {},
  stock_level: {
    type: 'integer',
    minimum: 0,
    nullable: true,
    description: "Units in stock now. Null: it is sold from the product's stock.",
  },
  modifier: { type: String, description: 'Id of the modifier.', example: '890123456789012346' },
  product: PRODUCT,
}) {
  declare title: string;
  declare mod_price: string;
  declare difference: string;
  declare sku: string | null;
  declare stock_level: number | null;
  declare modifier: string;
  declare product: string;
}

/** A modifier as the API answers it. */
@ApiExtraModels(VariationRecord)
export class ModifierRecord extends RecordOf(ProductModifier, {
  id: { example: '890123456789012346' },
  type: {},
  title: {},
  instructions: { nullable: false, description: 'Text for the shopper; empty when unset.' },
  product: PRODUCT,
  variations: {
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(VariationRecord) },
    description: 'Variations by id, oldest first; {} when there are none.',
  },
}) {
  declare type: Choice;
  declare title: string;
  declare instructions: string;
  declare product: string;
  declare variations: Record<string, VariationRecord>;
}

/** The price change of a variation, as its record shows it. */
type VariationPrice = Pick<VariationRecord, 'mod_price' | 'difference'>;

/** Prices of the variations of one response. Many are alike, in one product and in others of its price: each is printed once. */
export class VariationPrices {
  private readonly known = new Map<string, VariationPrice>();

  constructor(readonly currency: PriceConversion & MoneyFormat) {}

  /** @param price of the product, in the default currency */
  of(price: Amount, modPrice: string): VariationPrice {
    const key = `${price} ${modPrice}`;
    const known = this.known.get(key) ?? this.printed(price, modPrice);
    this.known.set(key, known);
    return known;
  }

  private printed(price: Amount, modPrice: string): VariationPrice {
    const change = parseModPrice(modPrice) ?? { sign: '+', amount: 0n };
    const inCurrency = (amount: Amount): Amount => wholeUnitPrice(amount, this.currency) ?? amount;
    const modified = inCurrency(modifiedPrice(price, [change]));
    const size = change.sign === '=' ? modified : modified - inCurrency(price);
    const sign = change.amount === 0n && change.sign !== '=' ? '' : change.sign;
    return {
      mod_price: modPriceText(change),
      difference: `${sign}${formatAmount(size < 0n ? -size : size, this.currency)}`,
    };
  }
}

/** Values that variations show from elsewhere. */
export interface VariationContext {
  /** Price of the product, in the default currency. */
  readonly price: Amount;
  readonly prices: VariationPrices;
  /** By the id of the variation; none: it is sold from the product's. */
  readonly stocks: ReadonlyMap<string, Stock>;
}

/** Records of the modifiers of one product by id. */
type ByModifier = Readonly<Record<string, ModifierRecord>>;

/** Records that were made of the same modifiers before. */
interface Made {
  readonly currency: object;
  readonly price: Amount;
  readonly records: ByModifier;
}

/**
 * Makes the records of modifiers. Those of modifiers that are kept in memory (ADR 10) are kept with them, in the currency
 * that was asked for last; with stock of their own they differ from one moment to the next and are made each time.
 */
export class ModifierRecords {
  private readonly made = new WeakMap<Modifiers, Made>();

  /** @param modifiers of a product; undefined: it has none */
  of(modifiers: Modifiers | undefined, context: VariationContext): ByModifier {
    if (modifiers === undefined) return {};
    if (modifiers.areStocked) return modifierRecords(modifiers, context);
    const { price, prices } = context;
    const made = this.made.get(modifiers);
    // A currency that was changed is another object: the settings are frozen.
    if (made?.currency === prices.currency && made.price === price) return made.records;
    const records = frozen(modifierRecords(modifiers, context));
    this.made.set(modifiers, { currency: prices.currency, price, records });
    return records;
  }
}

function modifierRecords({ rows }: Modifiers, { price, prices, stocks }: VariationContext): ByModifier {
  const records = rows.map(({ modifier, variations }) => ({
    id: modifier.id,
    type: choiceOf(MODIFIER_TYPE, modifier.type),
    title: modifier.title,
    instructions: modifier.instructions ?? '',
    product: modifier.productId,
    variations: byId(variations.map((row) => variationRecord(row, prices.of(price, row.modPrice), stocks.get(row.id)))),
    created_at: wireTime(modifier.createdAt),
    updated_at: wireTime(modifier.updatedAt),
  }));
  return byId(records);
}

/** Ids are decimal numbers far above 2^32, which objects keep in the order they are added. */
function byId<R extends { readonly id: string }>(records: readonly R[]): Record<string, R> {
  const found: Record<string, R> = {};
  for (const record of records) found[record.id] = record;
  return found;
}

function variationRecord(
  variation: ProductVariation,
  price: VariationPrice,
  stock: Stock | undefined,
): VariationRecord {
  return {
    id: variation.id,
    title: variation.title,
    mod_price: price.mod_price,
    difference: price.difference,
    sku: variation.sku,
    stock_level: stock?.level ?? null,
    modifier: variation.modifierId,
    product: variation.productId,
    created_at: wireTime(variation.createdAt),
    updated_at: wireTime(variation.updatedAt),
  };
}

/** A new modifier of a product. */
export class CreateModifierDto extends NewOf(ProductModifier, 'productId') {}

/** Changes of a modifier: omitted fields stay, empty ones return to their defaults. */
export class UpdateModifierDto extends ChangesOf(CreateModifierDto) {}

/** A new variation of a modifier. */
export class CreateVariationDto extends NewOf(ProductVariation, 'productId', 'modifierId') {}

/** Changes of a variation: omitted fields stay, empty ones return to their defaults. */
export class UpdateVariationDto extends ChangesOf(CreateVariationDto) {}
