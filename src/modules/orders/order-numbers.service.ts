import { AsyncResource } from 'node:async_hooks';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { numberText } from '../../kernel/number-pattern';
import { CONFIG, type Config } from '../../platform/config/config';
import { Transactions } from '../../platform/database/connection/transactions';
import { OrderNumberSequence } from './data/order-number-sequence.entity';

/** Numbers that a process takes at once. Those that it has left when it ends are never given out. */
const BLOCK = 100n;
/** Numbers left when the next block is taken. */
const FEW = 50n;

/** A part of the sequence that only this process has. */
interface Block {
  next: bigint;
  readonly end: bigint;
}

/**
 * Gives orders their numbers (setting ORDER_NUMBER). A process takes blocks of them in a transaction of its own, so that
 * orders do not wait for one another; numbers of orders that are rolled back, and the rest of a block, are gaps.
 */
@Injectable()
export class OrderNumbersService implements OnModuleDestroy {
  private readonly blocks: Block[] = [];
  private refilling: Promise<void> | undefined;
  /** Runs outside the caller's transaction: otherwise it would join the one of an Idempotency-Key. */
  private readonly refill = AsyncResource.bind(() => this.takeBlock());

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly transactions: Transactions,
  ) {}

  /** The number of a new order; null without the setting. */
  async draw(tx: EntityManager): Promise<string | null> {
    const pattern = this.config.store.orderNumber;
    if (pattern === undefined) return null;
    const place = this.drawn() ?? (await this.take(tx, 1n));
    const left = this.blocks.reduce((sum, { next, end }) => sum + end - next, 0n);
    if (left <= FEW) this.refill();
    return numberText(pattern, place);
  }

  /** Waits for the block that is being taken. */
  async settled(): Promise<void> {
    await this.refilling;
  }

  async onModuleDestroy(): Promise<void> {
    await this.settled();
  }

  /** The next number of this process; undefined when its blocks are used up faster than new ones come. */
  private drawn(): bigint | undefined {
    const [block] = this.blocks;
    if (block === undefined) return undefined;
    const place = block.next;
    block.next += 1n;
    if (block.next === block.end) this.blocks.shift();
    return place;
  }

  /** One at a time; when it fails, orders take their numbers one by one, and the next one tries again. */
  private takeBlock(): void {
    this.refilling ??= this.transactions
      .run((tx) => this.take(tx, BLOCK))
      .then((next) => void this.blocks.push({ next, end: next + BLOCK }))
      .catch(() => undefined)
      .finally(() => {
        this.refilling = undefined;
      });
  }

  /** Takes numbers of the sequence, whose row stays locked until the transaction ends. @returns the first of them */
  private async take(tx: EntityManager, count: bigint): Promise<bigint> {
    await tx.increment(OrderNumberSequence, { id: 1 }, 'nextNumber', Number(count));
    const { nextNumber } = await tx.findOneByOrFail(OrderNumberSequence, { id: 1 });
    return BigInt(nextNumber) - count;
  }
}
