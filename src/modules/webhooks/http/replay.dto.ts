import { instantParser } from '../../../kernel/fields/field-parsers';
import { BooleanField, ChoiceField, Field, TextField } from '../../../platform/http/fields/fields';
import { RefusesUnknownFields } from '../../../platform/http/fields/unknown-fields';
import { type Replay } from '../replay.service';

/** Selection of the deliveries to send again. */
@RefusesUnknownFields('a replay takes since, until, state, event and dry_run')
export class ReplayDto {
  @Field(
    instantParser,
    { type: 'string' },
    {
      required: true,
      description: 'Replays only events at or after this time, UTC.',
      example: '2026-01-31 12:00:00',
    },
  )
  since!: Date;

  @Field(instantParser, { type: 'string' }, { description: 'Replays only events before this time. Default: now.' })
  until?: Date | null;

  @ChoiceField({
    name: 'EndedDeliveryState',
    keys: ['delivered', 'dead', 'cancelled', 'blocked', 'missed'],
    description:
      'Replays only deliveries in this state. `missed`: events without a delivery, and cancelled deliveries, except pings. ' +
      'Default: all deliveries that have ended, and events without a delivery.',
  })
  state?: Replay['state'];

  @TextField({ description: 'Id of an event: replays only this one.' })
  event?: string | null;

  @BooleanField({ description: 'true: send nothing, return the number, up to 10,000. Default: false.' })
  dry_run?: boolean | null;

  /** The range that the service replays. */
  toReplay(): Replay {
    return { since: this.since, until: this.until ?? null, state: this.state ?? null, event: this.event ?? null };
  }
}
