import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { onEachEngine } from '../support/engines';
import { metricsPage } from '../support/generated/metrics-page';
import { type StoreMetric, storeMetrics } from '../support/generated/store-metrics';
import { askedFor, faultsOf, readScrapes, type Shown } from '../support/promql';
import { ensureBuilt, StoreProcess } from '../support/store.process';
import { type StoreProcesses, startProcesses } from '../support/store.processes';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string; readonly runbook_url: string };
}
interface Panel {
  readonly id: number;
  readonly title: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const ROOT = resolve(__dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const { groups } = parse(read('deploy/prometheus/alerts.yaml')) as { groups: { name: string; rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(read('deploy/grafana/storekeeper.json')) as {
  panels: Panel[];
  templating: { list: { name: string }[] };
};
/** Replaces Grafana's variables, as Grafana does before a query. */
const asAsked = (expression: string): string =>
  expression.replaceAll('$__rate_interval', '5m').replaceAll('$store', '.*');
const kebab = (name: string): string => name.replace(/(?<!^)(?=[A-Z])/g, '-').toLowerCase();

// A build takes half a minute on a busy machine.
beforeAll(ensureBuilt);
afterAll(() => StoreProcess.stopAll());

onEachEngine('alerts and dashboard beside real processes', (engine) => {
  let store: StoreProcesses;
  let receiver: WebhookReceiver;
  let shown: Shown;
  let texts: string[];

  const scrape = async (one: StoreProcess): Promise<string> => {
    const { metricsPort } = await one.line(({ metricsPort: port }) => port !== undefined);
    return (await fetch(`http://127.0.0.1:${String(metricsPort)}/metrics`)).text();
  };
  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    // Nothing listens there: the metrics of replicas are shown without one.
    const replica = `${new URL(engine.databaseUrl).protocol}//reader@127.0.0.1:1/store`;
    const withReplica: Record<string, string> = engine.redisUrl === undefined ? {} : { DATABASE_REPLICA_URL: replica };
    store = await startProcesses(engine, { METRICS_PORT: '0', ...withReplica });
    const kinds = { content_type: 'json', create: '1', update: '0', delete: '0', enabled: '1', 'events[]': 'brand.*' };
    await store.call('POST', '/v1/webhooks', { url: receiver.url('/told'), ...kinds });
    await store.call('POST', '/v1/brands', { title: 'A brand', slug: 'observed' });
    await receiver.received('/told', 1);
    await store.call('PUT', '/v1/events/consumers/books', { position: '0' });
    // The attempt is counted once it is written down; the next sweep, and retention, leave their marks within seconds.
    do texts = [await scrape(store.api), await scrape(store.worker)];
    while (
      ![
        /^webhook_attempts_total\{outcome="delivered"\} [^0]/m,
        /^webhook_sweep_last_success_timestamp_seconds \d/m,
        /^upkeep_removed_rows_total\{/m,
      ].every((mark) => mark.test(texts[1] ?? ''))
    );
    shown = readScrapes(texts);
  });
  afterAll(async () => {
    await store.stop();
    await receiver.close();
  });

  /** Metrics of servers that the embedded store does not use. */
  const ofServers = [
    ...['database_connection_waits', 'database_connections', 'database_connections_max', 'queue_redis_up'],
    ...['database_replica_asked', 'database_replica_lag_seconds'],
  ];
  const absent =
    engine.redisUrl === undefined
      ? [...ofServers.map((name) => `there is no ${name}`), 'nothing has the label replica']
      : [];
  const without = (faults: readonly string[]): string[] =>
    [...new Set(faults)].filter((fault) => !absent.includes(fault)).sort();

  it('ask only for what there is', () => {
    const asked = [
      ...rules.map(({ alert, expr }) => ({ of: alert, expr })),
      ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ of: title, expr }))),
    ];
    expect(asked.length).toBeGreaterThan(50);
    const faulty = asked.map(({ of, expr }) => ({ of, faults: without(faultsOf(asAsked(expr), shown)) }));
    expect(faulty.filter(({ faults }) => faults.length > 0)).toEqual([]);
  });

  it('would be caught asking for something else', () => {
    expect(faultsOf('sum(rate(http_requests[5m]))', shown)).toEqual(['there is no http_requests']);
    expect(faultsOf('sum by (cause) (webhook_attempts_total{outcome="lost"})', shown)).toEqual([
      'webhook_attempts_total never has outcome="lost"',
      'nothing has the label cause',
    ]);
    expect(faultsOf('max(webhook_backlog{queue=~".*"}) >', shown)).toEqual([
      expect.stringMatching(/^no PromQL: /),
      'webhook_backlog has no label queue',
    ]);
  });

  it('are shown by the API and by the worker on a port of their own, with the runtime and the build', () => {
    for (const text of texts) {
      expect(text).toMatch(/^storekeeper_build_info\{version="\d+\.\d+\.\d+",release="[\w.+-]+",node_version="v\d+/m);
      for (const name of [
        'nodejs_eventloop_lag_p99_seconds',
        'process_start_time_seconds',
        'database_transaction_retries_total',
      ]) {
        expect(text).toContain(`\n${name}`);
      }
    }
  });

  it('count what happened', () => {
    const worker = texts[1] ?? '';
    expect(worker).toMatch(/^webhook_attempts_total\{outcome="delivered"\} 1$/m);
    expect(worker).toMatch(/^webhook_attempt_duration_seconds_count 1$/m);
    expect(worker).toMatch(/^events_awaiting_fan_out 0$/m);
    expect(worker).toMatch(/^events_oldest_awaiting_fan_out_age_seconds 0$/m);
    const servers = worker.match(/^(?:queue_redis_up|database_connections_max) .+$/gm) ?? [];
    const expected = ['database_connections_max 20', 'queue_redis_up 1'];
    expect([...servers].sort()).toEqual(engine.redisUrl === undefined ? [] : expected);
  });

  it('see the first checkout that fails for a fault of the store: all they look for is counted from 0', () => {
    const { expr = '' } = rules.find(({ alert }) => alert === 'CheckoutsFailing') ?? {};
    const [, pattern = ''] = /outcome=~"([^"]+)"/.exec(expr) ?? [];
    const codes = [...read('docs/errors.md').matchAll(/^\| `([a-z_.]+)` /gm)].map(([, code = '']) => code);
    const sought = ['failed', ...codes].filter((code) => new RegExp(`^(?:${pattern})$`).test(code));
    expect(sought).toEqual(['failed', 'database.busy', 'database.read_only', 'database.unavailable']);
    const outcomes = shown.get('checkouts_total')?.get('outcome') ?? new Set();
    expect(sought.filter((outcome) => !outcomes.has(outcome))).toEqual([]);
  });

  it('show nothing that docs/metrics.md does not name', () => {
    const page = read('docs/metrics.md');
    const own = [...shown.keys()].filter((name) => !/^(?:process|nodejs)_/.test(name));
    const unnamed = own.filter((name) => {
      return !page.includes(`\`${name}\``) && !page.includes(`\`${name.replace(/_(?:bucket|sum|count)$/, '')}\``);
    });
    expect(unnamed).toEqual([]);
  });
});

describe('the alert rules', () => {
  it('have a severity, say what is wrong and lead to their place in the runbook', () => {
    const kinds = ['critical', 'warning', 'info'];
    const wrong = rules.filter(({ alert, labels, annotations: { summary, description, runbook_url: url } }) => {
      const isSaid = summary.endsWith('.') && description.endsWith('.');
      return !kinds.includes(labels.severity) || !isSaid || url !== `docs/operations.md#alert-${kebab(alert)}`;
    });
    expect(wrong).toEqual([]);
    const runbook = read('docs/operations.md');
    const unexplained = rules.filter(({ alert }) => !runbook.includes(`\n### Alert ${kebab(alert)}\n`));
    expect(unexplained.map(({ alert }) => alert)).toEqual([]);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });
});

describe('several stores in one Prometheus', () => {
  const expressions = [
    ...rules.map(({ alert, expr }) => [alert, expr] as const),
    ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
  ];

  it('are never merged: every sum, maximum and count is by store', () => {
    const isMerging = /\b(?:sum|max|min|avg|count)\b(?! by \(store\b)/;
    expect(expressions.filter(([, expr]) => isMerging.test(expr))).toEqual([]);
  });

  it('can be chosen on the dashboard: every series is of the chosen ones, and every legend names its store', () => {
    const targets = dashboard.panels.flatMap(({ targets: found = [] }) => found);
    const unchosen = targets.filter(({ expr, legendFormat }) => {
      const series = askedFor(asAsked(expr)).series;
      return series.some(({ labels }) => labels['store'] === undefined) || !legendFormat.startsWith('{{store}}');
    });
    expect(unchosen).toEqual([]);
    expect(dashboard.templating.list.map(({ name }) => name)).toEqual(['datasource', 'store']);
  });
});

describe('the dashboard', () => {
  it('has no two panels with the same number', () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  });
});

describe('the metrics of the store', () => {
  let metrics: StoreMetric[];
  beforeAll(async () => (metrics = await storeMetrics()));

  it('are those in docs/metrics.md (npm run generated)', () => {
    expect(read('docs/metrics.md')).toBe(metricsPage(metrics));
  });

  it('are named as Prometheus wants it: a unit at the end, _total for counters and for nothing else', () => {
    const wrong = metrics.filter(({ name, type, help }) => {
      const isTimed = /_(?:ms|minutes|hours|millis)(?:_|$)/.test(name);
      const isUnitless = type === 'histogram' && !/_(?:seconds|bytes)$/.test(name);
      return (type === 'counter') !== name.endsWith('_total') || isTimed || isUnitless || !help.endsWith('.');
    });
    expect(wrong).toEqual([]);
  });
});
