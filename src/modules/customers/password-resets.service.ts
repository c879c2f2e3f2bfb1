import { AsyncLocalStorage } from 'node:async_hooks';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type Logger } from 'pino';
import { ValidationFailed } from '../../kernel/errors';
import { CONFIG, type Config } from '../../platform/config/config';
import { Transactions } from '../../platform/database/connection/transactions';
import { readById } from '../../platform/database/rows/row-reader';
import { sealedField } from '../../platform/events/sealed-fields';
import { LOGGER } from '../../platform/logging/logger';
import { Secrets } from '../../platform/secrets/secrets';
import { refuseFor } from '../access/consume-or-refuse';
import { CustomerPasswordsService } from './customer-passwords.service';
import { CustomerTokensService } from './customer-tokens.service';
import { Customer } from './data/customer.entity';
import { EmailLimit } from './email-limit';
import { type LoginPlace } from './login-place';

/** The happening of the event that holds the token. */
export const RESET_REQUESTED = 'password_reset_requested';

/** Resets of a process under way at once. */
const MAX_AT_ONCE = 100;

/** Makes and takes the tokens that set a new password once (storefront.md 2). */
@Injectable()
export class PasswordResetsService implements OnModuleDestroy {
  private readonly limit: EmailLimit;
  /** The work outlives the request that asked for it. */
  private readonly outside = AsyncLocalStorage.snapshot() as (act: () => Promise<void>) => Promise<void>;
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly transactions: Transactions,
    private readonly tokens: CustomerTokensService,
    private readonly passwords: CustomerPasswordsService,
    private readonly secrets: Secrets,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CONFIG) { access }: Config,
  ) {
    this.limit = new EmailLimit(access);
  }

  /**
   * Starts a reset and returns before the customer is looked up, so that neither the response nor its duration shows whether
   * the customer exists. If the process dies now, the customer must ask again.
   * @throws RateLimited for an e-mail address, known or not, and for the address of a page
   */
  async request(email: string, from: LoginPlace): Promise<void> {
    await this.limit.count(email, from);
    if (this.underWay.size >= MAX_AT_ONCE) refuseFor(1);
    const making = this.outside(() => this.make(email)).catch((error: unknown) => {
      this.logger.error({ err: error }, 'a password reset failed');
    });
    this.underWay.add(making);
    void making.finally(() => this.underWay.delete(making));
  }

  /** Sets a new password by a token of a reset, and ends every token of the customer, this one too. @throws ValidationFailed */
  async complete(token: string, password: string): Promise<void> {
    // Without a valid token no password is hashed: hashing is costly.
    const known = await this.tokens.ownerOf(this.transactions.manager, token, 'reset');
    const hash = known === undefined ? undefined : await this.passwords.hashed(password);
    await this.transactions.run(async (tx) => {
      const customer = known === undefined ? null : await readById(tx, Customer, known, { lock: true });
      const owner = customer === null ? undefined : await this.tokens.ownerOf(tx, token, 'reset');
      if (owner === undefined) throw ValidationFailed.of('token', 'is not known, was used or has expired');
      await this.passwords.set(tx, owner, hash);
    });
  }

  /** Waits for the resets under way. */
  async idle(): Promise<void> {
    await Promise.all(this.underWay);
  }

  onModuleDestroy(): Promise<void> {
    return this.idle();
  }

  private make(email: string): Promise<void> {
    return this.transactions.run(async (tx) => {
      const found = await tx.findOneBy(Customer, { email });
      const customer = found === null ? null : await readById(tx, Customer, found.id, { lock: true });
      if (customer === null) return;
      const { token } = await this.tokens.issue(tx, customer.id, 'reset');
      // The event needs a version of its own. The customer stays as it is, and so does its ETag.
      customer.version += 1;
      customer.happening = RESET_REQUESTED;
      customer.told = { token: sealedField(this.secrets, customer.id, token) };
      await tx.save(customer);
    });
  }
}
