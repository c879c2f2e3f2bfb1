import { type OrderPlace, type PastOrders, type PlacedOrdersService } from '../../orders/placed-orders.service';

/** Orders that were read in one go. */
export interface PastOrderPart extends PastOrders {
  /** Whether there are no more. */
  readonly isLast: boolean;
}

/** The place of the orders that a job reads next. */
export interface PartPlace {
  readonly jobId: string;
  /** Place of the order that was read last. */
  readonly after: OrderPlace;
  readonly to: Date;
  /** Orders of the part, at most. */
  readonly limit: number;
}

/** Reads orders part by part. The database reads the next part while this one is replayed. */
export class PastOrderParts {
  private ahead: { readonly name: string; readonly part: Promise<PastOrderPart> } | undefined;

  constructor(private readonly orders: Pick<PlacedOrdersService, 'next'>) {}

  /** The next orders, at most `limit`. An error of reading ahead is thrown when that part is asked for. */
  async next(place: PartPlace): Promise<PastOrderPart> {
    const { ahead } = this;
    this.ahead = undefined;
    const part = await (ahead?.name === nameOf(place) ? ahead.part : this.read(place));
    if (part.last !== null && !part.isLast) this.readAhead({ ...place, after: part.last });
    return part;
  }

  /** Waits for the part that is read ahead: nothing is under way then. */
  async settle(): Promise<void> {
    await this.ahead?.part.catch(() => undefined);
  }

  private readAhead(place: PartPlace): void {
    const part = this.read(place);
    part.catch(() => undefined);
    this.ahead = { name: nameOf(place), part };
  }

  private async read({ after, to, limit }: PartPlace): Promise<PastOrderPart> {
    const found = await this.orders.next(after, to, limit);
    return { ...found, isLast: found.lookedAt < limit };
  }
}

function nameOf({ jobId, after, limit }: PartPlace): string {
  return [jobId, after.at.getTime(), after.id, limit].join(' ');
}
