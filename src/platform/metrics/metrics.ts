import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Seconds from a web request of a few milliseconds to a queue that is minutes behind. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** What a process counts and measures, in a registry of its own: several may live in one test. */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();

  /** The content type of {@link text}. */
  readonly contentType = this.registry.contentType;

  counter<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  /** A histogram of seconds. */
  seconds<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Histogram<L> {
    return new Histogram({ name, help, labelNames, buckets: SECONDS, registers: [this.registry] });
  }

  /** @param read asked at each scrape; undefined: unknown at the moment, the last value stays */
  gauge(name: string, help: string, read: () => Promise<number | undefined> | number | undefined): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [this.registry],
      collect: async () => {
        const value = await read();
        if (value !== undefined) gauge.set(value);
      },
    });
  }

  /** A gauge that is set whenever there is something to tell. */
  settableGauge<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Gauge<L> {
    return new Gauge({ name, help, labelNames, registers: [this.registry] });
  }

  /** Adds those of the runtime: memory, event loop, garbage collection. Only for processes: its hooks outlive a test. */
  collectRuntime(): void {
    collectDefaultMetrics({ register: this.registry });
  }

  /** All of them in the text format of Prometheus. */
  text(): Promise<string> {
    return this.registry.metrics();
  }
}
