import { NotFound, Unauthorized } from '../../kernel/errors';
import { WrongCredentials } from '../access/access.errors';

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

/** The e-mail address or the password of a customer is wrong, or the customer has no password. */
export class CustomerCredentialsRefused extends WrongCredentials {
  readonly code = 'customers.credentials_refused';
  constructor() {
    super('The e-mail address or the password is not right');
  }
}

/** The header X-Customer-Token is missing where a customer must be signed in, or its token is unknown, has expired or was ended. */
export class CustomerTokenRefused extends Unauthorized {
  readonly code = 'customers.token_refused';
  constructor() {
    super('A valid X-Customer-Token is required: get one with POST /v1/customers/token');
  }
}
