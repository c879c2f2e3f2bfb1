import { TextField } from '../../../platform/http/fields/fields';

/** A new remark about an order. */
export class CreateOrderNoteDto {
  @TextField({
    required: true,
    max: 10_000,
    description: 'The remark.',
    example: 'Asked to leave it with the neighbour.',
  })
  text!: string;

  @TextField({ description: 'Who wrote it. Default: the name of the API client.', example: 'Grace' })
  author?: string | null;
}
