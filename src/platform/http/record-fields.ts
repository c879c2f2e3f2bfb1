import { type Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { type Choice, choice } from './envelope';
import { choiceSchema, relationSchema } from './record-schemas';

/** The labels of a Choice by stored key: `{ '0': 'No', '1': 'Yes' }`. */
export type Labels = Readonly<Record<string, string>>;

/** A Choice with the label of its stored key. */
export function choiceOf<L extends Labels>(labels: L, key: keyof L & string): Choice {
  return choice<string>(key, labels[key] ?? key);
}

/** Documents a field of a record that holds a Choice (wire.md 2). */
export function ChoiceProperty(labels: Labels, description?: string): PropertyDecorator {
  return ApiProperty(choiceSchema(labels, description));
}

/**
 * Documents a field of a record that holds a relation or null (wire.md 2). The class of the record that has the field
 * must name the related one in `@ApiExtraModels`.
 */
export function RelationProperty(record: Type, description = 'The related record.'): PropertyDecorator {
  return ApiProperty(relationSchema(record, description));
}
