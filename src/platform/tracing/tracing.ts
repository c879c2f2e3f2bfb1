/** The kind of a span, as OpenTelemetry names it. */
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

/** Facts of a span; undefined ones are left out. Never a body, a header, a query or a secret. */
export type SpanAttributes = Readonly<Record<string, string | number | undefined>>;

/** The start of a span. */
export interface SpanStart {
  /** Name with few different values: without ids. */
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: SpanAttributes;
  /** The W3C `traceparent` of the parent; null: a new trace. Default: the active span. */
  readonly parent?: string | null;
  /** `traceparent`s of related spans other than its parent. */
  readonly links?: readonly string[];
  /** Default: now. */
  readonly startedAt?: Date;
}

/** A span of a trace. */
export interface Span {
  /** 32 hexadecimal digits; undefined when nothing is traced. */
  readonly traceId: string | undefined;
  /** The W3C `traceparent` that others go on from; null when nothing is traced. */
  readonly traceParent: string | null;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  link(traceParent: string): void;
  /** @param type a code of few values, such as `503` or `connect_timeout` */
  fail(type: string): void;
  end(): void;
}

/** Traces of the process: OpenTelemetry where a collector is configured, else nothing. */
export abstract class Tracing {
  /** Whether anything is traced. Skip work that serves traces only when it is off. */
  abstract readonly isOn: boolean;

  /** The active span of this async context. */
  abstract get active(): Span | undefined;

  /** Starts a span. The caller must end it. */
  abstract start(start: SpanStart): Span;

  /** Calls `work` with `span` as the active span; undefined: none. */
  abstract within<T>(span: Span | undefined, work: () => T): T;

  /** Runs `work` in a span and ends it. If `work` throws, the span fails and the error is passed on. */
  abstract run<T>(start: SpanStart, work: (span: Span) => Promise<T>): Promise<T>;

  /** Sends the remaining spans, within two seconds. */
  abstract close(): Promise<void>;
}
