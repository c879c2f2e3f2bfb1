import { type ApiPropertyOptions } from '@nestjs/swagger';

/** A field as a choice of another field uses it. */
interface FieldUse {
  readonly name: string;
  readonly unit: 'percent' | 'money' | 'units' | null;
  readonly required: boolean;
  /** The value that a form begins with. */
  readonly default: string | null;
}

/** A choice on which other fields depend. */
export interface ChoiceUse {
  readonly instructions: string;
  readonly example: string | null;
  /** The fields that are used with it, by name; the others are not. */
  readonly fields: Readonly<Record<string, FieldUse>>;
}

/** An operator of the rules in a field. */
export interface OperatorUse {
  readonly name: string;
  readonly takes: 'nothing' | 'value' | 'list';
}

/** The options of a field for a form. */
export interface FieldFormOptions {
  readonly choices?: Readonly<Record<string, string>>;
  readonly default?: string | number | false | null;
  readonly decimal_places?: number;
  readonly parent?: string;
  readonly multilingual?: false;
  readonly wysiwyg?: false;
  readonly uses?: Readonly<Record<string, ChoiceUse>>;
  readonly operators?: Readonly<Record<string, OperatorUse>>;
}

/** Labels or titles by key. */
export const NAMES = { type: 'object', additionalProperties: { type: 'string' } } as const;

/** A field as a choice of another field uses it. */
const USE = {
  type: 'object',
  title: 'FieldUse',
  additionalProperties: false,
  required: ['name', 'unit', 'required', 'default'],
  properties: {
    name: { type: 'string', description: 'Name for people.' },
    unit: {
      ...{ type: 'string', title: 'FieldUnit', enum: ['percent', 'money', 'units'] },
      nullable: true,
      description: 'Of a number.',
    },
    required: { type: 'boolean', description: 'Whether it must be sent with this choice.' },
    default: { type: 'string', nullable: true, description: 'The value that a form begins with; null: none.' },
  },
};

/** Details of a kind of field for a form; empty for kinds that need none. */
export const OPTIONS = {
  type: 'object',
  title: 'FieldOptions',
  additionalProperties: false,
  description: 'What the kind of field needs: see its properties.',
  properties: {
    choices: { ...NAMES, description: 'Of a choice: labels by key.' },
    default: {
      oneOf: [{ type: 'string' }, { type: 'integer' }, { type: 'boolean', enum: [false] }],
      nullable: true,
      description:
        'Of a choice, the key that stands for a field left out; null: none. Of an integer, the number; false: none.',
    },
    decimal_places: { type: 'integer', description: 'Of a decimal and of money: decimals that a form shows.' },
    parent: { type: 'string', description: 'Of a slug: the field that it is made from.' },
    multilingual: { type: 'boolean', enum: [false], description: 'Of a text: it has one language.' },
    uses: {
      type: 'object',
      description:
        'Of a choice on which other fields depend: by key, what it does and the fields that are used with it.',
      additionalProperties: {
        type: 'object',
        title: 'ChoiceUse',
        additionalProperties: false,
        required: ['instructions', 'example', 'fields'],
        properties: {
          instructions: { type: 'string', description: 'What the choice does.' },
          example: { type: 'string', nullable: true, description: 'An example in a few words.' },
          fields: { type: 'object', additionalProperties: USE, description: 'By name; the other fields are ignored.' },
        },
      },
    },
    operators: {
      type: 'object',
      description: 'Of rules: their operators by key.',
      additionalProperties: {
        type: 'object',
        title: 'RuleOperator',
        additionalProperties: false,
        required: ['name', 'takes'],
        properties: {
          name: { type: 'string', description: 'Name for people, after that of the compared field.' },
          takes: {
            ...{ type: 'string', title: 'OperatorValue', enum: ['nothing', 'value', 'list'] },
            description: 'What it compares with.',
          },
        },
      },
    },
    wysiwyg: { type: 'boolean', enum: [false], description: 'Of a long text: it is typed as it is stored.' },
  },
  example: { multilingual: false },
} as unknown as ApiPropertyOptions;
