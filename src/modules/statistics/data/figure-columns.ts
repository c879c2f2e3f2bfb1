import { AmountColumn, SumColumn } from '../../../platform/database/rows/columns';
import { type Figures } from '../domain/figures';

/** The columns of the figures. */
export abstract class FigureColumns implements Figures {
  /** Orders that were neither cancelled nor failed nor declined. */
  @AmountColumn()
  orders!: bigint;

  /** The other orders. */
  @AmountColumn()
  cancelled!: bigint;

  /** Total of the orders that `orders` counts; ten-thousandths of the default currency, like the sums below. */
  @SumColumn()
  total!: bigint;

  @SumColumn()
  captured!: bigint;

  @SumColumn()
  refunded!: bigint;

  @AmountColumn()
  customers!: bigint;
}
