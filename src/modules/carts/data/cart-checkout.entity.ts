import { Entity, PrimaryColumn } from 'typeorm';
import { IdReference, StringColumn } from '../../../platform/database/rows/columns';

/**
 * The order that a cart was checked out as; any change of the cart removes the row (carts.md 5). No column of the cart:
 * a checkout changes nothing that its record shows, and so makes no event of it.
 */
@Entity('cart_checkouts')
export class CartCheckout {
  @PrimaryColumn({ type: 'varchar', length: 64 })
  cartId!: string;

  @IdReference()
  orderId!: string;

  /** Of its request, see checkout-fingerprint.ts; null: checked out before these were kept. */
  @StringColumn(64, { nullable: true })
  fingerprint!: string | null;
}
