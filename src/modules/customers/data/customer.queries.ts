import { type EntityManager } from 'typeorm';
import { rowLock } from '../../../platform/database/connection/dialect';
import { Address } from './address.entity';

/** Addresses removed at once: their ids fit into one statement on every engine. */
const BATCH = 500;

/** Removes every address of a customer, each with its event. The caller holds the customer's lock. */
export async function removeAddressesOf(tx: EntityManager, customerId: string): Promise<void> {
  for (;;) {
    // Locked: one that somebody else is removing right now is not removed a second time.
    const batch = await tx.find(Address, { where: { customerId }, take: BATCH, lock: rowLock(tx) });
    if (batch.length === 0) return;
    await tx.remove(batch);
  }
}
