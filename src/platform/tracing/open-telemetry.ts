import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Context, ROOT_CONTEXT, trace, type Tracer } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { type Config } from '../config/config';
import { VERSION } from '../version';
import { activeSpan } from './active-span';
import { OpenTelemetrySpan, SPAN_KINDS } from './open-telemetry-span';
import { ReportingExporter } from './reporting-exporter';
import { type Span, type SpanStart, Tracing } from './tracing';

/** Longest wait of a stopping process for its collector. */
const GOODBYE_MS = 2_000;

/** The settings of a store that traces. */
export type TracingSettings = Config['tracing'] & { readonly endpoint: string };

/**
 * Traces to a collector that takes OTLP over HTTP. Spans are kept in memory, 2,048 at most, and sent in batches in the
 * background: if the collector is slow or away, spans are lost and requests do not wait. Nothing of OpenTelemetry is
 * registered globally, so several stores can run in one process.
 */
export class OpenTelemetryTracing extends Tracing {
  override readonly isOn = true;
  private readonly provider: TracerProvider;
  private readonly tracer: Tracer;

  /** @param onFailure called for each lost batch */
  constructor(settings: TracingSettings, onFailure: (error: Error | undefined) => void) {
    super();
    const { endpoint, headers, serviceName, ratio, delayMs } = settings;
    const otlp = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers: { ...headers } });
    const exporter = new ReportingExporter(otlp, onFailure);
    this.provider = new TracerProvider({
      resource: resourceFromAttributes({
        'service.name': serviceName,
        'service.version': VERSION,
        'service.instance.id': randomUUID(),
      }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
      spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: delayMs })],
    });
    this.tracer = this.provider.getTracer('storekeeper', VERSION);
  }

  override get active(): Span | undefined {
    return activeSpan.getStore();
  }

  override start({ name, kind, attributes, parent, links = [], startedAt }: SpanStart): Span {
    const from = parent === undefined ? (this.active?.traceParent ?? null) : parent;
    const span = this.tracer.startSpan(name, { kind: SPAN_KINDS[kind], startTime: startedAt }, contextOf(from));
    const started = new OpenTelemetrySpan(span);
    if (attributes !== undefined) started.set(attributes);
    for (const link of links) started.link(link);
    return started;
  }

  override within<T>(span: Span | undefined, work: () => T): T {
    return activeSpan.run(span, work);
  }

  override async run<T>(start: SpanStart, work: (span: Span) => Promise<T>): Promise<T> {
    const span = this.start(start);
    try {
      return await activeSpan.run(span, () => work(span));
    } catch (error) {
      span.fail(error instanceof Error ? error.constructor.name : 'error');
      throw error;
    } finally {
      span.end();
    }
  }

  override async close(): Promise<void> {
    const ended = new AbortController();
    const closed = this.provider.shutdown().catch(() => undefined);
    await Promise.race([closed, pause(GOODBYE_MS, undefined, { signal: ended.signal }).catch(() => undefined)]);
    ended.abort();
  }
}

/** A `traceparent` that makes no sense begins a trace of its own, as W3C Trace Context says. */
function contextOf(traceParent: string | null): Context {
  const parent = traceParent === null ? null : parseTraceParent(traceParent);
  return parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true });
}
