import { NotFound } from '../../kernel/errors';

/** No customer has this id. */
export class CustomerNotFound extends NotFound {
  readonly code = 'customers.customer_not_found';
  constructor() {
    super('No customer found');
  }
}

/** No customer group has this id. */
export class CustomerGroupNotFound extends NotFound {
  readonly code = 'customers.group_not_found';
  constructor() {
    super('No customer group found');
  }
}

/** The customer has no address with this id. */
export class AddressNotFound extends NotFound {
  readonly code = 'customers.address_not_found';
  constructor() {
    super('No address found');
  }
}
