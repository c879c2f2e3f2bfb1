import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { RELEASE, VERSION } from '../version';

/** Seconds from a web request of a few milliseconds to a queue that is minutes behind. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** Name, help text, type and labels of a metric: the columns of docs/metrics.md. */
export interface MetricFacts {
  readonly name: string;
  readonly help: string;
  /** `counter`, `gauge`, `histogram` or `summary`. */
  readonly type: string;
  readonly labels: readonly string[];
}

/** The metrics of a process, in a registry of its own: one test may run several processes. */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  /** Called once. */
  private beforeScrape: (() => void) | undefined;

  /** The content type of {@link text}. */
  readonly contentType = this.registry.contentType;

  counter<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  /** @param read asked at each scrape; it only ever grows */
  total(name: string, help: string, read: () => number): void {
    const counter: Counter = new Counter({
      name,
      help,
      registers: [this.registry],
      collect: () => {
        counter.reset();
        counter.inc(read());
      },
    });
  }

  /** A histogram of seconds. */
  seconds<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Histogram<L> {
    return new Histogram({ name, help, labelNames, buckets: SECONDS, registers: [this.registry] });
  }

  /** @param read asked at each scrape; undefined: unknown at the moment, and so left out */
  gauge(name: string, help: string, read: () => Promise<number | undefined> | number | undefined): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [this.registry],
      collect: async () => {
        const value = await read();
        if (value === undefined) gauge.remove();
        else gauge.set(value);
      },
    });
  }

  /** @param read asked at each scrape for a value of each of the label's. A label that it no longer names is gone */
  gaugeOf(
    name: string,
    help: string,
    label: string,
    read: () => Promise<Readonly<Record<string, number>>> | Readonly<Record<string, number>>,
  ): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.registry],
      collect: async () => {
        const counts = await read();
        gauge.reset();
        for (const [value, count] of Object.entries(counts)) gauge.set({ [label]: value }, count);
      },
    });
  }

  /** A gauge that is set whenever there is something to tell. */
  settableGauge<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Gauge<L> {
    return new Gauge({ name, help, labelNames, registers: [this.registry] });
  }

  /** Adds the build metric: its value is 1, its labels name the version. */
  tellBuild(): void {
    const help = 'Always 1; the labels name the version, and the release with its build.';
    const build = this.settableGauge('storekeeper_build_info', help, ['version', 'release', 'node_version']);
    build.set({ version: VERSION, release: RELEASE, node_version: process.version }, 1);
  }

  /**
   * Adds those of the runtime: memory, event loop, garbage collection. Only for processes: its hooks outlive a test. They begin with
   * the first scrape: measuring the event loop wakes a process a hundred times a second, most of what an idle store costs.
   */
  collectRuntime(): void {
    this.beforeScrape = () => collectDefaultMetrics({ register: this.registry });
  }

  /** Lists the metrics in the order in which they were registered. */
  async list(): Promise<MetricFacts[]> {
    return (await this.registry.getMetricsAsJSON()).map(({ name, help, type }) => {
      const { labelNames = [] } = this.registry.getSingleMetric(name) as { labelNames?: readonly string[] };
      return { name, help, type: String(type), labels: labelNames };
    });
  }

  /** All of them in the text format of Prometheus. */
  text(): Promise<string> {
    this.beforeScrape?.();
    this.beforeScrape = undefined;
    return this.registry.metrics();
  }
}
