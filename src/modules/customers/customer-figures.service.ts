import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { idsAfter } from '../../platform/database/rows/ids-after';
import { Customer } from './data/customer.entity';

/** Reads the creation times of customers, for sums over many. */
@Injectable()
export class CustomerFiguresService {
  /** Returns the existing customers of these ids. @param ids not too many for one statement */
  async of(tx: EntityManager, ids: readonly string[]): Promise<Pick<Customer, 'id' | 'createdAt'>[]> {
    if (ids.length === 0) return [];
    return tx.find(Customer, { select: { id: true, createdAt: true }, where: { id: In([...ids]) } });
  }

  /** Ids of the customers after one, oldest first. */
  idsAfter(tx: EntityManager, id: string, limit: number): Promise<string[]> {
    return idsAfter(tx, Customer, id, limit);
  }
}
