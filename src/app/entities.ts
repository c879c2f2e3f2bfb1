import { BucketValueCount } from '../platform/database/lists/bucket-value-count.entity';
import { CountBucket } from '../platform/database/lists/count-bucket.entity';
import { CountedFields } from '../platform/database/lists/counted-fields.entity';
import { ClientWrite } from '../platform/database/replicas/client-write.entity';
import { ReplicaHeartbeat } from '../platform/database/replicas/replica-heartbeat.entity';
import { EventEpoch } from '../platform/events/event-epoch.entity';
import { EventPosition } from '../platform/events/event-position.entity';
import { EventRow } from '../platform/events/event.entity';
import { FeedConsumer } from '../platform/events/feed/feed-consumer.entity';
import { IdempotencyRecord } from '../platform/http/idempotency/idempotency-record.entity';
import { JobPart } from '../platform/jobs/job-part.entity';
import { Job } from '../platform/jobs/job.entity';
import { WorkerLease } from '../platform/leases/worker-lease.entity';
import { RetentionRun } from '../platform/retention/retention-run.entity';
import { storeModules } from './store-modules';

/** Every entity of the store: those of the platform and of each module. A test fails when one under src is missing. */
export const entities = [
  BucketValueCount,
  ClientWrite,
  CountBucket,
  CountedFields,
  EventEpoch,
  EventPosition,
  EventRow,
  FeedConsumer,
  IdempotencyRecord,
  Job,
  JobPart,
  ReplicaHeartbeat,
  RetentionRun,
  WorkerLease,
  ...storeModules.flatMap((module) => module.entities ?? []),
];
