import { type ApiPropertyOptions } from '@nestjs/swagger';
import { enumSchema } from '../../../platform/http/openapi/record-schemas';
import { describeOperators, keysOf } from '../domain/rules/operators/rule-operators';
import { describeFields, LEAF_TYPE_KEYS } from '../domain/rules/leaf-types';
import { MATCH_ON } from '../domain/rules/rule-tree';

const VALUE = { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] };
const MATCH_ON_SCHEMA = enumSchema('RuleMatchOn', MATCH_ON, {
  description: 'all: every child must match (default). any: one child is enough.',
});

/** One comparison (interface.md, Rule object; promotions.md 15 to 19). */
const CONDITION = {
  type: 'object',
  title: 'RuleCondition',
  additionalProperties: false,
  required: ['type', 'match'],
  properties: {
    type: enumSchema('RuleConditionType', LEAF_TYPE_KEYS, { description: 'Object that the rule looks at.' }),
    match: { type: 'string', description: `Field to compare. ${describeFields()}`, example: 'value' },
    operator: {
      type: 'string',
      description: `Default =. ${describeOperators()} Other spellings of them are accepted, such as eq.`,
      example: '>',
    },
    against: {
      description: `Value to compare with. A list for: ${keysOf('list')}. Nothing for: ${keysOf('nothing')}.`,
      oneOf: [...VALUE.oneOf, { type: 'array', items: VALUE }],
      example: '50',
    },
    match_on: MATCH_ON_SCHEMA,
  },
};

const RULE = { title: 'Rule', oneOf: [{ $ref: '#/components/schemas/RuleGroup' }, CONDITION] };

const GROUP = {
  type: 'object',
  title: 'RuleGroup',
  additionalProperties: false,
  required: ['type', 'children'],
  properties: {
    type: { type: 'string', enum: ['group'] },
    match_on: MATCH_ON_SCHEMA,
    children: { type: 'array', items: RULE },
  },
};

/** A rule tree in a body. Refers to {@link ruleTreeSchema}: what Nest makes optional loses its list of required fields. */
export const RULE_TREE_FIELD = {
  type: 'object',
  $ref: '#/components/schemas/RuleGroup',
} as unknown as ApiPropertyOptions;

/** The schema of a rule tree: a group at the top, groups and conditions below. */
export function ruleTreeSchema(about: {
  readonly nullable?: boolean;
  readonly description: string;
}): ApiPropertyOptions {
  return { ...GROUP, ...about, selfRequired: true } as unknown as ApiPropertyOptions;
}
