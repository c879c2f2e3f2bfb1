import { Inject, Injectable } from '@nestjs/common';
import { ValidationFailed } from '../../kernel/errors';
import { type SignedInCustomer } from '../../kernel/scopes';
import { REQUIRED } from '../../kernel/fields/field-problem';
import { CONFIG, type Config } from '../../platform/config/config';
import { type IfMatch } from '../../platform/database/rows/entity-tag';
import { LoginLimit } from '../access/login-limit';
import { hashOf } from '../access/secret-hash';
import { CustomerPasswordsService } from './customer-passwords.service';
import { type NewCustomerToken } from './customer-tokens.service';
import { type CustomerRecord } from './customer.resource';
import { type CustomerFields, CustomersService } from './customers.service';
import { CustomerCredentialsRefused } from './customers.errors';
import { EmailLimit } from './email-limit';
import { type LoginPlace } from './login-place';

/** Changes that a customer makes. */
export type OwnChanges = Partial<Pick<CustomerFields, 'firstName' | 'lastName' | 'email'>> & {
  readonly password?: string;
};

/** Digits of the hash that stands for an e-mail address in the log. */
const NAME_DIGITS = 12;

/**
 * Checks passwords of customers and limits wrong ones, by e-mail address and by IP address. Wrong passwords from elsewhere
 * never lock out the right one. For a page's IP address beyond its limit no password is hashed any more.
 */
@Injectable()
export class CustomerLoginService {
  private readonly newEmails: EmailLimit;

  constructor(
    private readonly limit: LoginLimit,
    private readonly passwords: CustomerPasswordsService,
    private readonly customers: CustomersService,
    @Inject(CONFIG) { access }: Config,
  ) {
    this.newEmails = new EmailLimit(access);
  }

  /** @throws CustomerCredentialsRefused, RateLimited */
  async signIn(
    email: string,
    password: string,
    from: LoginPlace,
  ): Promise<NewCustomerToken & { readonly customer: CustomerRecord }> {
    const token = await this.guarded(email, from, () => this.passwords.signIn(email, password));
    return { ...token, customer: await this.customers.get(token.customerId) };
  }

  /**
   * Changes the name; with the present password also the e-mail address and the password: a token that was left behind or stolen
   * must not take the account over. The response shows whether an e-mail address is taken, so its changes are limited.
   * @throws ValidationFailed naming `current_password` when it is missing or wrong, RateLimited, StaleRecord
   */
  async change(
    { id, email }: SignedInCustomer,
    changes: OwnChanges,
    { present, from, ifMatch }: { readonly present?: string; readonly from: LoginPlace; readonly ifMatch: IfMatch },
  ): Promise<CustomerRecord> {
    const isNewEmail = changes.email !== undefined && changes.email !== email;
    if (isNewEmail || changes.password !== undefined) {
      if (present === undefined) throw ValidationFailed.of('current_password', REQUIRED);
      await this.guarded(email, from, () => this.passwords.require(id, present)).catch(namePresent);
    }
    if (isNewEmail) await this.newEmails.count(id, from);
    return this.customers.update(id, changes, ifMatch);
  }

  private async guarded<T>(email: string, { address, isPage }: LoginPlace, login: () => Promise<T>): Promise<T> {
    if (isPage) await this.limit.requireUnder(address);
    return this.limit.guard(`customer ${hashOf(email).slice(0, NAME_DIGITS)}`, address, login);
  }
}

/** Turns the error into a 422 of the field: a page would read 401 as the end of the customer's session. */
function namePresent(error: unknown): never {
  throw error instanceof CustomerCredentialsRefused ? ValidationFailed.of('current_password', 'is not right') : error;
}
