import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { recordStatements } from '../support/recorded-statements';
import { type Call, startStore, type TestStore } from '../support/store';

interface Node {
  readonly id: string;
  readonly slug: string;
  readonly order: number | null;
  readonly children: readonly Node[];
}
interface Answer<R> {
  readonly result: R;
  readonly errors: Record<string, string[]>;
}

onEachEngine('positions of categories (storefront.md 12)', (engine) => {
  let store: TestStore;
  const ids: Record<string, string> = {};

  const send = <R = Node>(method: string, path: string, call?: Call) => store.request<Answer<R>>(method, path, call);
  const tree = async (): Promise<unknown[]> => {
    const { body } = await send<Node[]>('GET', '/v1/categories/tree');
    return body.result.map(({ slug, children }) => [slug, ...children.map((child) => child.slug)]);
  };
  const order = (json: unknown) => send<Node[]>('PUT', '/v1/categories/order', { json: json as object });

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl);
  });
  // Positions stay set: each test has categories of its own.
  beforeEach(async () => {
    for (const slug of ['a', 'b', 'c', 'd']) {
      const form = { title: slug, slug, ...(slug === 'd' || slug === 'c' ? { parent: ids['b'] } : {}) };
      ids[slug] = (await send('POST', '/v1/categories', { form })).body.result.id;
    }
  });
  afterEach(async () => {
    for (const slug of ['d', 'c', 'b', 'a']) await send('DELETE', `/v1/categories/${ids[slug] ?? ''}`);
  });
  afterAll(() => store.close());

  it('are by title until they are set, and then by position', async () => {
    expect(await tree()).toEqual([['a'], ['b', 'c', 'd']]);
    const form = { [`data[${ids['b']}]`]: '1', [`data[${ids['a']}]`]: '2', [`data[${ids['d']}]`]: '1' };
    const { status, body } = await send<Node[]>('PUT', '/v1/categories/order', { form });
    expect([status, body.result.map(({ slug }) => slug)]).toEqual([200, ['b', 'a']]);
    expect(await tree()).toEqual([['b', 'd', 'c'], ['a']]);
    expect((await send('GET', `/v1/categories/${ids['b']}`)).body.result.order).toBe(1);
    expect((await send('GET', `/v1/categories/${ids['c']}`)).body.result.order).toBeNull();
  });

  it('make one event for each category that moved', async () => {
    const before = (await recordedEvents(store, ids['a'] ?? '')).length;
    expect((await order({ data: { [ids['a'] ?? '']: 9, [ids['b'] ?? '']: 1 } })).status).toBe(200);
    const events = await recordedEvents(store, ids['a'] ?? '');
    expect(events.length).toBe(before + 1);
    expect(events.at(-1)).toMatchObject({ type: 'category.updated', data: { order: 9 } });
    expect((await order({ data: { [ids['a'] ?? '']: 9 } })).status).toBe(200);
    expect((await recordedEvents(store, ids['a'] ?? '')).length).toBe(before + 1);
  });

  it('stay as they are when one is refused, which is named', async () => {
    const before = await tree();
    const a = ids['a'] ?? '';
    const form = 'data must be 1 to 500 positions by category id';
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, i) => [String(1000 + i), '1']));
    const refusals: [unknown, Record<string, string[]>][] = [
      [{ data: { [a]: 0, '12345': 1 } }, { 'data.12345': ['data.12345 does not exist'] }],
      [{ data: { [a]: 0, tree: 1 } }, { 'data.tree': ['data.tree must be the id of a category'] }],
      [{ data: { [a]: -1 } }, { [`data.${a}`]: [`data.${a} must be 0 or more`] }],
      [{ data: { [a]: 1_000_000 } }, { [`data.${a}`]: [`data.${a} must be at most 999999`] }],
      [{ data: { [a]: 'first' } }, { [`data.${a}`]: [`data.${a} must be a whole number`] }],
      [{ data: { [a]: { deep: 1 } } }, { [`data.${a}`]: [`data.${a} must have order or parent`] }],
      [{ data: {} }, { data: [form] }],
      [{ data: [a] }, { data: [form] }],
      [{ data: 'all' }, { data: [form] }],
      [{ data: many }, { data: [form] }],
      [{}, { data: ['data is required'] }],
    ];
    for (const [json, errors] of refusals) {
      const { status, body } = await order(json);
      expect([status, body.errors]).toEqual([422, errors]);
    }
    expect(await tree()).toEqual(before);
  });

  it('set by two requests at once are those of one of them', async () => {
    const [a = '', b = ''] = [ids['a'], ids['b']];
    const sets = [
      { [a]: 1, [b]: 2 },
      { [b]: 1, [a]: 2 },
    ];
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(sets.map((data) => order({ data })));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect([
        ['a', 'b'],
        ['b', 'a'],
      ]).toContainEqual((await tree()).map((branch) => (branch as string[])[0]));
    }
  });

  it('lock the categories by id, also when they are sent in another order', async () => {
    const sorted = [ids['a'], ids['b'], ids['c']] as [string, string, string];
    const data = Object.fromEntries([...sorted].reverse().map((id, at) => [id, at]));
    expect(Object.keys(data)).toEqual([...sorted].reverse());
    const statements = await recordStatements(store, async () => expect((await order({ data })).status).toBe(200));
    const locked = statements.filter(({ sql }) =>
      /^SELECT .* FROM .categories. .row. WHERE .row.\..id. = \?/.test(sql),
    );
    // A read of a parent for a record, which is locked by then, repeats an id.
    expect([...new Set(locked.flatMap(({ parameters }) => parameters))]).toEqual(sorted);
  });

  it('name a circle as one, also of a category below it, and a parent that is too deep', async () => {
    const [x, a, b] = [ids['a'], ids['c'], ids['d']] as [string, string, string];
    const errors = async (data: unknown) => (await order({ data })).body.errors;
    const named = (id: string, fault: string) => ({ [`data.${id}.parent`]: [`data.${id}.parent ${fault}`] });
    const circle = named(a, 'must not be below itself');
    expect(await errors({ [b]: { parent: a }, [a]: { parent: b } })).toEqual(circle);
    expect(await errors({ [a]: { parent: a } })).toEqual(circle);
    // The category that lies below the circle has the lowest id and is looked at first.
    const first = named(x, 'must not be below a category that is below itself');
    expect(await errors({ [x]: { parent: a }, [a]: { parent: b }, [b]: { parent: a } })).toEqual(first);
    const chain: string[] = [];
    for (let at = 0; at < 21; at += 1) {
      const form = { title: `${at}`, slug: `long-${at}`, parent: chain.at(-1) ?? '' };
      chain.push((await send('POST', '/v1/categories', { form })).body.result.id);
    }
    const tooDeep = named(a, 'must not have more than 19 above it');
    const parent = chain.at(-1);
    expect(await errors({ [a]: { parent } })).toEqual(tooDeep);
    // Also where it has a category below.
    expect(await errors({ [a]: { parent }, [b]: { parent: a } })).toEqual(tooDeep);
    for (const id of chain.reverse()) expect((await send('DELETE', `/v1/categories/${id}`)).status).toBe(200);
  });

  it('are no record: words in the place of an id find nothing', async () => {
    for (const path of [
      '/v1/categories/order',
      '/v1/products/search/x',
      '/v1/collections/tree',
      '/v1/gateways/search/x',
    ]) {
      expect((await send('GET', path)).status).toBe(404);
    }
    for (const word of ['tree', 'search', 'fields', 'me', 'enabled']) {
      for (const method of ['PUT', 'DELETE']) {
        const call = method === 'PUT' ? { form: { title: 'Changed' } } : {};
        expect((await send(method, `/v1/categories/${word}`, call)).status).toBe(404);
        expect((await send(method, `/v1/collections/${word}`, call)).status).toBe(404);
      }
    }
  });
});
