import { Global, Module } from '@nestjs/common';
import { EventBell } from './event-bell';
import { StoreObjectSubscriber } from './store-object.subscriber';
import { StoreObjects } from './store-objects';

/** The events table and its one writer. */
@Global()
@Module({ providers: [EventBell, StoreObjects, StoreObjectSubscriber], exports: [EventBell, StoreObjects] })
export class EventsModule {}
