import { Module } from '@nestjs/common';
import { EventsController } from './events.controller';
import { EventsService } from './events.service';

/** Serves the event log over the API; workers do not need it. */
@Module({ controllers: [EventsController], providers: [EventsService] })
export class EventLogModule {}
