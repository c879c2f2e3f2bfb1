import { Global, Module } from '@nestjs/common';
import { StoreObjectSubscriber } from './store-object.subscriber';
import { StoreObjects } from './store-objects';

/** The events table and its one writer. */
@Global()
@Module({ providers: [StoreObjects, StoreObjectSubscriber], exports: [StoreObjects] })
export class EventsModule {}
