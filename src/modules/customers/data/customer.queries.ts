import { type EntityManager } from 'typeorm';
import { rowLock } from '../../../platform/database/dialect';
import { rowsById } from '../../../platform/database/relations';
import { customerRecord, type CustomerRecord } from '../customer.record';
import { Address } from './address.entity';
import { CustomerGroup } from './customer-group.entity';
import { type Customer } from './customer.entity';

/** Addresses removed at once: their ids fit into one statement on every engine. */
const BATCH = 500;

/** Records of customers, in their order, with their groups. */
export async function customerRecords(
  customers: readonly Customer[],
  manager: EntityManager,
): Promise<CustomerRecord[]> {
  const groups = await rowsById(
    manager,
    CustomerGroup,
    customers.map((customer) => customer.group),
  );
  return customers.map((customer) => customerRecord(customer, groups.get(customer.group ?? '')));
}

/** Removes every address of a customer, each with its event. The caller holds the customer's lock. */
export async function removeAddressesOf(tx: EntityManager, customerId: string): Promise<void> {
  for (;;) {
    // Locked: one that somebody else is removing right now is not removed a second time.
    const batch = await tx.find(Address, { where: { customerId }, take: BATCH, lock: rowLock(tx) });
    if (batch.length === 0) return;
    await tx.remove(batch);
  }
}
