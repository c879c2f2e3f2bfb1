import { ApiPropertyOptional } from '@nestjs/swagger';
import { CustomerEventRecord } from './customer.resource';

/** A customer in the event that a new password was asked for (webhooks.md 7). */
export class CustomerResetRecord extends CustomerEventRecord {
  @ApiPropertyOptional({
    type: String,
    example: 'q0cFGd0Yw3pYV2c8k1m5xTn7bR4uZ6eJ9aLhSfWvKtE',
    description:
      'Token for POST /v1/customers/password, to be sent to the customer. Webhooks have it, the log has not.',
  })
  token?: string;
}
