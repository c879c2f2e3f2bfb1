import { join, resolve } from 'node:path';
import { type Plant, PlantedImports } from '../support/planted-imports';

const CONFIG = join(resolve(__dirname, '../..'), 'console/.dependency-cruiser.cjs');
const TEXT = 'src/shared/text/text.ts';
const STORE = 'src/shared/api/store.ts';
const ORDERS = 'src/features/orders/order.page.ts';
const CARTS = 'src/features/carts/cart.page.ts';

/** For every rule the imports it must catch, and no other rule with it. */
const PLANTED: Readonly<Record<string, readonly Plant[]>> = {
  'no-circular': [
    { from: 'src/shared/ui/egg.ts', to: 'src/shared/ui/hen.ts' },
    { from: 'src/shared/ui/hen.ts', to: 'src/shared/ui/egg.ts', typeOnly: true },
  ],
  'features-do-not-import-each-other': [
    { from: 'src/features/carts/peek.ts', to: ORDERS },
    { from: 'src/features/carts/peek-type.ts', to: ORDERS, typeOnly: true },
  ],
  'features-know-no-app': [
    { from: 'src/features/carts/shell.ts', to: 'src/app/shell.ts' },
    { from: 'src/features/carts/main.ts', to: 'src/main.tsx' },
  ],
  'shared-is-below': [
    { from: 'src/shared/ui/subject.ts', to: ORDERS },
    { from: 'src/shared/api/shell.ts', to: 'src/app/shell.ts' },
  ],
  'shared-in-order': [
    { from: 'src/shared/api/list.ts', to: 'src/shared/ui/list.ts' },
    { from: 'src/shared/text/list.ts', to: 'src/shared/ui/list.ts' },
  ],
  'texts-are-lowest': [
    { from: 'src/shared/text/store.ts', to: STORE },
    { from: 'src/shared/format/store.ts', to: STORE, typeOnly: true },
  ],
  'app-takes-registered-features': [{ from: 'src/app/orders.ts', to: 'src/features/orders/orders.feature.ts' }],
  'pages-are-lazy': [{ from: 'src/features/carts/eager.feature.ts', to: CARTS }],
  'heavy-libraries-are-lazy': [
    { from: 'src/shared/ui/chart.ts', to: 'uplot' },
    { from: 'src/features/carts/editor.ts', to: '@codemirror/state' },
  ],
  'only-the-client-speaks-to-the-store': [{ from: 'src/features/carts/fetch.ts', to: 'openapi-fetch' }],
  'no-orphans': [{ from: 'src/shared/ui/orphan.ts', to: '' }],
  'no-barrels': [
    { from: 'src/shared/ui/barrel.ts', to: 'src/shared/api/index.ts' },
    { from: 'src/shared/ui/top-barrel.ts', to: 'src/index.ts' },
  ],
};

/** A small console that keeps all rules, with an edge of every allowed kind. */
const CLEAN: Readonly<Record<string, readonly string[]>> = {
  [TEXT]: [],
  [STORE]: [TEXT],
  'src/index.ts': [TEXT],
  'src/shared/api/index.ts': [TEXT],
  'src/shared/format/money.ts': [TEXT],
  'src/shared/ui/list.ts': [STORE, 'src/shared/format/money.ts', 'react'],
  'src/shared/ui/u-plot.tsx': ['uplot', TEXT],
  'src/shared/ui/code-mirror.tsx': ['@codemirror/state'],
  [ORDERS]: ['src/shared/ui/list.ts', 'src/features/orders/refund.ts'],
  'src/features/orders/refund.ts': [STORE],
  'src/features/orders/orders.feature.ts': [TEXT],
  [CARTS]: ['src/shared/ui/list.ts'],
  'src/app/registered-features.ts': ['src/features/orders/orders.feature.ts'],
  'src/app/shell.ts': ['src/app/registered-features.ts', 'src/shared/ui/list.ts'],
  'src/main.tsx': ['src/app/shell.ts'],
};

let tree: PlantedImports;
beforeEach(() => {
  tree = new PlantedImports('console');
  tree.writeAll(CLEAN);
});
afterEach(() => tree.remove());

describe('the import rules of the console', () => {
  const plants = Object.entries(PLANTED).flatMap(([rule, list]) => list.map((plant) => ({ rule, ...plant })));

  it('have a planted violation each', () => {
    const { forbidden } = jest.requireActual<{ forbidden: { name: string }[] }>(CONFIG);
    expect(Object.keys(PLANTED).sort()).toEqual(forbidden.map(({ name }) => name).sort());
  });

  it('let a clean tree pass', async () => {
    expect(await tree.violations()).toEqual([]);
  });

  it('catch every planted violation, each by its own rule and no other', async () => {
    for (const plant of plants) tree.write(plant.from, [plant]);
    // A cycle is reported once, by the first of its files; everything else by the file that imports.
    const expected = plants.filter(({ from }) => from !== 'src/shared/ui/hen.ts');
    expect(await tree.violations()).toEqual(expected.map(({ rule, from }) => [rule, from] as const).sort());
  });
});
