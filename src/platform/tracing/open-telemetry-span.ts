import { type Span as OtelSpan, SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { type Span, type SpanAttributes } from './tracing';

/** The kinds of spans in the words of OpenTelemetry. */
export const SPAN_KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

/** A span of OpenTelemetry behind the store's own door. */
export class OpenTelemetrySpan implements Span {
  readonly traceId: string;
  readonly traceParent: string;

  constructor(private readonly span: OtelSpan) {
    const { traceId, spanId, traceFlags } = span.spanContext();
    this.traceId = traceId;
    // The sampling flag is passed on even when it is off, so that the next process does not start half a trace.
    this.traceParent = `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, '0')}`;
  }

  rename(name: string): void {
    this.span.updateName(name);
  }

  set(attributes: SpanAttributes): void {
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== undefined) this.span.setAttribute(name, value);
    }
  }

  link(traceParent: string): void {
    const context = parseTraceParent(traceParent);
    if (context !== null) this.span.addLink({ context });
  }

  fail(type: string): void {
    this.span.setAttribute('error.type', type);
    this.span.setStatus({ code: SpanStatusCode.ERROR });
  }

  end(): void {
    this.span.end();
  }
}
