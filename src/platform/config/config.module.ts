import { Global, Module, type DynamicModule } from '@nestjs/common';
import { CONFIG, type Config } from './config';

/** Gives every module the configuration that the process was started with. */
@Global()
@Module({})
export class ConfigModule {
  static forRoot(config: Config): DynamicModule {
    return { module: ConfigModule, providers: [{ provide: CONFIG, useValue: config }], exports: [CONFIG] };
  }
}
