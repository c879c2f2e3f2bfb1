import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseConfig } from '../../src/platform/config/config';
import {
  commandFaults,
  documentsOf,
  readDeployed,
  readYaml,
  SECRET_SETTINGS,
  unknownPaths,
  unknownSettings,
} from '../support/deploy-files';
import { manifestFaults } from '../support/manifest-faults';
import { askedFor } from '../support/promql';
import { startStore } from '../support/store';

const FOLDER = 'deploy/kubernetes';

interface Container {
  readonly name: string;
  readonly image: string;
  readonly args: string[];
  readonly envFrom: Record<string, { name: string }>[];
  readonly ports?: { name: string; containerPort: number }[];
  readonly securityContext: object;
  readonly resources: { requests: Record<string, string>; limits: Record<string, string> };
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
}
interface Probe {
  readonly httpGet: { path: string; port: string };
  readonly periodSeconds: number;
  readonly failureThreshold: number;
}
interface Pod {
  readonly securityContext: object;
  readonly automountServiceAccountToken: boolean;
  readonly terminationGracePeriodSeconds: number;
  readonly topologySpreadConstraints: { topologyKey: string; labelSelector: Selector }[];
  readonly initContainers?: Container[];
  readonly containers: Container[];
}
interface Selector {
  readonly matchLabels: Record<string, string>;
}
interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { name: string; namespace?: string; labels: Record<string, string> };
  readonly data: Record<string, string>;
  readonly stringData: Record<string, string>;
  readonly spec: {
    readonly selector: Selector & Record<string, string>;
    readonly podSelector: Selector;
    readonly ports: { targetPort: string }[];
    readonly egress: { ports: { port: number; protocol: string }[] }[];
    readonly progressDeadlineSeconds: number;
    readonly ingress: { ports: { port: string | number }[] }[];
    readonly scaleTargetRef: { apiVersion: string; kind: string; name: string };
    readonly minReplicas: number;
    readonly maxReplicas: number;
    readonly metrics: { external?: { metric: { name: string } } }[];
    readonly template: {
      readonly metadata: { labels: Record<string, string>; annotations: Record<string, string> };
      readonly spec: Pod;
    };
  };
}

/** A specification with a fault to come. */
type Planted = Record<string, unknown> & { template: { spec: { containers: Record<string, unknown>[] } } };
const containerOf = (spec: Planted): Record<string, unknown> => spec.template.spec.containers[0] ?? {};

const resourcesOf = (folder: string): string[] =>
  readYaml<{ resources: string[] }>(join(FOLDER, folder, 'kustomization.yaml')).resources;
const manifestsOf = (folder: string): Manifest[] =>
  resourcesOf(folder).flatMap((file) => documentsOf<Manifest>(readDeployed(join(FOLDER, folder, file))));
const base = manifestsOf('base');
const autoscaling = manifestsOf('autoscaling');
const secret = readYaml<Manifest>(join(FOLDER, 'secret.example.yaml'));
const all = [...base, ...autoscaling, secret];
const ofKind = (kind: string): Manifest[] => all.filter((manifest) => manifest.kind === kind);
const named = (kind: string, name: string): Manifest => {
  const found = ofKind(kind).find(({ metadata }) => metadata.name === name);
  if (found === undefined) throw new TypeError(`no ${kind} ${name}`);
  return found;
};
const workloads = [...ofKind('Deployment'), ...ofKind('Job')];
const containers = workloads.flatMap(({ spec }) => [
  ...(spec.template.spec.initContainers ?? []),
  ...spec.template.spec.containers,
]);
const settings = named('ConfigMap', 'storekeeper').data;
const labelsOf = (component: string): Record<string, string> => ({
  'app.kubernetes.io/name': 'storekeeper',
  'app.kubernetes.io/component': component,
});
const mainOf = (name: string): Container => {
  const [main] = named('Deployment', name).spec.template.spec.containers;
  if (main === undefined) throw new TypeError(`${name} runs nothing`);
  return main;
};

describe('the manifests for Kubernetes', () => {
  it('are what the API of the cluster takes: values by its schemas, and no field that it does not know', () => {
    expect(manifestFaults(all)).toEqual([]);
  });

  it.each<[string, (spec: Planted) => void, string[]]>([
    ['an unknown field', (spec) => (containerOf(spec)['livenesProbe'] = {}), ['"livenesProbe"\' does not exist']],
    [
      'a wrong type',
      (spec) => (containerOf(spec)['tty'] = 'no'),
      ['tty must be boolean', "'string' is not assignable"],
    ],
    ['a wrong value', (spec) => (spec['strategy'] = { type: 'Rolling' }), ['type must be equal', '\'"Rolling"\'']],
    ['a missing field', (spec) => delete spec['selector'], ['property selector', '"selector"\' is missing']],
  ])('would be caught with %s', (_what, plant, said) => {
    const planted = structuredClone(named('Deployment', 'storekeeper-api')) as unknown as { spec: Planted };
    plant(planted.spec);
    const faults = manifestFaults([planted]).join('\n');
    expect(said.filter((text) => !faults.includes(text))).toEqual([]);
    expect(faults.split('\n')).toHaveLength(said.length);
  });

  it('are all of them in a kustomization', () => {
    const files = (folder: string): string[] =>
      readdirSync(resolve(__dirname, '../..', FOLDER, folder)).filter((file) => file !== 'kustomization.yaml');
    expect([...resourcesOf('base')].sort()).toEqual(files('base').sort());
    expect([...resourcesOf('autoscaling'), 'prometheus-adapter.values.yaml'].sort()).toEqual(
      files('autoscaling').sort(),
    );
    const namespaces = ['base', 'autoscaling'].map(
      (folder) => readYaml<{ namespace: string }>(join(FOLDER, folder, 'kustomization.yaml')).namespace,
    );
    expect([...namespaces, named('Namespace', 'storekeeper').metadata.name, secret.metadata.namespace]).toEqual(
      Array<string>(4).fill('storekeeper'),
    );
  });

  it('run the migration as a Job, and the API and the workers apart, each after the migration', () => {
    expect(workloads.map(({ kind, metadata }) => [kind, metadata.name])).toEqual([
      ['Deployment', 'storekeeper-api'],
      ['Deployment', 'storekeeper-worker'],
      ['Job', 'storekeeper-migrate'],
    ]);
    const migrated = ['dist/src/cli/store.js', 'migrate', '--check'];
    expect(containers.map(({ args }) => args)).toEqual([
      migrated,
      ['dist/src/main.js'],
      migrated,
      ['dist/src/worker.js'],
      ['dist/src/cli/store.js', 'migrate'],
    ]);
    expect(containers.flatMap(({ args }) => commandFaults(args))).toEqual([]);
    expect(commandFaults(['dist/src/cli/store.js', 'migrat', '--chek'])).toHaveLength(2);
    const [image] = readYaml<{ images: { name: string }[] }>(join(FOLDER, 'base/kustomization.yaml')).images;
    expect([...new Set(containers.map((container) => container.image))]).toEqual([image?.name]);
  });

  it('set only settings there are, with which the store starts, and take the secret ones from a Secret', () => {
    expect(unknownSettings([...Object.keys(settings), ...Object.keys(secret.stringData)])).toEqual([]);
    expect(Object.keys(secret.stringData).sort()).toEqual([...SECRET_SETTINGS]);
    expect(Object.keys(settings).filter((name) => SECRET_SETTINGS.some((hidden) => hidden === name))).toEqual([]);
    expect(Object.values(secret.stringData).filter((value) => value !== '')).toEqual([]);
    const given = {
      DATABASE_URL: 'mysql://store:x@mysql:3306/store',
      REDIS_URL: 'redis://redis:6379',
      SECRETS_KEY: Buffer.alloc(32).toString('base64'),
    };
    expect(parseConfig({ ...settings, ...given })).toMatchObject({ http: { host: '0.0.0.0', port: 3000 } });
    expect(all.filter((manifest) => manifest.kind === 'Secret')).toEqual([secret]);
    const from = [{ configMapRef: { name: 'storekeeper' } }, { secretRef: { name: 'storekeeper' } }];
    for (const { envFrom } of containers) expect(envFrom).toEqual(from);
  });

  it('ask each process, on a port it listens on, at paths that answer', () => {
    const ports = { http: Number(settings['PORT']), metrics: Number(settings['METRICS_PORT']) };
    const listening = (name: string): unknown => mainOf(name).ports;
    const [http, metrics] = Object.entries(ports).map(([name, containerPort]) => ({ name, containerPort }));
    expect([listening('storekeeper-api'), listening('storekeeper-worker')]).toEqual([[http, metrics], [metrics]]);
    const probesOf = (name: string): unknown => {
      const { startupProbe, livenessProbe, readinessProbe } = mainOf(name);
      return [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => `${httpGet.port} ${httpGet.path}`);
    };
    const paths = ['/health/live', '/health/live', '/health/ready'];
    expect(probesOf('storekeeper-api')).toEqual(paths.map((path) => `http ${path}`));
    // The paths of a worker are those of the API: `worker-process.spec.ts` asks them.
    expect(probesOf('storekeeper-worker')).toEqual(paths.map((path) => `metrics ${path}`));
    expect([unknownPaths(paths), unknownPaths(['/healthz'])]).toEqual([[], ['/healthz']]);
    expect(named('Service', 'storekeeper-api').spec.ports.map(({ targetPort }) => targetPort)).toEqual(['http']);
    for (const { spec } of ofKind('Deployment')) {
      expect(spec.template.metadata.annotations).toEqual({
        'prometheus.io/scrape': 'true',
        'prometheus.io/port': String(ports.metrics),
        'prometheus.io/path': '/metrics',
      });
    }
    expect(named('NetworkPolicy', 'storekeeper-metrics').spec.ingress[0]?.ports[0]?.port).toBe(ports.metrics);
  });

  it('give a stopping process longer than it takes', () => {
    const { DRAIN_SECONDS, SHUTDOWN_SECONDS } = settings;
    const { drainSeconds, shutdownSeconds } = parseConfig({ DRAIN_SECONDS, SHUTDOWN_SECONDS }).http;
    expect(drainSeconds).toBeGreaterThan(0);
    const needed = { 'storekeeper-api': shutdownSeconds + drainSeconds, 'storekeeper-worker': shutdownSeconds };
    for (const [name, least] of Object.entries(needed)) {
      const grace = named('Deployment', name).spec.template.spec.terminationGracePeriodSeconds;
      expect(grace).toBeGreaterThan(least + 5);
    }
  });

  it('confine every pod', () => {
    for (const { spec } of workloads) {
      const { securityContext, automountServiceAccountToken } = spec.template.spec;
      expect({ securityContext, automountServiceAccountToken }).toEqual({
        securityContext: {
          runAsNonRoot: true,
          runAsUser: 1000,
          runAsGroup: 1000,
          seccompProfile: { type: 'RuntimeDefault' },
        },
        automountServiceAccountToken: false,
      });
    }
    for (const { securityContext, resources } of containers) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect([Object.keys(resources.requests), Object.keys(resources.limits)]).toEqual([['cpu', 'memory'], ['memory']]);
    }
    expect(readDeployed('deploy/Dockerfile')).toContain('USER 1000:1000');
    const nothing = named('NetworkPolicy', 'storekeeper-nothing');
    const store = { matchLabels: { 'app.kubernetes.io/name': 'storekeeper' } };
    expect(nothing.spec).toEqual({ podSelector: store, policyTypes: ['Ingress', 'Egress'] });
    // It holds every pod of the store, and none of a server beside it.
    expect(workloads.map(({ spec }) => spec.template.metadata.labels['app.kubernetes.io/name'])).toEqual(
      workloads.map(() => 'storekeeper'),
    );
  });

  it('let the store reach names, its servers, Sentinels among them, the bucket and the collector of traces', () => {
    const ports = named('NetworkPolicy', 'storekeeper-servers').spec.egress.map((rule) =>
      rule.ports.map(({ port, protocol }) => `${port} ${protocol}`),
    );
    expect(ports).toEqual([['53 UDP', '53 TCP'], ['3306 TCP', '6379 TCP', '26379 TCP'], ['443 TCP'], ['4318 TCP']]);
  });

  it('give a migration all the time it takes', () => {
    expect(named('Job', 'storekeeper-migrate').spec).not.toHaveProperty('activeDeadlineSeconds');
    expect(ofKind('Deployment').map(({ spec }) => spec.progressDeadlineSeconds)).toEqual([7200, 7200]);
  });

  it.each(['api', 'worker'])('have for the %s its own labels, spread, budget and autoscaler', (component) => {
    const name = `storekeeper-${component}`;
    const { selector, template } = named('Deployment', name).spec;
    expect(template.metadata.labels).toEqual({ ...labelsOf(component), 'app.kubernetes.io/part-of': 'storekeeper' });
    const spread = template.spec.topologySpreadConstraints.map(({ labelSelector }) => labelSelector);
    const selectors = [selector, named('PodDisruptionBudget', name).spec.selector, ...spread];
    expect(selectors).toEqual(selectors.map(() => ({ matchLabels: labelsOf(component) })));
    const { scaleTargetRef, minReplicas, maxReplicas } = named('HorizontalPodAutoscaler', name).spec;
    expect(scaleTargetRef).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', name });
    expect([minReplicas > 1, maxReplicas > minReplicas]).toEqual([true, true]);
    // A number here would undo what the autoscaler did, at every `kubectl apply`.
    expect(named('Deployment', name).spec).not.toHaveProperty('replicas');
  });

  it('send requests to the API alone', () => {
    expect(named('Service', 'storekeeper-api').spec.selector).toEqual(labelsOf('api'));
    expect(named('NetworkPolicy', 'storekeeper-api').spec.podSelector.matchLabels).toEqual(labelsOf('api'));
    expect(named('NetworkPolicy', 'storekeeper-webhooks').spec.podSelector.matchLabels).toEqual(labelsOf('worker'));
  });

  it('scale the workers by a metric that they have, through a rule of the adapter for it', async () => {
    const asked = named('HorizontalPodAutoscaler', 'storekeeper-worker').spec.metrics.map(
      ({ external }) => external?.metric.name ?? '',
    );
    expect(asked).toEqual(['webhook_oldest_due_age_seconds']);
    const store = await startStore('sqlite::memory:', { METRICS_ON_API: 'true' }, true);
    const metrics = await (await fetch(`${store.url}/metrics`)).text();
    await store.close();
    const { rules, prometheus } = readYaml<{
      prometheus: object;
      rules: { default: boolean; external: { metricsQuery: string }[] };
    }>(join(FOLDER, 'autoscaling/prometheus-adapter.values.yaml'));
    expect(prometheus).toEqual({ url: 'http://prometheus-server.monitoring.svc', port: 80 });
    // Three quarters of the tries that a worker has under way at most.
    const { concurrency } = parseConfig(settings).webhooks;
    const busy = `avg(webhook_attempts_under_way{<<.LabelMatchers>>}) by (<<.GroupBy>>) > bool ${concurrency * 0.75}`;
    expect(rules).toEqual({
      default: false,
      external: [
        {
          seriesQuery: `${asked[0]}{namespace!=""}`,
          resources: { overrides: { namespace: { resource: 'namespace' } } },
          name: { matches: `^${asked[0]}$`, as: asked[0] },
          metricsQuery: `max(<<.Series>>{<<.LabelMatchers>>}) by (<<.GroupBy>>) * (${busy})`,
        },
      ],
    });
    const filled = { Series: asked[0], LabelMatchers: 'namespace="storekeeper"', GroupBy: 'namespace' };
    const query = Object.entries(filled).reduce(
      (text, [name, value]) => text.replaceAll(`<<.${name}>>`, value ?? ''),
      rules.external[0]?.metricsQuery ?? '',
    );
    const { series, faults } = askedFor(query);
    expect([series.map(({ name }) => name), faults]).toEqual([[asked[0], 'webhook_attempts_under_way'], []]);
    expect(series.filter(({ name }) => !metrics.includes(`\n# TYPE ${name} gauge\n`))).toEqual([]);
  });
});
