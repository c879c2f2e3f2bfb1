import { FieldProblem, type FieldParser } from '../../kernel/fields/field-problem';
import { choiceParser, idParser } from '../../kernel/fields/field-parsers';
import { Field, type FieldOptions } from '../../platform/http/fields/fields';

/**
 * The tax band of a row that has none (wire.md 7). The columns of products and shipping methods were never null: versions before read 0
 * as a band that is gone, which taxes nothing either.
 */
export const NO_TAX_BAND = '0';

const parseNone = choiceParser([NO_TAX_BAND, 'none']);
/** Whether what was sent stands for no tax. */
export const isNoTaxBand = (raw: unknown): boolean => !(parseNone(raw) instanceof FieldProblem);

const parse: FieldParser<string> = (raw) => {
  if (isNoTaxBand(raw)) return NO_TAX_BAND;
  const id = idParser(raw);
  return id instanceof FieldProblem ? new FieldProblem('must be an id, 0 or none') : id;
};

/** Spelling of the id of a tax band; `0` or `none`: no tax. */
export const TAX_BAND = { parse, schema: { type: 'string', pattern: '^([0-9]{1,19}|none)$' } } as const;

/** The id of a tax band, as {@link TAX_BAND}. */
export const TaxBandField = (options: FieldOptions): PropertyDecorator =>
  Field(TAX_BAND.parse, TAX_BAND.schema, { of: 'tax', ...options });
