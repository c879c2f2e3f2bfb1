import { Gone, Invalid, NotFound, Unavailable } from '../../../kernel/errors';

/** Events after this position were removed: reading on would miss them. The oldest position is in the message. */
export class PositionGone extends Gone {
  readonly code = 'events.position_gone';
  constructor(after: number, oldest: number) {
    super(`Position ${after} is not kept. The oldest event has position ${oldest}: read on with after=${oldest - 1}`);
  }
}

/** No event has this position yet: it is of another store, or of a backup that was replaced. */
export class PositionUnknown extends Gone {
  readonly code = 'events.position_unknown';
  constructor(after: number, newest: number) {
    super(`Position ${after} is of no event yet. The newest event has position ${newest}`);
  }
}

/** No consumer has this name. */
export class ConsumerNotFound extends NotFound {
  readonly code = 'events.consumer_not_found';
  constructor() {
    super('No consumer found');
  }
}

/** The store keeps positions for 100 consumers. */
export class TooManyConsumers extends Invalid {
  readonly code = 'events.too_many_consumers';
  constructor(most: number) {
    super({ name: [`name would be consumer ${most + 1}, but at most ${most} are allowed: remove one (DELETE)`] });
  }
}

/** The process serves as many streams as it may, in all or to the client. */
export class TooManyStreams extends Unavailable {
  readonly code = 'events.too_many_streams';
  override readonly retryAfter = 5;
  constructor(served: string) {
    super(`${served}, which is the most that it allows`);
  }
}
