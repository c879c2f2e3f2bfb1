import { type Type } from '@nestjs/common';
import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { type Choice, choice } from './envelope';

/** The labels of a Choice by stored key: `{ '0': 'No', '1': 'Yes' }`. */
export type Labels = Readonly<Record<string, string>>;

/** A Choice with the label of its stored key. */
export function choiceOf<L extends Labels>(labels: L, key: keyof L & string): Choice {
  return choice<string>(key, labels[key] ?? key);
}

/** Documents a field of a record that holds a Choice (wire.md 2). */
export function ChoiceProperty(labels: Labels, description?: string): PropertyDecorator {
  const value = { type: 'string' as const, enum: Object.values(labels) };
  return ApiProperty({
    type: 'object',
    description,
    additionalProperties: false,
    required: ['value', 'data'],
    properties: {
      value,
      data: {
        type: 'object',
        additionalProperties: false,
        required: ['key', 'value'],
        properties: { key: { type: 'string', enum: Object.keys(labels) }, value },
      },
    },
  });
}

/**
 * Documents a field of a record that holds a relation or null (wire.md 2). The class of the record that has the field
 * must name the related one in `@ApiExtraModels`.
 */
export function RelationProperty(record: Type, description?: string): PropertyDecorator {
  return ApiProperty({
    type: 'object',
    description,
    nullable: true,
    additionalProperties: false,
    required: ['value', 'data'],
    properties: {
      value: { type: 'string', description: 'Label for people.' },
      data: { allOf: [{ $ref: getSchemaPath(record) }] },
    },
  });
}
