import { type SpanAttributes, type SpanStart } from '../../platform/tracing/tracing';

/** What the spans of a queue have in common, in the words of OpenTelemetry's conventions for messaging. */
function messaging(operation: 'send' | 'process', queue: string): SpanAttributes {
  return {
    'messaging.system': 'storekeeper',
    'messaging.operation.type': operation,
    'messaging.destination.name': queue,
  };
}

/** The span of a wake-up: told and not waited for, so it says when and not how long. */
export function wakingUp(queue: string, count: number): SpanStart {
  const attributes = { ...messaging('send', queue), 'messaging.batch.message_count': count };
  return { name: `send ${queue}`, kind: 'producer', attributes };
}

/** Who found the events of a batch: a wake-up through the queue, or the sweep, when that was lost. */
export type Finder = 'wake-up' | 'sweep';

/** The span of a batch that a worker turns into deliveries: a trace of its own, linked with those of its events. */
export function processing(queue: string, count: number, finder: Finder): SpanStart {
  const batch = { 'messaging.batch.message_count': count, 'storekeeper.batch.found_by': finder };
  const attributes = { ...messaging('process', queue), ...batch };
  return { name: `process ${queue}`, kind: 'consumer', parent: null, attributes };
}
