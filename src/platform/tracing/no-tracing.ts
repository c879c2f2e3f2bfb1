import { type Span, type SpanStart, Tracing } from './tracing';

const nothing = (): undefined => undefined;
const NO_SPAN: Span = {
  traceId: undefined,
  traceParent: null,
  rename: nothing,
  set: nothing,
  link: nothing,
  fail: nothing,
  end: nothing,
};

/** Traces nothing and costs nothing. A store without a configured collector uses it. */
export class NoTracing extends Tracing {
  override readonly isOn = false;

  override get active(): undefined {
    return undefined;
  }

  override start(): Span {
    return NO_SPAN;
  }

  override within<T>(_span: Span | undefined, work: () => T): T {
    return work();
  }

  override run<T>(_start: SpanStart, work: (span: Span) => Promise<T>): Promise<T> {
    return work(NO_SPAN);
  }

  override async close(): Promise<void> {}
}
