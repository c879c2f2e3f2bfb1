import { Module } from '@nestjs/common';
import { Metrics } from '../metrics/metrics';
import { EventsController } from './events.controller';
import { EventsService } from './events.service';
import { EventStreamController } from './feed/event-stream.controller';
import { EventStreams } from './feed/event-streams';
import { FeedConsumersController } from './feed/feed-consumers.controller';
import { FeedConsumersService } from './feed/feed-consumers.service';
import { FeedTail } from './feed/feed-tail';
import { FeedService } from './feed/feed.service';

/** Serves the event log over the API; workers do not need it. */
@Module({
  // The paths of the first two would be events of `/v1/events/{event}`.
  controllers: [FeedConsumersController, EventStreamController, EventsController],
  providers: [EventsService, EventStreams, FeedConsumersService, FeedService, FeedTail],
})
export class EventLogModule {
  constructor(metrics: Metrics, consumers: FeedConsumersService) {
    metrics.gaugeOf('event_consumer_lag', 'Events that a consumer of the feed has not processed.', 'consumer', () =>
      consumers.lags(),
    );
  }
}
