import { type SpanAttributes, type SpanStart } from '../../platform/tracing/tracing';

/** Attributes of every span of a queue, by OpenTelemetry's conventions for messaging. */
function messaging(operation: 'send' | 'process', queue: string): SpanAttributes {
  return {
    'messaging.system': 'storekeeper',
    'messaging.operation.type': operation,
    'messaging.destination.name': queue,
  };
}

/** Describes the span of adding jobs. Adding is not awaited, so the span shows when it happened, not how long it took. */
export function queueing(queue: string, count: number): SpanStart {
  const attributes = { ...messaging('send', queue), 'messaging.batch.message_count': count };
  return { name: `send ${queue}`, kind: 'producer', attributes };
}

/** Names the finder of a batch: a job of the queue, or the sweep when that job was lost. */
export type Finder = 'job' | 'sweep';

/** Describes the span of a fan-out batch: a trace of its own, linked with the traces of its events. */
export function processing(queue: string, finder: Finder): SpanStart {
  const attributes = { ...messaging('process', queue), 'storekeeper.batch.found_by': finder };
  return { name: `process ${queue}`, kind: 'consumer', parent: null, attributes };
}
