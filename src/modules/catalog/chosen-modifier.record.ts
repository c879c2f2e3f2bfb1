import { ApiProperty } from '@nestjs/swagger';
import { type Choice } from '../../platform/http/envelope';
import { choiceSchema } from '../../platform/http/openapi/record-schemas';
import { choiceOf, MODIFIER_TYPE } from './choices';
import { type ChosenModifier } from './chosen-modifiers';

/** A modifier of a line with its choice (orders-and-payments.md 29). */
export class ChosenModifierRecord {
  @ApiProperty({ type: String, description: 'Id of the modifier.', example: '890123456789012346' })
  id!: string;

  @ApiProperty(choiceSchema('ModifierType', MODIFIER_TYPE))
  type!: Choice;

  @ApiProperty({ type: String, example: 'Size' })
  title!: string;

  @ApiProperty({ type: String, description: 'Title of the variation, or the text.', example: 'Large' })
  value!: string;

  @ApiProperty({ type: String, nullable: true, description: 'Id of the variation; null for a text.' })
  variation!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Price change of the variation.', example: '+1.50' })
  mod_price!: string | null;
}

/** Schema of {@link chosenIds}. */
export const CHOSEN_IDS_SCHEMA = {
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'What was chosen, by modifier id: the id of the variation, or the text. As `modifier` of a request.',
  example: {},
} as const;

/** The choices of a line as a request states them: `modifier` of v1's first pages. */
export function chosenIds(chosen: readonly ChosenModifier[]): Record<string, string> {
  return Object.fromEntries(chosen.map(({ id, value, variation }) => [id, variation ?? value]));
}

/** Records of the choices of a line by modifier id; {} when there are none. */
export function chosenRecords(chosen: readonly ChosenModifier[]): Record<string, ChosenModifierRecord> {
  const records = chosen.map(({ id, type, title, value, variation, modPrice }) => {
    const record = { id, type: choiceOf(MODIFIER_TYPE, type), title, value, variation, mod_price: modPrice };
    return [id, record] as const;
  });
  return Object.fromEntries(records);
}
