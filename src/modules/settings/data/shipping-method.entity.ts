import { Entity, Index } from 'typeorm';
import { type Amount } from '../../../kernel/money';
import { AmountColumn, IdReference, StringColumn, TextColumn } from '../../../platform/database/rows/columns';
import { StoreObject } from '../../../platform/database/rows/store-object';

/** Keys of a shipping method's status: 0 Draft, 1 Live. */
export type ShippingStatus = '0' | '1';

/** A way to send an order, its price, and the carts it is offered to. */
@Entity('shipping_methods')
@Index('uq_shipping_methods__slug', ['slug'], { unique: true })
@Index('ix_shipping_methods__tax_band', ['taxBand'])
export class ShippingMethod extends StoreObject {
  @StringColumn()
  title!: string;

  @StringColumn()
  slug!: string;

  /** The carrier. */
  @StringColumn(255, { nullable: true })
  company!: string | null;

  @TextColumn({ nullable: true })
  description!: string | null;

  @StringColumn(1)
  status!: ShippingStatus;

  @AmountColumn()
  price!: Amount;

  /** Id of the tax band; 0: none. */
  @IdReference()
  taxBand!: string;

  /** Least subtotal of a cart. */
  @AmountColumn()
  priceMin!: Amount;

  /** Greatest subtotal of a cart; 0: none. */
  @AmountColumn()
  priceMax!: Amount;

  /** Least weight of a cart; canonical decimal text. */
  @StringColumn(32)
  weightMin!: string;

  /** Greatest weight of a cart, canonical decimal text; 0: none. */
  @StringColumn(32)
  weightMax!: string;
}
