import { AccessWorkerModule } from '../modules/access/access-worker.module';
import { CartsWorkerModule } from '../modules/carts/carts-worker.module';
import { WebhooksWorkerModule } from '../modules/webhooks/webhooks-worker.module';
import { IdempotencyWorkerModule } from '../platform/http/idempotency/idempotency-worker.module';
import { UpkeepModule } from '../platform/upkeep/upkeep.module';

/** What works without a request: in the worker process, or in the API's without Redis. */
export const workerModules = [
  UpkeepModule,
  WebhooksWorkerModule,
  AccessWorkerModule,
  IdempotencyWorkerModule,
  CartsWorkerModule,
];
