import { type StoreMetric } from './store-metrics';

const INTRODUCTION = `# Metrics

This page is generated from the code by \`npm run generated\`; a test compares the two.

With \`METRICS_PORT\` every process, API and worker, serves \`/metrics\` on that port in the text format of Prometheus.

- To scrape the processes: [prometheus.yaml](../deploy/prometheus/prometheus.yaml), in a cluster
  [kubernetes.yaml](../deploy/prometheus/kubernetes.yaml).
- Alert rules: [alerts.yaml](../deploy/prometheus/alerts.yaml).
- A dashboard for Grafana: [storekeeper.json](../deploy/grafana/storekeeper.json).

The metrics follow these rules:

- Times are in seconds, and counters end in \`_total\`. A counter starts at 0 with each process: use \`rate\` and \`increase\`.
- A histogram has the series \`_bucket\`, \`_sum\` and \`_count\`.
- Some values, such as the backlog, come only from the one worker that knows them: use \`max\`.
- No label contains an id, an address or a text that a caller chose.

## The store
`;

const RUNTIME = `
## The runtime

Every process also has the metrics of prom-client, for example:

| Name                               | Type    | Labels | Meaning                                             |
| ---------------------------------- | ------- | ------ | --------------------------------------------------- |
| \`nodejs_eventloop_lag_p99_seconds\` | gauge   |        | Delay of timers since the last scrape.              |
| \`nodejs_heap_size_used_bytes\`      | gauge   |        | Memory of JavaScript in use.                        |
| \`process_cpu_seconds_total\`        | counter |        | Processor time used.                                |
| \`process_resident_memory_bytes\`    | gauge   |        | Memory in use, as the operating system counts it.   |
| \`process_start_time_seconds\`       | gauge   |        | Start time of the process; it changes at a restart. |
`;

const HEADINGS = ['Name', 'Type', 'Labels', 'Process', 'Meaning'] as const;

function cellsOf({ name, type, labels, inApi, inWorker, help }: StoreMetric): string[] {
  const processes = [...(inApi ? ['API'] : []), ...(inWorker ? ['worker'] : [])].join(', ');
  return [`\`${name}\``, type, labels.map((label) => `\`${label}\``).join(', '), processes, help];
}

/** The text of `docs/metrics.md`: a table aligned as Prettier would. */
export function metricsPage(metrics: readonly StoreMetric[]): string {
  const rows = metrics.map(cellsOf);
  const widths = HEADINGS.map((heading, at) => Math.max(heading.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  return `${INTRODUCTION}\n${[line(HEADINGS), rule, ...rows.map(line)].join('\n')}\n${RUNTIME}`;
}
