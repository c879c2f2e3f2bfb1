import { ClientsService } from '../../src/modules/access/clients.service';
import { TokensService } from '../../src/modules/access/tokens.service';
import { type Failure } from '../builders/shop.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { type Call, startStore, type TestStore } from '../support/store';

type Fields = Record<string, unknown>;
interface One {
  result: Fields & { id: string };
}
interface Many {
  result: (Fields & { id: string; slug: string })[];
  pagination: Fields & { total: number };
}
interface Tree {
  result: TreeNode[];
}
interface TreeNode extends Fields {
  slug: string;
  children: TreeNode[];
}
const TEXT: unknown = expect.any(String);
const TIME: unknown = expect.stringMatching(/^[\d-]{10} [\d:]{8}$/);
const TIMES = { created_at: TIME, updated_at: TIME };
const DRAFT = { value: 'Draft', data: { key: '0', value: 'Draft' } };
const LIVE = { value: 'Live', data: { key: '1', value: 'Live' } };
const HTML = `<p>${'x'.repeat(65_529)}</p>`;
const SLUG_RULE = 'slug must be letters and digits with -, _ or . between them';

onEachEngine('brands, categories and collections', (engine) => {
  let store: TestStore;
  let taxBand: string;

  const send = <B = One>(method: string, path: string, call?: Call) => store.request<B>(method, path, call);
  const made = async (path: string, form: Fields): Promise<One['result']> => {
    const { status, body } = await send('POST', path, { form });
    expect(status).toBe(201);
    return body.result;
  };
  const refusal = async (method: string, path: string, call: Call = {}): Promise<Failure['errors']> => {
    const { status, body } = await send<Failure>(method, path, call);
    expect(status).toBe(422);
    return body.errors;
  };
  const found = async (path: string, query: Record<string, string>) =>
    (await send<Many>('GET', path, { query })).body.result.map(({ slug }) => slug);

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl);
    taxBand = (await made('/v1/taxes', { title: 'Reduced', rate: '5' })).id;
  });
  afterAll(() => store.close());

  describe.each([
    { path: '/v1/brands', noun: 'Brand', object: 'brand', more: {} },
    { path: '/v1/categories', noun: 'Category', object: 'category', more: { parent: null, order: null } },
    { path: '/v1/collections', noun: 'Collection', object: 'collection', more: {} },
  ])('$path (wire.md 7)', ({ path, noun, object, more }) => {
    it('makes one of title and slug alone, and reads it back', async () => {
      const record = await made(path, { title: ' Plain ', slug: `${object}-plain` });
      const expected = { id: TEXT, title: 'Plain', slug: `${object}-plain`, description: null, status: LIVE };
      expect(record).toEqual({ ...expected, ...TIMES, ...more });
      expect((await send('GET', `${path}/${record.id}`)).body.result).toEqual(record);
    });

    it('takes every field, as JSON, a description of 64 KiB included', async () => {
      const json = { title: 'Full', slug: `${object}_Full.2`, description: HTML, status: 0 };
      const { status, body } = await send('POST', path, { json });
      expect(status).toBe(201);
      expect(body.result).toEqual({ ...json, id: TEXT, status: DRAFT, ...TIMES, ...more });
    });

    it('refuses what breaks a rule, naming the field', async () => {
      expect(await refusal('POST', path, { form: { title: '' } })).toEqual({
        title: ['title is required'],
        slug: ['slug is required'],
      });
      const form = { title: 'x'.repeat(256), slug: 'no, commas', description: `${HTML}x`, status: '2' };
      expect(await refusal('POST', path, { form })).toEqual({
        title: ['title must be at most 255 characters'],
        slug: [SLUG_RULE],
        description: ['description must be at most 65536 characters'],
        status: ['status must be 1, 0, true or false'],
      });
    });

    it('keeps slugs unique, to the letter', async () => {
      const slug = `${object}-once`;
      const first = await made(path, { title: 'First', slug });
      const other = await made(path, { title: 'Other', slug: slug.toUpperCase() });
      expect(await refusal('POST', path, { form: { title: 'Again', slug } })).toEqual({
        slug: ['slug must be unique'],
      });
      expect(await refusal('PUT', `${path}/${other.id}`, { form: { slug } })).toEqual({
        slug: ['slug must be unique'],
      });
      expect((await send('GET', `${path}/${first.id}`)).body.result).toEqual(first);
    });

    it('changes what is sent, returns what is sent empty to its default, honours If-Match', async () => {
      const row = { title: 'Before', slug: `${object}-change`, description: 'old', status: '0' };
      const before = await made(path, row);
      const changed = await send('PUT', `${path}/${before.id}`, { form: { title: 'After', description: '' } });
      expect(changed.status).toBe(200);
      expect(changed.body.result).toEqual({ ...before, title: 'After', description: null, updated_at: TIME });
      const headers = { 'if-match': changed.headers.get('etag') ?? '' };
      const live = await send('PUT', `${path}/${before.id}`, { form: { status: '' }, headers });
      expect(live.body.result).toEqual({ ...changed.body.result, status: LIVE, updated_at: TIME });
      expect((await send('PUT', `${path}/${before.id}`, { form: { title: 'Late' }, headers })).status).toBe(409);
    });

    it('removes it, answers 404 from then on, and writes one event for each change', async () => {
      const created = await made(path, { title: 'Gone', slug: `${object}-gone` });
      const { body } = await send('PUT', `${path}/${created.id}`, { form: { title: 'Going' } });
      await send('PUT', `${path}/${created.id}`, { form: { title: 'Going' } });
      const gone = await send<Fields>('DELETE', `${path}/${created.id}`);
      expect(gone.body).toEqual({ status: true, message: `${noun} removed successfully` });
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const { status, body: answer } = await send<Fields>(method, `${path}/${created.id}`);
        expect([status, answer]).toEqual([404, { status: false, error: `No ${object} found` }]);
      }
      expect(await recordedEvents(store, created.id)).toEqual([
        { type: `${object}.created`, version: 1, data: created },
        { type: `${object}.updated`, version: 2, data: body.result },
        { type: `${object}.deleted`, version: 3, data: body.result },
      ]);
    });

    it('finds by every field, sorts and pages (wire.md 3, 4)', async () => {
      const common = { title: 'Found', description: `found ${object}` };
      for (const slug of ['b', 'c', 'a']) await made(path, { ...common, slug: `${object}-${slug}`, status: '0' });
      const [record] = (await send<Many>('GET', path, { query: { slug: `${object}-a` } })).body.result;
      const fields = { id: record?.id ?? '', slug: `${object}-a`, created_at: String(record?.created_at) };
      for (const [field, value] of Object.entries({ ...fields, ...common, updated_at: fields.created_at })) {
        const query = { [field]: value, description: common.description };
        expect(await found(`${path}/search`, query)).toContain(`${object}-a`);
        expect(await found(path, { ...query, [field]: '1' })).toEqual([]);
      }
      const query = { status: '0', description: common.description, sort: 'slug', order: 'asc' };
      expect(await found(path, query)).toEqual(['a', 'b', 'c'].map((slug) => `${object}-${slug}`));
      expect(await found(path, { ...query, status: '1' })).toEqual([]);
      const { body } = await send<Many>('GET', path, { query: { ...query, limit: '2', offset: '2' } });
      expect(body.result.map(({ slug }) => slug)).toEqual([`${object}-c`]);
      expect(body.pagination).toMatchObject({ total: 3, current: 1, from: 3, to: 3 });
      expect(await refusal('GET', path, { query: { sort: 'status' } })).toEqual({
        sort: ['sort must be one of created_at, id, updated_at, title, slug'],
      });
    });

    it('is not removed while products have it, and says which', async () => {
      const { id } = await made(path, { title: 'Used', slug: `${object}-used` });
      for (const n of [1, 2, 3, 4]) {
        const product = { sku: `${object}-${n}`, title: 'P', slug: `${object}-p${n}`, price: '1', tax_band: taxBand };
        await made('/v1/products', { ...product, [object]: id });
      }
      const users = `products ${object}-1, ${object}-2, ${object}-3 and 1 more`;
      expect(await refusal('DELETE', `${path}/${id}`)).toEqual({ [object]: [`${object} is used by ${users}`] });
      expect((await send('GET', `${path}/${id}`)).status).toBe(200);
    });

    it('is read and written with the scopes of products (wire.md 5)', async () => {
      const client = await store.app.get(ClientsService).create(`${object} reader`, ['products:read']);
      const token = (await store.app.get(TokensService).issue(client.clientId, client.clientSecret, undefined))
        .accessToken;
      expect((await send('GET', path, { token })).status).toBe(200);
      const { status, body } = await send<Failure>('POST', path, { token, form: { title: 'T', slug: 't' } });
      expect([status, body.error]).toEqual([403, 'The access token lacks the scope products:write']);
    });
  });

  describe('categories below others', () => {
    it('shows the parent, moves to another and to the top, and finds by the parent', async () => {
      const top = await made('/v1/categories', { title: 'Top', slug: 'top' });
      const { parent, ...shown } = top;
      expect(parent).toBeNull();
      const below = await made('/v1/categories', { title: 'Below', slug: 'below', parent: top.id });
      expect(below.parent).toEqual({ value: 'Top', data: shown });
      expect(await found('/v1/categories', { parent: top.id })).toEqual(['below']);
      expect(await found('/v1/categories', { parent: 'top' })).toEqual(['below']);
      expect(await found('/v1/categories', { parent: 'nowhere' })).toEqual([]);
      expect(await found('/v1/categories', { parent: '', title: 'Below' })).toEqual([]);
      const moved = await send('PUT', `/v1/categories/${below.id}`, { form: { parent: '' } });
      expect(moved.body.result).toEqual({ ...below, parent: null, updated_at: TIME });
      expect(await found('/v1/categories', { parent: '', title: 'Below' })).toEqual(['below']);
    });

    it('finds by the slug of a parent also when it looks like an id', async () => {
      const year = await made('/v1/categories', { title: 'Year', slug: '2024' });
      await made('/v1/categories', { title: 'Spring', slug: 'spring', parent: year.id });
      expect(await found('/v1/categories', { parent: '2024' })).toEqual(['spring']);
    });

    it('refuses a parent that does not exist or lies below it', async () => {
      const a = await made('/v1/categories', { title: 'A', slug: 'ring-a' });
      const b = await made('/v1/categories', { title: 'B', slug: 'ring-b', parent: a.id });
      const c = await made('/v1/categories', { title: 'C', slug: 'ring-c', parent: b.id });
      for (const parent of [a.id, b.id, c.id]) {
        const errors = await refusal('PUT', `/v1/categories/${a.id}`, { form: { parent } });
        expect(errors).toEqual({ parent: ['parent must not be below itself'] });
      }
      const unknown = { parent: ['parent does not exist'] };
      expect(await refusal('PUT', `/v1/categories/${a.id}`, { form: { parent: '1' } })).toEqual(unknown);
      const form = { title: 'D', slug: 'ring-d', parent: '1' };
      expect(await refusal('POST', '/v1/categories', { form })).toEqual(unknown);
      expect(await refusal('DELETE', `/v1/categories/${b.id}`)).toEqual({
        category: ['category is used by categories ring-c'],
      });
    });

    it('closes no circle when two are moved below each other at once', async () => {
      const rounds = Array.from({ length: 5 }, async (_, round) => {
        const [a, b] = await Promise.all(
          ['x', 'y'].map((name) => made('/v1/categories', { title: 'M', slug: `move-${name}-${round}` })),
        );
        const moves = await Promise.all([
          send('PUT', `/v1/categories/${a?.id}`, { form: { parent: b?.id } }),
          send('PUT', `/v1/categories/${b?.id}`, { form: { parent: a?.id } }),
        ]);
        return moves.map(({ status }) => status).sort();
      });
      expect(await Promise.all(rounds)).toEqual(Array.from({ length: 5 }, () => [200, 422]));
    });

    it('answers all of them as a tree, by title', async () => {
      const root = await made('/v1/categories', { title: 'Root', slug: 'tree-root' });
      const { parent: _, ...shown } = root;
      const second = await made('/v1/categories', { title: 'b', slug: 'tree-b', parent: root.id });
      const first = await made('/v1/categories', { title: 'a', slug: 'tree-a', parent: root.id });
      const leaf = await made('/v1/categories', { title: 'leaf', slug: 'tree-leaf', parent: second.id });
      const other = await made('/v1/categories', { title: 'Other', slug: 'other-root' });
      await made('/v1/categories', { title: 'Other', slug: 'other-leaf', parent: other.id });
      const { status, body } = await send<Tree>('GET', '/v1/categories/tree');
      expect(status).toBe(200);
      expect(body.result.filter(({ slug }) => slug.startsWith('tree-'))).toEqual([
        {
          ...root,
          images: {},
          children: [
            { ...first, parent: { value: 'Root', data: shown }, children: [], images: {} },
            { ...second, children: [{ ...leaf, children: [], images: {} }], images: {} },
          ],
        },
      ]);
      const slugs = body.result.map(({ slug }) => slug);
      expect(slugs).toEqual(expect.arrayContaining(['tree-root', 'other-root']));
      expect(slugs).not.toContain('other-leaf');
    });
  });
});
