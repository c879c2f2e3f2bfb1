import { type StoreMetric } from './store-metrics';

const INTRODUCTION = `# Metrics

This page is generated from the code by \`npm run generated\`; a test compares the two.

With \`METRICS_PORT\` every process, API and worker, answers \`/metrics\` on that port in the text format of Prometheus;
[prometheus.yaml](../deploy/prometheus/prometheus.yaml) is an example of how to scrape them, and
[kubernetes.yaml](../deploy/prometheus/kubernetes.yaml) one in a cluster;
[alerts.yaml](../deploy/prometheus/alerts.yaml) says when somebody should look, and
[storekeeper.json](../deploy/grafana/storekeeper.json) is a dashboard for Grafana.

- Times are seconds, counters end in \`_total\`. A counter begins at 0 with each process: use \`rate\` and \`increase\`.
- A histogram has the series \`_bucket\`, \`_sum\` and \`_count\`.
- What only one worker at a time knows, such as the backlog, is shown by that worker alone: use \`max\`.
- No label holds an id, an address or a text that a caller chose.

## The store
`;

const RUNTIME = `
## The runtime

Every process also has those of prom-client, among them:

| Name                               | Type    | Labels | Meaning                                              |
| ---------------------------------- | ------- | ------ | ---------------------------------------------------- |
| \`nodejs_eventloop_lag_p99_seconds\` | gauge   |        | How late timers were, since the last scrape.         |
| \`nodejs_heap_size_used_bytes\`      | gauge   |        | Memory of JavaScript in use.                         |
| \`process_cpu_seconds_total\`        | counter |        | Processor time used.                                 |
| \`process_resident_memory_bytes\`    | gauge   |        | Memory in use, as the system sees it.                |
| \`process_start_time_seconds\`       | gauge   |        | When the process started: it changes with a restart. |
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
