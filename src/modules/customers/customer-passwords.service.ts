import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { Transactions } from '../../platform/database/connection/transactions';
import { insertRows, readById } from '../../platform/database/rows/row-reader';
import { removeRows } from '../../platform/database/rows/row-removal';
import { CustomerTokensService, type NewCustomerToken } from './customer-tokens.service';
import { CustomerCredentialsRefused } from './customers.errors';
import { CustomerPassword } from './data/customer-password.entity';
import { Customer } from './data/customer.entity';
import { PasswordHash } from './password-hash';

/** A customer's new password, already hashed: a transaction must not wait for that. */
export type HashedPassword = string;

/** Sets and compares passwords of customers (storefront.md 2). */
@Injectable()
export class CustomerPasswordsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly hashes: PasswordHash,
    private readonly tokens: CustomerTokensService,
  ) {}

  /** Hashes a new password. @param password undefined: none was sent @throws RateLimited when too many are being hashed */
  async hashed(password: string | undefined): Promise<HashedPassword | undefined> {
    return password === undefined ? undefined : this.hashes.of(password);
  }

  /** Whether a customer can sign in. */
  has(tx: EntityManager, customerId: string): Promise<boolean> {
    return tx.existsBy(CustomerPassword, { id: customerId });
  }

  /** Sets the password of a customer whose row is locked or new, and ends every token. @param hash undefined: as it was */
  async set(tx: EntityManager, customerId: string, hash: HashedPassword | undefined): Promise<void> {
    if (hash === undefined) return;
    await this.forget(tx, customerId);
    await insertRows(tx, CustomerPassword, [{ id: customerId, hash, changedAt: this.clock.now() }]);
  }

  /** Removes the password and every token of a customer whose row is locked. */
  async forget(tx: EntityManager, customerId: string): Promise<void> {
    await removeRows(tx, CustomerPassword, { keys: [customerId] });
    await this.tokens.endAll(tx, customerId);
  }

  /**
   * Signs a customer in. A wrong password, an unknown e-mail address and a customer without a password take the same time.
   * @throws CustomerCredentialsRefused
   */
  async signIn(email: string, password: string): Promise<NewCustomerToken & { readonly customerId: string }> {
    const { manager } = this.transactions;
    const customer = await manager.findOneBy(Customer, { email });
    // Read for nobody, too: a customer costs no statement more.
    const known = await readById(manager, CustomerPassword, customer?.id ?? '0');
    const isRight = await this.hashes.matches(password, known?.hash);
    if (customer === null || known === null || !isRight) throw new CustomerCredentialsRefused();
    return this.transactions.run(async (tx) => {
      await this.requireSame(tx, known);
      return { customerId: known.id, ...(await this.tokens.issue(tx, known.id, 'access')) };
    });
  }

  /** @throws CustomerCredentialsRefused unless the customer has this password */
  async require(customerId: string, password: string): Promise<void> {
    const known = await readById(this.transactions.manager, CustomerPassword, customerId);
    if (!(await this.hashes.matches(password, known?.hash))) throw new CustomerCredentialsRefused();
  }

  /** Locks the customer. @throws CustomerCredentialsRefused when the password was changed since it was compared */
  private async requireSame(tx: EntityManager, { id, hash }: CustomerPassword): Promise<void> {
    const isThere = (await readById(tx, Customer, id, { lock: true })) !== null;
    const now = isThere ? await readById(tx, CustomerPassword, id) : null;
    if (now?.hash !== hash) throw new CustomerCredentialsRefused();
  }
}
