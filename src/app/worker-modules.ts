import { AccessWorkerModule } from '../modules/access/access-worker.module';
import { BacktestsWorkerModule } from '../modules/backtests/backtests-worker.module';
import { CartsWorkerModule } from '../modules/carts/carts-worker.module';
import { CustomersWorkerModule } from '../modules/customers/customers-worker.module';
import { FilesWorkerModule } from '../modules/files/files-worker.module';
import { PaymentsWorkerModule } from '../modules/payments/payments-worker.module';
import { PromotionsWorkerModule } from '../modules/promotions/promotions-worker.module';
import { ShipmentsModule } from '../modules/shipments/shipments.module';
import { StatisticsWorkerModule } from '../modules/statistics/statistics-worker.module';
import { WebhooksWorkerModule } from '../modules/webhooks/webhooks-worker.module';
import { IdempotencyWorkerModule } from '../platform/http/idempotency/idempotency-worker.module';
import { JobsWorkerModule } from '../platform/jobs/jobs-worker.module';
import { OldRowsWorkerModule } from './old-rows-worker.module';
import { RetentionModule } from '../platform/retention/retention.module';

/** The modules of background work. They run in the worker process, or in the API process without Redis. */
export const workerModules = [
  RetentionModule,
  OldRowsWorkerModule,
  JobsWorkerModule,
  WebhooksWorkerModule,
  AccessWorkerModule,
  IdempotencyWorkerModule,
  CartsWorkerModule,
  CustomersWorkerModule,
  PaymentsWorkerModule,
  FilesWorkerModule,
  StatisticsWorkerModule,
  PromotionsWorkerModule,
  BacktestsWorkerModule,
  // Imported for its store object alone, whose rules decide which webhooks receive its events.
  ShipmentsModule,
];
