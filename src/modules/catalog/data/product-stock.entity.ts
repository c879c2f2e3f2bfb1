import { Entity } from 'typeorm';
import { IdColumn, IntegerColumn } from '../../../platform/database/rows/columns';

/**
 * The stock of a product (carts.md 8). It is a counter, not a store object: conditional UPDATEs change it, it makes
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

  /** A sale or a return that makes the level cross it, or 0, changes the product (orders-and-payments.md 31). */
  @IntegerColumn({ nullable: true })
  lowStock!: number | null;
}
