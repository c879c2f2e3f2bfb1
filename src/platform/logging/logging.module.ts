import { Global, Module } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config';
import { LogMetrics } from './log-metrics';
import { createLogger, LOGGER } from './logger';

/** Provides the logger of the process. */
@Global()
@Module({
  providers: [
    LogMetrics,
    { provide: LOGGER, useFactory: (config: Config) => createLogger(config.logLevel), inject: [CONFIG] },
  ],
  exports: [LOGGER],
})
export class LoggingModule {}
