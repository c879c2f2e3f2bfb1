import { PartialType } from '@nestjs/swagger';
import { sentOf } from '../../../platform/http/fields/patch';
import { addressDetails, type AddressDetails, AddressDetailsDto } from '../address-details';

/** A new address of a customer. */
export class CreateAddressDto extends AddressDetailsDto {}

/** Changes of an address: omitted fields stay, empty ones are unset. */
export class UpdateAddressDto extends PartialType(AddressDetailsDto) {
  /** Only what was sent. */
  toPatch(): Partial<AddressDetails> {
    return sentOf(this, addressDetails(this as AddressDetailsDto));
  }
}
