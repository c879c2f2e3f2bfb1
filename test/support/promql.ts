import { parser } from '@prometheus-io/lezer-promql';

/** A series that an expression asks for. */
export interface AskedSeries {
  readonly name: string;
  /** The labels it is chosen by, with the value where it must be equal; null for a pattern. */
  readonly labels: Readonly<Record<string, string | null>>;
}

/** The series and labels that a PromQL expression names. */
export interface AskedFor {
  readonly series: readonly AskedSeries[];
  /** Labels that it groups by. */
  readonly groups: readonly string[];
  /** Parts that are no PromQL. */
  readonly faults: readonly string[];
}

type Node = ReturnType<typeof parser.parse>['topNode'];

function below(node: Node, name: string): Node[] {
  const found: Node[] = [];
  node.cursor().iterate((at) => {
    if (at.name === name) found.push(at.node);
  });
  return found;
}

/** Reads an expression with the grammar of Prometheus itself. */
export function askedFor(expression: string): AskedFor {
  const { topNode } = parser.parse(expression);
  const textOf = (node: Node | null | undefined): string => (node ? expression.slice(node.from, node.to) : '');
  const labelsOf = (selector: Node): AskedSeries['labels'] =>
    Object.fromEntries(
      below(selector, 'UnquotedLabelMatcher').map((matcher) => {
        const [, value = ''] = /["'](.*)["']$/.exec(textOf(matcher)) ?? [];
        const isEqual = textOf(matcher.getChild('MatchOp')) === '=';
        return [textOf(matcher.getChild('LabelName')), isEqual ? value : null];
      }),
    );
  const faults: string[] = [];
  topNode.cursor().iterate((at) => {
    if (at.type.isError) faults.push(expression.slice(Math.max(0, at.from - 10), at.to + 10));
  });
  return {
    series: below(topNode, 'VectorSelector').map((selector) => ({
      name: textOf(selector.getChild('Identifier')),
      labels: labelsOf(selector),
    })),
    groups: below(topNode, 'GroupingLabels').flatMap((labels) => below(labels, 'LabelName').map(textOf)),
    faults,
  };
}

/** The contents of a scrape: the values of each label, by the name of the series. */
export type Shown = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

/** Reads scrapes in the text format of Prometheus. */
export function readScrapes(texts: readonly string[]): Shown {
  const shown = new Map<string, Map<string, Set<string>>>();
  for (const line of texts.flatMap((text) => text.split('\n'))) {
    const [, name, labels = ''] = /^([a-z_][\w]*)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    if (name === undefined) continue;
    const of = shown.get(name) ?? new Map<string, Set<string>>();
    shown.set(name, of);
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)) {
      of.set(label, (of.get(label) ?? new Set()).add(value));
    }
  }
  return shown;
}

/** Labels that Prometheus itself adds to every series; `store` by its configuration. */
const ADDED = ['job', 'instance', 'store'];

/** Returns the faults of an expression, compared with the series that processes really expose. Empty: none. */
export function faultsOf(expression: string, shown: Shown): string[] {
  const { series, groups, faults } = askedFor(expression);
  // Whether a scrape worked is Prometheus's own series.
  const own = series.filter(({ name }) => name !== 'up');
  const unknown = own.filter(({ name }) => !shown.has(name)).map(({ name }) => `there is no ${name}`);
  const labelFaults = own.flatMap(({ name, labels }) =>
    Object.entries(labels).flatMap(([label, value]) => {
      const values = shown.get(name)?.get(label);
      if (ADDED.includes(label) || !shown.has(name)) return [];
      if (values === undefined) return [`${name} has no label ${label}`];
      return value === null || values.has(value) ? [] : [`${name} never has ${label}="${value}"`];
    }),
  );
  const known = new Set([...ADDED, ...own.flatMap(({ name }) => [...(shown.get(name)?.keys() ?? [])])]);
  const groupFaults = groups.filter((label) => !known.has(label)).map((label) => `nothing has the label ${label}`);
  return [...faults.map((text) => `no PromQL: ${text}`), ...unknown, ...labelFaults, ...groupFaults];
}
