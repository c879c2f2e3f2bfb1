import { type Type } from '@nestjs/common';
import { type ApiPropertyOptions, getSchemaPath } from '@nestjs/swagger';

/** Schema of a Choice: the keys with their labels (wire.md 2). */
export function choiceSchema(labels: Readonly<Record<string, string>>, description?: string): ApiPropertyOptions {
  const values = [...new Set(Object.values(labels))];
  const [key = '', label = ''] = Object.entries(labels)[0] ?? [];
  return {
    type: 'object',
    ...(description === undefined ? {} : { description }),
    additionalProperties: false,
    required: ['value', 'data'],
    properties: {
      value: { type: 'string', enum: values, description: 'Label.' },
      data: {
        type: 'object',
        additionalProperties: false,
        required: ['key', 'value'],
        properties: { key: { type: 'string', enum: Object.keys(labels) }, value: { type: 'string', enum: values } },
      },
    },
    example: { value: label, data: { key, value: label } },
  };
}

/** Schema of a relation: null, or a label and the record (wire.md 2). The records must be among the document's models. */
export function relationSchema(
  record: Type | readonly Type[],
  description: string,
  nullable = true,
): ApiPropertyOptions {
  const refs = [record].flat().map((one: Type) => ({ $ref: getSchemaPath(one) }));
  return {
    type: 'object',
    description,
    nullable,
    additionalProperties: false,
    required: ['value', 'data'],
    properties: {
      value: { type: 'string', description: 'Label.' },
      data: refs.length === 1 ? refs[0] : { anyOf: refs },
    },
  } as ApiPropertyOptions;
}
