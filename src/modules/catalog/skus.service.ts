import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { TakenSku } from './data/taken-sku.entity';

/** Keeps skus unique over products and variations (orders-and-payments.md 29). */
@Injectable()
export class SkusService {
  /**
   * Sets the sku of a product or a variation. The unique key rejects a sku that another one has.
   * @param sku null: none
   * @throws ValidationFailed `sku must be unique`, when the transaction runs
   */
  async take(tx: EntityManager, id: string, sku: string | null): Promise<void> {
    await tx.delete(TakenSku, { id });
    if (sku !== null) await tx.insert(TakenSku, { id, sku });
  }

  /** Gives skus back. @param ids of products and variations that are removed, at most those of one product */
  async free(tx: EntityManager, ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await tx.delete(TakenSku, [...ids]);
  }
}
