import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { type Amount, currencyExponent, formatAmount, roundAmount } from '../../kernel/money';
import { Transactions } from '../../platform/database/connection/transactions';
import { CurrenciesService } from '../settings/currencies.service';
import { type CustomerRecord } from './customer.resource';
import { Address } from './data/address.entity';

/** Sums over the orders of a customer. */
export interface CustomerOrders {
  /** Orders that were placed and neither cancelled nor failed nor declined. */
  readonly orders: number;
  /** Sum of what was paid for them, less what was given back and what is owed back, in the default currency. */
  readonly spent: Amount;
}

/** Sums over the orders of customers, by id; those without orders may be missing. @param ids at most a page of them */
export type SumOrders = (
  manager: EntityManager,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, CustomerOrders>>;

/** Adds to records of customers what they ordered, as v1's pages of accounts read it (wire.md 7). */
@Injectable()
export class CustomerHistoriesService {
  private sumOrders: SumOrders = () => Promise.resolve(new Map());

  constructor(
    private readonly transactions: Transactions,
    private readonly currencies: CurrenciesService,
  ) {}

  /** Orders are of a module above. */
  register(sumOrders: SumOrders): void {
    this.sumOrders = sumOrders;
  }

  /** @param manager that read the records: they may lag @param records at most a page of them */
  async addTo(manager: EntityManager, records: readonly CustomerRecord[]): Promise<CustomerRecord[]> {
    const { currency } = await this.currencies.defaultTerms();
    const ids = records.map(({ id }) => id);
    const [sums, addresses] = [await this.sumOrders(manager, ids), await countAddresses(manager, ids)];
    return records.map((record) => {
      const { orders, spent } = sums.get(record.id) ?? { orders: 0, spent: 0n };
      const value = roundAmount(spent, currencyExponent(currency.code), currency.roundingMode);
      const history = { orders, value: formatAmount(value, currency), addresses: addresses.get(record.id) ?? 0 };
      return { ...record, history };
    });
  }

  /** {@link addTo} of one, as it is now. */
  async added(record: CustomerRecord): Promise<CustomerRecord> {
    const [shown = record] = await this.transactions.readAside((manager) => this.addTo(manager, [record]));
    return shown;
  }
}

async function countAddresses(manager: EntityManager, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await manager
    .createQueryBuilder(Address, 'a')
    .select(['a.customerId AS id', 'COUNT(*) AS count'])
    .where({ customerId: In([...ids]) })
    .groupBy('a.customerId')
    .getRawMany<{ id: unknown; count: unknown }>();
  return new Map(rows.map(({ id, count }) => [String(id), Number(count)]));
}
