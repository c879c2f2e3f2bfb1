import { Global, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { BackgroundWork } from '../queue/background-work';
import { Upkeep } from './upkeep';
import { UpkeepMetrics } from './upkeep-metrics';
import { WorkerDuty } from './worker-duty';

/** Upkeep: part of the worker process, or of the API's without Redis. Worker modules add their chores. */
@Global()
@Module({ providers: [Upkeep, UpkeepMetrics, WorkerDuty], exports: [Upkeep, WorkerDuty] })
export class UpkeepModule implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    private readonly upkeep: Upkeep,
    work: BackgroundWork,
  ) {
    work.add(() => upkeep.stop());
  }

  onApplicationBootstrap(): void {
    this.upkeep.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.upkeep.stop();
  }
}
