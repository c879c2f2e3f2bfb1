import { Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type Logger } from 'pino';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../platform/config/config';
import { LOGGER } from '../../platform/logging/logger';
import { BackgroundWork } from '../../platform/queue/background-work';
import { CartsModule } from './carts.module';
import { CartsService } from './carts.service';
import { CartSweeper } from './jobs/cart-sweeper';

const sweeper = {
  provide: CartSweeper,
  useFactory: (carts: CartsService, clock: Clock, logger: Logger, { cartRetentionDays: retentionDays }: Config) =>
    new CartSweeper({ carts, clock, logger, retentionDays }),
  inject: [CartsService, Clock, LOGGER, CONFIG],
};

/** The worker of carts: removes old ones. Part of the worker process, or of the API's without Redis. */
@Module({ imports: [CartsModule], providers: [sweeper] })
export class CartsWorkerModule implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    @Inject(CartSweeper) private readonly cartSweeper: CartSweeper,
    work: BackgroundWork,
  ) {
    work.add(() => cartSweeper.stop());
  }

  onApplicationBootstrap(): void {
    this.cartSweeper.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.cartSweeper.stop();
  }
}
