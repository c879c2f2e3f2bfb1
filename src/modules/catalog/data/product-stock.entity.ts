import { Entity } from 'typeorm';
import { IdColumn, IntegerColumn } from '../../../platform/database/rows/columns';

/**
 * How many of a product there are (carts.md 8). A counter, no store object: it is changed by conditional UPDATEs, makes
 * no events of its own, and checkouts that take from it wait for each other only here, never on the product's own row.
 */
@Entity('product_stock')
export class ProductStock {
  /** Id of the product, or of a variation with stock of its own: both come from one generator. */
  @IdColumn()
  productId!: string;

  /** Zero or more. */
  @IntegerColumn()
  level!: number;

  /** A sale or a return that makes the level cross it, or 0, changes the product (orders-that-stay-true.md 31). */
  @IntegerColumn({ nullable: true })
  lowStock!: number | null;
}
