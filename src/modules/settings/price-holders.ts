import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Amount } from '../../kernel/money';

/** One kind of row that has prices in the default currency, or rates of it. */
export interface PriceHolder {
  /** For people, plural: `products`. */
  readonly noun: string;
  exists(tx: EntityManager): Promise<boolean>;
  /** Returns the lowest price above zero that carts convert; null: there is none. Left out: it has no such prices. */
  lowest?(tx: EntityManager): Promise<Amount | null>;
}

/** Finds prices that are in the default currency. Each module registers its own rows (orders-and-payments.md 27). */
@Injectable()
export class PriceHolders {
  private readonly holders: PriceHolder[] = [];

  register(holder: PriceHolder): void {
    this.holders.push(holder);
  }

  /** Returns the nouns of all kinds that have rows. */
  async present(tx: EntityManager): Promise<string[]> {
    const nouns: string[] = [];
    for (const holder of this.holders) if (await holder.exists(tx)) nouns.push(holder.noun);
    return nouns;
  }

  /** Returns the lowest price above zero; null: there is none. */
  async lowest(tx: EntityManager): Promise<Amount | null> {
    let lowest: Amount | null = null;
    for (const holder of this.holders) {
      const price = (await holder.lowest?.(tx)) ?? null;
      if (price !== null && (lowest === null || price < lowest)) lowest = price;
    }
    return lowest;
  }
}
