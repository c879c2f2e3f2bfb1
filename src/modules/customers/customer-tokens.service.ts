import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { randomToken } from '../../kernel/ids';
import { type SignedInCustomer } from '../../kernel/scopes';
import { CONFIG, type Config } from '../../platform/config/config';
import { Transactions } from '../../platform/database/connection/transactions';
import { insertRows, readById } from '../../platform/database/rows/row-reader';
import { removeRows } from '../../platform/database/rows/row-removal';
import { hashOf } from '../access/secret-hash';
import { CustomerTokenRefused } from './customers.errors';
import { CustomerToken, type CustomerTokenPurpose } from './data/customer-token.entity';
import { Customer } from './data/customer.entity';

/** Tokens of a kind that a customer has at once: another one ends the oldest. */
const MOST = { access: 50, reset: 5 } as const satisfies Record<CustomerTokenPurpose, number>;

/** Forms of a token: 32 random bytes. */
const TOKEN = /^[\w-]{43}$/;

/** A new token of a customer. */
export interface NewCustomerToken {
  readonly token: string;
  readonly expiresAt: Date;
  readonly expiresIn: number;
}

/** Creates, finds and ends tokens of customers. Hold the customer's lock when you create or end one. */
@Injectable()
export class CustomerTokensService {
  private readonly seconds: Readonly<Record<CustomerTokenPurpose, number>>;

  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    @Inject(CONFIG) { access }: Config,
  ) {
    this.seconds = { access: access.customerTokenSeconds, reset: access.passwordResetSeconds };
  }

  async issue(tx: EntityManager, customerId: string, purpose: CustomerTokenPurpose): Promise<NewCustomerToken> {
    const token = randomToken(32);
    const expiresIn = this.seconds[purpose];
    const expiresAt = new Date(this.clock.now().getTime() + expiresIn * 1000);
    await this.endOldest(tx, customerId, purpose);
    await insertRows(tx, CustomerToken, [{ id: hashOf(token), customerId, purpose, expiresAt }]);
    return { token, expiresAt, expiresIn };
  }

  /** Returns the customer of a token of this kind; undefined when it is unknown or has expired. */
  async ownerOf(manager: EntityManager, token: string, purpose: CustomerTokenPurpose): Promise<string | undefined> {
    if (!TOKEN.test(token)) return undefined;
    const row = await readById(manager, CustomerToken, hashOf(token));
    const isGood = row !== null && row.purpose === purpose && row.expiresAt.getTime() > this.clock.now().getTime();
    return isGood ? row.customerId : undefined;
  }

  /** The customer who is signed in by a token. @throws CustomerTokenRefused */
  async signedIn(token: string): Promise<SignedInCustomer> {
    const { manager } = this.transactions;
    const id = await this.ownerOf(manager, token, 'access');
    const customer = id === undefined ? null : await readById(manager, Customer, id);
    if (customer === null) throw new CustomerTokenRefused();
    return { id: customer.id, email: customer.email };
  }

  /** Whether a token still signs a customer in. */
  async isSignedIn(token: string): Promise<boolean> {
    return (await this.ownerOf(this.transactions.manager, token, 'access')) !== undefined;
  }

  /** Ends every token of a customer. */
  async endAll(tx: EntityManager, customerId: string): Promise<void> {
    const rows = await tx.find(CustomerToken, { select: { id: true }, where: { customerId } });
    await removeRows(tx, CustomerToken, { keys: rows.map(({ id }) => id) });
  }

  private async endOldest(tx: EntityManager, customerId: string, purpose: CustomerTokenPurpose): Promise<void> {
    const order = { expiresAt: 'DESC', id: 'ASC' } as const;
    const find = { select: { id: true }, where: { customerId, purpose }, order, skip: MOST[purpose] - 1, take: 100 };
    const rows = await tx.find(CustomerToken, find);
    await removeRows(tx, CustomerToken, { keys: rows.map(({ id }) => id) });
  }
}
