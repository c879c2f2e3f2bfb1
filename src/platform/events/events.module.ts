import { Global, Module } from '@nestjs/common';
import { EventBell } from './event-bell';
import { StoreObjectRemoval } from './store-object-removal';
import { StoreObjectSubscriber } from './store-object.subscriber';
import { StoreObjects } from './store-objects';

/** The events table and its one writer. */
@Global()
@Module({
  providers: [EventBell, StoreObjects, StoreObjectRemoval, StoreObjectSubscriber],
  exports: [EventBell, StoreObjects, StoreObjectRemoval],
})
export class EventsModule {}
