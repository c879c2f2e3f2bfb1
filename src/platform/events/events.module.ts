import { Global, Module } from '@nestjs/common';
import { OutboxNotifier } from './outbox-notifier';
import { StoreObjectRemoval } from './store-object-removal';
import { StoreObjectSubscriber } from './store-object.subscriber';
import { StoreObjects } from './store-objects';

/** Provides the writer of the event log and the registry of store objects. */
@Global()
@Module({
  providers: [OutboxNotifier, StoreObjects, StoreObjectRemoval, StoreObjectSubscriber],
  exports: [OutboxNotifier, StoreObjects, StoreObjectRemoval],
})
export class EventsModule {}
