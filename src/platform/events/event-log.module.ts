import { Module } from '@nestjs/common';
import { EventsController } from './events.controller';
import { EventsService } from './events.service';

/** The events table over the API; workers do without. */
@Module({ controllers: [EventsController], providers: [EventsService] })
export class EventLogModule {}
