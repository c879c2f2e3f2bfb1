import { Entity, PrimaryColumn } from 'typeorm';
import { IdReference, StringColumn } from '../../../platform/database/rows/columns';

/** The fingerprint once the content of the cart has changed: no request has it, so none is answered with that order. */
export const CONTENT_CHANGED = 'changed';

/**
 * The order of a cart's last checkout (carts.md 5). It is not a column of the cart, because a checkout changes no field of
 * the cart's record and must not make an event.
 */
@Entity('cart_checkouts')
export class CartCheckout {
  @PrimaryColumn({ type: 'varchar', length: 128 })
  cartId!: string;

  @IdReference()
  orderId!: string;

  /** Fingerprint of the request (checkout-fingerprint.ts), or {@link CONTENT_CHANGED}; null: from a version without fingerprints. */
  @StringColumn(64, { nullable: true })
  fingerprint!: string | null;
}
