import { ApiProperty } from '@nestjs/swagger';
import { AddressDetailsRecord, AddressRecord } from '../customers/address.record';
import { type Snapshot } from './data/order.entity';

const EMAIL = {
  type: String,
  nullable: true,
  description: 'E-mail address that was sent with the details of the address.',
} as const;

/** An address of an order that was sent in full. */
class OrderAddressDetailsRecord extends AddressDetailsRecord {
  @ApiProperty(EMAIL)
  email!: string | null;
}

/** An address of an order that is one of an address book. */
class OrderAddressRecord extends AddressRecord {
  @ApiProperty(EMAIL)
  email!: string | null;
}

/** The records that an address of an order can be. */
export const ORDER_ADDRESSES = [OrderAddressRecord, OrderAddressDetailsRecord] as const;

/** The address of an order as the API answers it: those of an address book, and of older orders, were kept without an e-mail address. */
export function orderAddress(kept: Snapshot | null): Snapshot | null {
  return kept && { ...kept, data: { email: null, ...kept.data } };
}
