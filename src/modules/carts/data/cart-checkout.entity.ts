import { Entity, PrimaryColumn } from 'typeorm';
import { IdReference, StringColumn } from '../../../platform/database/rows/columns';

/**
 * The order of a cart's checkout; any change of the cart removes the row (carts.md 5). It is not a column of the cart, because
 * a checkout changes no field of the cart's record and must not make an event.
 */
@Entity('cart_checkouts')
export class CartCheckout {
  @PrimaryColumn({ type: 'varchar', length: 64 })
  cartId!: string;

  @IdReference()
  orderId!: string;

  /** Fingerprint of the request (checkout-fingerprint.ts); null: from a version without fingerprints. */
  @StringColumn(64, { nullable: true })
  fingerprint!: string | null;
}
