import { ApiProperty } from '@nestjs/swagger';
import { amountNumber } from '../../kernel/money';
import { type Sums } from '../../platform/database/lists/collection';
import { NO_SUMS } from '../../platform/database/rows/exact-sum';
import { amountSchema } from '../../platform/http/openapi/record-schemas';
import { type MoneyTotal } from './data/payment-totals.queries';

/** Money that transactions moved in one currency: of those that succeeded, without authorizations and voids. */
export class MoneyTotalRecord {
  @ApiProperty({ type: String, example: 'GBP' })
  currency_code!: string;

  @ApiProperty(amountSchema('Sum of purchases and captures.', 119.88))
  captured!: number;

  @ApiProperty(amountSchema('Sum of refunds, less those that failed later.', 9.99))
  refunded!: number;

  @ApiProperty(amountSchema('`captured` less `refunded`.', 109.89))
  kept!: number;

  @ApiProperty(amountSchema('Tax in `captured`, as far as it is known: see `tax` of a transaction.', 19.98))
  captured_tax!: number;

  @ApiProperty(amountSchema('Tax in `refunded`, as far as it is known.', 1.67))
  refunded_tax!: number;

  @ApiProperty({
    type: 'integer',
    description: 'Purchases, captures and refunds whose tax is not known. 0: both sums of tax are exact.',
    example: 0,
  })
  untaxed!: number;
}

/** Sums over the transactions that match. */
export class TransactionTotalsRecord {
  @ApiProperty({ type: 'integer', description: 'Transactions that match.', example: 12 })
  count!: number;

  @ApiProperty({ type: [MoneyTotalRecord], nullable: true, description: `One for each currency. ${NO_SUMS}` })
  totals!: MoneyTotalRecord[] | null;
}

/** Makes the record of sums. */
export function transactionTotalsRecord({ count, sums }: Sums<MoneyTotal>): TransactionTotalsRecord {
  return { count, totals: sums?.map(totalRecord) ?? null };
}

function totalRecord({ currencyCode, captured, refunded, capturedTax, refundedTax, untaxed }: MoneyTotal) {
  return {
    currency_code: currencyCode,
    captured: amountNumber(captured),
    refunded: amountNumber(refunded),
    kept: amountNumber(captured - refunded),
    captured_tax: amountNumber(capturedTax),
    refunded_tax: amountNumber(refundedTax),
    untaxed,
  };
}
