import { asList } from '../../../platform/http/body/field.shapes';
import { Field, IntegerField, TextField } from '../../../platform/http/fields/fields';
import { FieldProblem } from '../../../kernel/fields/field-problem';
import { textsOf } from '../../../kernel/fields/field-parsers';
import { INSTANT_FORM, parseInstant } from '../../../kernel/times/instant';
import { type AddCodes } from '../codes/add-codes.service';
import { DEFAULT_ALPHABET, DEFAULT_LENGTH } from '../domain/codes/code-form';

const MAX_CODES = 10_000_000;
const MAX_USES = 2_147_483_647;

const codesParser = (raw: unknown): readonly string[] | FieldProblem => {
  try {
    return textsOf(asList(raw));
  } catch (error) {
    return new FieldProblem(error instanceof RangeError ? error.message : 'must be a list of codes');
  }
};

/** A day means its end, wherever the store is: the text is kept. */
const expiresParser = (raw: unknown): string | FieldProblem => {
  const text = typeof raw === 'string' ? raw.trim() : '';
  return parseInstant(text) === undefined ? new FieldProblem(`must be a day or ${INSTANT_FORM}`) : text;
};

/** New codes of a pool: drawn at random, or listed. */
export class AddCodesDto {
  @IntegerField({
    least: 1,
    most: MAX_CODES,
    description: 'Number of codes to draw at random. More than 1,000 are a job.',
    example: 500,
  })
  count?: number | null;

  @TextField({ max: 64, description: 'Text before the random part.', example: 'SPRING-' })
  prefix?: string | null;

  @IntegerField({
    least: 6,
    most: 32,
    description: `Characters of the random part. Default ${DEFAULT_LENGTH}. There must be 1,000,000 times as many codes of that length as are drawn, those of the pool included.`,
  })
  length?: number | null;

  @TextField({
    max: 36,
    description: `Letters and digits that codes are drawn from, without regard to case. Default ${DEFAULT_ALPHABET}.`,
  })
  alphabet?: string | null;

  @IntegerField({
    least: 0,
    most: MAX_USES,
    description: 'Most orders that can use each code. Default 1; 0: no limit.',
  })
  uses?: number | null;

  @Field(
    expiresParser,
    { type: 'string', maxLength: 32 },
    {
      description:
        'When the codes expire: a day, which counts to its end in the time zone of the store, or a time. Default: never.',
      example: '2099-12-31',
    },
  )
  expires?: string | null;

  @Field(
    codesParser,
    { type: 'array', items: { type: 'string', maxLength: 255 }, maxItems: 1000 },
    {
      description:
        'Codes that you already have, in place of `count`: each begins with a letter or a digit. All are added, or none. Longer lists: send `text/csv`.',
    },
  )
  codes?: readonly string[] | null;

  /** The request, defaults filled in. */
  toRequest(): AddCodes {
    return {
      count: this.count ?? null,
      form: {
        prefix: this.prefix ?? '',
        length: this.length ?? DEFAULT_LENGTH,
        alphabet: this.alphabet ?? DEFAULT_ALPHABET,
      },
      codes: this.codes ?? null,
      uses: this.uses ?? 1,
      expires: this.expires ?? null,
    };
  }
}
