import { parseInstant } from '../../../platform/database/time-range';
import { FieldProblem, type FieldParser } from '../../../platform/http/field-problem';
import { ChoiceField, Field } from '../../../platform/http/fields';
import { type Replay } from '../replay.service';

const instant: FieldParser = (raw) =>
  (typeof raw === 'string' ? parseInstant(raw.trim()) : undefined) ??
  new FieldProblem('must be a time as YYYY-MM-DD HH:MM:SS');

/** Which deliveries to send again. */
export class ReplayDto {
  @Field(
    instant,
    { type: 'string' },
    {
      required: true,
      description: 'Events from then on, UTC.',
      example: '2026-01-31 12:00:00',
    },
  )
  since!: Date;

  @Field(instant, { type: 'string' }, { description: 'Events before then; left out: until now.' })
  until?: Date | null;

  @ChoiceField({
    keys: ['delivered', 'dead', 'cancelled', 'blocked'],
    description: 'Only deliveries in this state. Left out: all that have ended, and events it was not told of.',
  })
  state?: Replay['state'];

  /** What the service replays. */
  toReplay(): Replay {
    return { since: this.since, until: this.until ?? null, state: this.state ?? null };
  }
}
