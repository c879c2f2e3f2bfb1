import { ApiProperty } from '@nestjs/swagger';
import { enumSchema, objectSchema } from '../../platform/http/openapi/record-schemas';
import { ACTIVE_STATES } from '../../platform/jobs/job.entity';

const text = (example: string, description?: string) => ({
  type: 'string',
  ...(description && { description }),
  example,
});
const time = (description: string) => text('2026-01-31 12:00:00', description);
const orNull = (schema: object) => ({ ...schema, nullable: true });
const count = (example: number, description?: string) => ({
  type: 'integer',
  minimum: 0,
  ...(description && { description }),
  example,
});
const age = (description: string) => orNull(count(12, `${description}, in seconds.`));
const listOf = (title: string, properties: Readonly<Record<string, object>>, description: string) => ({
  type: 'array' as const,
  items: objectSchema(properties, { title }) as object,
  description,
});

/** The work of the store and what waits for it (console.md 9). */
export class OperationsRecord {
  @ApiProperty(
    objectSchema(
      {
        due: count(0, 'Due, and not under way.'),
        under_way: count(2, 'Being sent, of the deliveries that are due longest.'),
        oldest_age: age('How long the oldest has been due; null: none is'),
        waiting: count(4, 'Wait for the time of their next attempt, such as a retry.'),
        dead: count(0, 'Given up.'),
        counted_to: count(10_000, 'Counts stop here: there may be more.'),
      },
      { title: 'OperationsDeliveries', description: 'Deliveries of all webhooks.' },
    ),
  )
  deliveries!: {
    due: number;
    under_way: number;
    oldest_age: number | null;
    waiting: number;
    dead: number;
    counted_to: number;
  };

  @ApiProperty(
    objectSchema(
      {
        delivered: count(118),
        failed: count(2),
        throughput: { type: 'number', minimum: 0, description: 'Attempts per second.', example: 0.03 },
        failure_rate: orNull({
          type: 'number',
          minimum: 0,
          maximum: 1,
          description: 'Share of the attempts that failed; null without attempts.',
          example: 0.0167,
        }),
        slots: listOf(
          'OperationsSlot',
          {
            from: time('Begin of the five minutes, UTC.'),
            delivered: count(10),
            failed: count(0),
            is_estimate: {
              type: 'boolean',
              description: 'Whether there were more than 2,000 attempts: then the counts are scaled from the first.',
              example: false,
            },
          },
          'Twelve times five minutes, oldest first. The last one is under way.',
        ),
      },
      { title: 'OperationsLastHour', description: 'Delivery attempts of the last hour.' },
    ),
  )
  last_hour!: {
    delivered: number;
    failed: number;
    throughput: number;
    failure_rate: number | null;
    slots: { from: string; delivered: number; failed: number; is_estimate: boolean }[];
  };

  @ApiProperty(
    objectSchema(
      {
        enabled: count(3),
        disabled: count(1),
        disabled_by_store: count(1, 'Of the disabled ones: disabled by the store, because the receiver failed.'),
      },
      { title: 'OperationsWebhooks' },
    ),
  )
  webhooks!: { enabled: number; disabled: number; disabled_by_store: number };

  @ApiProperty(
    listOf(
      'OperationsWorker',
      {
        id: text('aB3dE5fG'),
        heartbeat_age: age('Time since its last sign of life; null: a worker of an older version, which does not say'),
      },
      'Processes that deliver, at most 100. One without a sign of life for 4 s loses its deliveries to others.',
    ),
  )
  workers!: { id: string; heartbeat_age: number | null }[];

  @ApiProperty(
    objectSchema(
      {
        position: count(4711, 'Position of the newest event of the feed.'),
        waiting: count(0, 'Events without a position, up to 10,000.'),
        oldest_age: age('Age of the oldest of them; null: none waits'),
      },
      { title: 'OperationsSequencer', description: 'Gives events their positions and makes their deliveries.' },
    ),
  )
  sequencer!: { position: number; waiting: number; oldest_age: number | null };

  @ApiProperty(
    listOf(
      'OperationsConsumer',
      { name: text('accounting'), position: count(4700), lag: count(11, 'Positions that were given since.') },
      'Consumers of the feed, by name.',
    ),
  )
  consumers!: { name: string; position: number; lag: number }[];

  @ApiProperty(
    listOf(
      'OperationsRetention',
      {
        kind: text('events', 'Name of the table.'),
        last_success_at: orNull(time('Last run without a failure, to about a minute; null: none yet.')),
        last_failure_at: orNull(time('Last failure; null: none yet.')),
        removed: count(1200, 'Rows removed in all.'),
        keeps_s: orNull(
          count(
            2_592_000,
            'How long rows are kept, in seconds; of those that expire, from then. Null: until they are worked off, or not known yet.',
          ),
        ),
      },
      'The clean-up of old rows, by table.',
    ),
  )
  retention!: {
    kind: string;
    last_success_at: string | null;
    last_failure_at: string | null;
    removed: number;
    keeps_s: number | null;
  }[];

  @ApiProperty(
    listOf(
      'OperationsJob',
      {
        id: text('890123456789012345'),
        kind: text('backtest'),
        state: enumSchema('ActiveJobState', ACTIVE_STATES),
        done: count(400),
        failed: count(0),
        total: orNull(count(1000, 'Items in all; null: not known yet.')),
        created_at: time('UTC.'),
        started_at: orNull(time('Null: no batch is done yet.')),
      },
      'Jobs that have not ended, oldest first, at most 100.',
    ),
  )
  jobs!: {
    id: string;
    kind: string;
    state: string;
    done: number;
    failed: number;
    total: number | null;
    created_at: string;
    started_at: string | null;
  }[];

  @ApiProperty({
    type: Boolean,
    description:
      'Whether orders of this store, which is in production, can be paid without money: TEST_PAYMENTS is set and a gateway for tests is enabled.',
    example: false,
  })
  test_payments!: boolean;

  @ApiProperty(
    objectSchema(
      {
        engine: enumSchema('DatabaseEngine', ['sqlite', 'mysql', 'mariadb']),
        version: text('10.11.6-MariaDB'),
        migrations_missing: count(0, 'Migrations of this version that have not run.'),
      },
      { title: 'OperationsDatabase' },
    ),
  )
  database!: { engine: string; version: string; migrations_missing: number };

  @ApiProperty(
    objectSchema(
      {
        kind: enumSchema('QueueKind', ['in_process', 'redis']),
        state: enumSchema('QueueState', ['up', 'down'], {
          description: 'Whether this process reaches it. While it is down, deliveries wait for the next sweep.',
        }),
      },
      { title: 'OperationsQueue' },
    ),
  )
  queue!: { kind: 'in_process' | 'redis'; state: 'up' | 'down' };
}
