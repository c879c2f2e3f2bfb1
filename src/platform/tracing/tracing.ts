/** What a span stands for, as OpenTelemetry sorts them. */
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

/** Facts of a span; undefined ones are left out. Never a body, a header, a query or a secret. */
export type SpanAttributes = Readonly<Record<string, string | number | undefined>>;

/** How a span begins. */
export interface SpanStart {
  /** Of few values: no ids. */
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: SpanAttributes;
  /** A W3C `traceparent` to go on from; null: a trace of its own. Left out: what is under way here. */
  readonly parent?: string | null;
  /** `traceparent`s of what it has to do with beside its parent. */
  readonly links?: readonly string[];
  /** Left out: now. */
  readonly startedAt?: Date;
}

/** A piece of work that can be looked at later. */
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

/** The one door to traces: OpenTelemetry where a collector is configured, nothing at all elsewhere. */
export abstract class Tracing {
  /** Whether anything is traced: for work that would be done for traces only. */
  abstract readonly isOn: boolean;

  /** What is under way in this async context. */
  abstract get active(): Span | undefined;

  /** Begins a span; whoever begins it ends it. */
  abstract start(start: SpanStart): Span;

  /** Calls `work` with a span under way; undefined: none. */
  abstract within<T>(span: Span | undefined, work: () => T): T;

  /** A span over `work`, which fails with what `work` throws. */
  abstract run<T>(start: SpanStart, work: (span: Span) => Promise<T>): Promise<T>;

  /** Hands over what is left, for two seconds at most. */
  abstract close(): Promise<void>;
}
