import { documentsOf, readDeployed, readYaml } from '../support/deploy-files';

const BASE = 'deploy/kubernetes/base';

interface Relabel {
  readonly source_labels: string[];
  readonly separator?: string;
  readonly action?: 'keep' | 'drop';
  readonly regex?: string;
  readonly target_label?: string;
  readonly replacement?: string;
}
interface Job {
  readonly job_name: string;
  readonly kubernetes_sd_configs: { role: string; namespaces: { names: string[] } }[];
  readonly relabel_configs: Relabel[];
}
interface Workload {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: { readonly template: { readonly metadata: Record<'labels' | 'annotations', Record<string, string>> } };
}
type Labels = Record<string, string>;

const { scrape_configs: jobs } = readYaml<{ scrape_configs: Job[] }>('deploy/prometheus/kubernetes.yaml');
const pods = ['api', 'worker', 'migrate'].flatMap((file) =>
  documentsOf<Workload>(readDeployed(`${BASE}/${file}.yaml`)).filter(({ kind }) =>
    ['Deployment', 'Job'].includes(kind),
  ),
);
const { namespace } = readYaml<{ namespace: string }>(`${BASE}/kustomization.yaml`);

/** Returns the labels that Prometheus discovers for a pod of a workload. */
function discovered({ metadata, spec }: Workload, phase: string): Labels {
  const named = (kind: string, values: Labels = {}): Labels =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        `__meta_kubernetes_pod_${kind}_${name.replace(/\W/g, '_')}`,
        value,
      ]),
    );
  return {
    __address__: '10.0.0.7:3000',
    __metrics_path__: '/metrics',
    __meta_kubernetes_namespace: namespace,
    __meta_kubernetes_pod_name: `${metadata.name}-x7k`,
    __meta_kubernetes_pod_ip: '10.0.0.7',
    __meta_kubernetes_pod_phase: phase,
    ...named('label', spec.template.metadata.labels),
    ...named('annotation', spec.template.metadata.annotations),
  };
}

/** Applies the relabelling rules as Prometheus does. @returns the labels of the target; undefined if it is dropped */
function relabelled(found: Labels, rules: readonly Relabel[]): Labels | undefined {
  const labels = { ...found };
  for (const { source_labels: from, separator = ';', regex = '(.*)', replacement = '$1', ...rule } of rules) {
    const match = new RegExp(`^(?:${regex})$`).exec(from.map((name) => labels[name] ?? '').join(separator));
    if (rule.action === (match === null ? 'keep' : 'drop')) return undefined;
    const [, group] = match ?? [];
    if (rule.target_label !== undefined && group !== undefined) {
      labels[rule.target_label] = replacement.replaceAll('$1', group);
    }
  }
  return Object.fromEntries(Object.entries(labels).filter(([name]) => !name.startsWith('__meta_')));
}

describe('the job of Prometheus for Kubernetes', () => {
  const rules = jobs[0]?.relabel_configs ?? [];

  it('looks for pods, in the namespace of the manifests alone', () => {
    expect(jobs.map(({ kubernetes_sd_configs: found }) => found)).toEqual([
      [{ role: 'pod', namespaces: { names: [namespace] } }],
    ]);
  });

  it('scrapes each process where it answers, under the names that alerts, dashboard and autoscaler look for', () => {
    const scraped = pods.map((pod) => relabelled(discovered(pod, 'Running'), rules));
    const of = (name: string): Labels => ({
      __address__: '10.0.0.7:9464',
      __metrics_path__: '/metrics',
      job: name,
      namespace: 'storekeeper',
      store: 'storekeeper',
      instance: `${name}-x7k`,
    });
    // The migration shows nothing.
    expect(pods.map(({ metadata: { name } }) => name).at(-1)).toBe('storekeeper-migrate');
    expect(scraped).toEqual([of('storekeeper-api'), of('storekeeper-worker'), undefined]);
  });

  it.each(['Pending', 'Succeeded', 'Failed'])('leaves out a pod that is %s', (phase) => {
    expect(pods.map((pod) => relabelled(discovered(pod, phase), rules))).toEqual([undefined, undefined, undefined]);
  });

  it('has a name for every job that an alert asks for', () => {
    const asked = [...readDeployed('deploy/prometheus/alerts.yaml').matchAll(/job=~?"([^"]+)"/g)];
    const names = pods.slice(0, 2).map(({ metadata: { name } }) => name);
    const unknown = asked.filter(([, job = '']) => !names.some((name) => new RegExp(`^(?:${job})$`).test(name)));
    expect(asked.length).toBeGreaterThan(3);
    expect(unknown).toEqual([]);
  });
});
