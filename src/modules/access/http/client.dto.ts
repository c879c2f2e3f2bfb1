import { type FieldParser, FieldProblem } from '../../../kernel/fields/field-problem';
import { SCOPES } from '../../../kernel/scopes';
import { Field, TextField } from '../../../platform/http/fields/fields';
import { textsParser } from '../../../platform/http/fields/nested-dto';
import { enumSchema } from '../../../platform/http/openapi/record-schemas';

const parseTexts = textsParser('scopes');

/** Reads scopes. An empty list is refused, because a client without scopes has all of them; so are more than there are. */
const parseScopes: FieldParser<string[]> = (raw) => {
  const scopes = parseTexts(raw);
  if (scopes instanceof FieldProblem) return scopes;
  if (scopes.length === 0) return new FieldProblem('must name a scope');
  return scopes.length > SCOPES.length ? new FieldProblem(`must have at most ${SCOPES.length} entries`) : scopes;
};

/** A new API client. */
export class CreateClientDto {
  @TextField({ required: true, description: 'Name in the histories of orders.', example: 'shop' })
  name!: string;

  @Field(
    parseScopes,
    { type: 'array', items: enumSchema('Scope', SCOPES), minItems: 1, maxItems: SCOPES.length },
    {
      required: true,
      description: 'Scopes of its tokens: some or all of those that your token has.',
      example: ['orders:read', 'orders:write'],
    },
  )
  scopes!: string[];
}
