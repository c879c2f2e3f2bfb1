import { TextField } from '../../../platform/http/fields/fields';

/** A new note on an order. */
export class CreateOrderNoteDto {
  @TextField({
    required: true,
    max: 10_000,
    description: 'Text of the note.',
    example: 'Asked to leave it with the neighbour.',
  })
  text!: string;

  @TextField({ description: 'Author. Default: the name of the API client.', example: 'Grace' })
  author?: string | null;
}
