import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Retention } from '../../src/platform/retention/retention';
import { gif, jpeg, png, upload, webp } from '../builders/image.builder';
import { type Fields, type Result, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { startStore, type TestStore } from '../support/store';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as unknown;
const ID = expect.stringMatching(/^\d{1,19}$/) as unknown;

interface FileResult extends Fields {
  readonly id: string;
  readonly url: { readonly http: string };
  readonly segments: { readonly suffix: string };
}

onEachEngine('files (storefront.md 10)', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'storekeeper-files-'));
    const env = { FILES_DIR: folder, PUBLIC_URL: 'https://shop.example', LOGIN_LIMIT_PER_MINUTE: '1000' };
    store = await startStore(engine.databaseUrl, env, true);
    shop = await Shop.open(store);
  });
  afterAll(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });

  const post = (form: FormData, headers: Record<string, string> = {}) =>
    store.request<Result<FileResult>>('POST', '/v1/files', { multipart: form, headers });
  const uploaded = async (bytes: Buffer, name: string, fields: Record<string, string> = {}): Promise<FileResult> => {
    const { status, body } = await post(upload(bytes, name, fields));
    expect([status, body.errors]).toEqual([201, undefined]);
    return body.result;
  };
  const product = async (sku: string): Promise<string> => (await shop.product({ sku })).id;
  const productNow = async (id: string) =>
    (await store.request<Result<Fields>>('GET', `/v1/products/${id}`)).body.result;
  const stored = async (): Promise<string[]> => {
    const names = await readdir(folder, { recursive: true, withFileTypes: true });
    return names.filter((entry) => entry.isFile()).map(({ name }) => name);
  };
  const bytesAt = (suffix: string, init: RequestInit = {}) => fetch(`${store.url}${suffix}`, init);
  const order = (data: Record<string, unknown>) =>
    store.request<Result<FileResult[]>>('PUT', '/v1/files/order', { form: { data } });

  it('takes an image and tells what it is by its content', async () => {
    const bytes = png(40, 30);
    const hash = createHash('sha256').update(bytes).digest('hex');
    const file = await uploaded(bytes, 'photo.exe', { name: ' A photo ' });
    const suffix = `/files/${hash}.png`;
    const record = {
      id: ID,
      name: 'A photo',
      url: { http: `http://shop.example${suffix}`, https: `https://shop.example${suffix}` },
      segments: { domain: 'shop.example', suffix },
      type: 'image/png',
      size: bytes.length,
      width: 40,
      height: 30,
      assign_to: null,
      position: 0,
      created_at: TIME,
      updated_at: TIME,
    };
    expect(file).toEqual(record);
    expect((await store.request<Result<unknown>>('GET', `/v1/files/${file.id}`)).body.result).toEqual(file);
    expect(await recordedEvents(store, file.id)).toEqual([{ type: 'file.created', version: 1, data: file }]);
    const kinds: [Buffer, string][] = [
      [jpeg(64, 48), 'image/jpeg'],
      [gif(64, 48), 'image/gif'],
      [webp(64, 48), 'image/webp'],
    ];
    for (const [image, type] of kinds) {
      const { type: told, width, height, name } = await uploaded(image, 'folder/../x.svg');
      expect([told, width, height, name]).toEqual([type, 64, 48, 'x.svg']);
    }
  });

  it('is found by its type', async () => {
    const id = await product('TYPE-1');
    const made = [png(5, 4, 3), jpeg(5, 4), gif(5, 4), webp(5, 4)];
    const types = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
    const files: FileResult[] = [];
    for (const bytes of made) files.push(await uploaded(bytes, 'a', { assign_to: id }));
    const found = async (path: string, type: string) =>
      (await store.request<Result<FileResult[]>>('GET', path, { query: { type, assign_to: id } })).body.result;
    for (const path of ['/v1/files', '/v1/files/search']) {
      for (const [at, type] of types.entries()) expect(await found(path, type)).toEqual([files[at]]);
      for (const type of ['png', 'IMAGE/PNG', 'image/svg+xml', 'constructor', ''])
        expect([type, await found(path, type)]).toEqual([type, []]);
    }
    const { body } = await store.request<Result<FileResult[]>>('GET', '/v1/files', {
      query: { 'type[0]': 'image/gif', 'type[1]': 'image/webp', assign_to: id },
    });
    expect(body.result).toEqual([files[3], files[2]]);
  });

  it('serves the bytes to anybody, for a year, and to caches only once', async () => {
    const bytes = png(8, 8, 3);
    const { segments, id } = await uploaded(bytes, 'a.png');
    const answer = await bytesAt(segments.suffix);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
    const shown = ['content-type', 'cache-control', 'x-content-type-options', 'cross-origin-resource-policy', 'etag'];
    const tag = `"${segments.suffix.slice(7, 71)}"`;
    const headers = ['image/png', 'public, max-age=31536000, immutable', 'nosniff', 'cross-origin', tag];
    expect([answer.status, ...shown.map((name) => answer.headers.get(name))]).toEqual([200, ...headers]);
    const head = await bytesAt(segments.suffix, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, `${bytes.length}`, '']);
    const same = await bytesAt(segments.suffix, { headers: { 'if-none-match': `"other", W/${tag}` } });
    expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', tag]);
    for (const path of [
      segments.suffix.replace('.png', '.jpg'),
      segments.suffix.replace('.png', ''),
      segments.suffix.toUpperCase(),
      `/files/${'0'.repeat(64)}.png`,
      '/files/..%2f..%2fetc%2fpasswd',
      '/files/incoming',
    ]) {
      expect([path, (await bytesAt(path)).status]).toEqual([path, 404]);
    }
    expect((await store.request('DELETE', `/v1/files/${id}`)).status).toBe(200);
    expect((await bytesAt(segments.suffix)).status).toBe(404);
  });

  it('gives a product its images in their order, and tells of each change', async () => {
    const id = await product('PIC-1');
    expect((await productNow(id))['images']).toEqual({});
    const first = await uploaded(png(1, 1, 1), 'one.png', { assign_to: id });
    const second = await uploaded(png(1, 1, 2), 'two.png', { assign_to: id });
    const image = ({ id: file, name, url, segments }: FileResult) => ({ id: file, name, url, segments });
    const images = (await productNow(id))['images'] as object;
    expect(Object.entries(images)).toEqual([
      [first.id, image(first)],
      [second.id, image(second)],
    ]);
    expect([first['position'], second['position'], second['assign_to']]).toEqual([0, 1, id]);

    const sorted = await order({ [first.id]: 5, [second.id]: 2 });
    expect([sorted.status, sorted.body.result.map((file) => [file.id, file['position']])]).toEqual([
      200,
      [
        [second.id, 2],
        [first.id, 5],
      ],
    ]);
    expect(Object.keys((await productNow(id))['images'] as object)).toEqual([second.id, first.id]);
    // storefront.md 4: a line of a cart has the first of them.
    const { body } = await store.request<Result<Fields>>('POST', '/v1/carts/pictured', { form: { id } });
    const [line] = Object.values(body.result['contents'] as Record<string, Fields>);
    expect(line?.['images']).toEqual({ [second.id]: image(second) });
    const listed = await store.request<Result<FileResult[]>>('GET', '/v1/files', { query: { assign_to: id } });
    expect(listed.body.result.map((file) => file.id)).toEqual([second.id, first.id]);

    expect((await store.request('DELETE', `/v1/files/${second.id}`)).status).toBe(200);
    expect(Object.keys((await productNow(id))['images'] as object)).toEqual([first.id]);
    const told = (await recordedEvents(store, id)).map(({ type, data }) => [
      type,
      Object.keys((data as { images: object }).images),
    ]);
    expect(told).toEqual([
      ['product.created', []],
      ['product.updated', [first.id]],
      ['product.updated', [first.id, second.id]],
      ['product.updated', [second.id, first.id]],
      ['product.updated', [first.id]],
    ]);
    const ofSecond = (await recordedEvents(store, second.id)).map(({ type, version }) => [type, version]);
    expect(ofSecond).toEqual([
      ['file.created', 1],
      ['file.updated', 2],
      ['file.deleted', 3],
    ]);
    // An order that changes nothing tells nothing.
    expect((await order({ [first.id]: 5 })).status).toBe(200);
    expect(await recordedEvents(store, id)).toHaveLength(5);
  });

  it('goes with its product, and its bytes go with the last file that has them', async () => {
    const [one, two] = [await product('GONE-1'), await product('GONE-2')];
    const bytes = png(9, 9, 9);
    const mine = await uploaded(bytes, 'a.png', { assign_to: one });
    const same = await uploaded(bytes, 'b.png', { assign_to: two });
    const hash = mine.segments.suffix.slice(7, 71);
    const copies = async () => (await stored()).filter((name) => name.startsWith(hash)).length;
    expect(await copies()).toBe(1);

    expect((await store.request('DELETE', `/v1/products/${one}`)).status).toBe(200);
    await store.app.get(Retention).settle();
    expect((await store.request('GET', `/v1/files/${mine.id}`)).status).toBe(404);
    expect([await copies(), (await bytesAt(same.segments.suffix)).status]).toEqual([1, 200]);
    const kinds = (await recordedEvents(store, mine.id)).map(({ type }) => type);
    expect(kinds).toEqual(['file.created', 'file.deleted']);

    expect((await store.request('DELETE', `/v1/products/${two}`)).status).toBe(200);
    expect((await bytesAt(same.segments.suffix)).status).toBe(404);
    await store.app.get(Retention).settle();
    expect(await copies()).toBe(0);
  });

  it('keeps the bytes of a content that is removed and uploaded at the same time', async () => {
    const bytes = png(7, 7, 7);
    let current = await uploaded(bytes, 'a.png');
    for (let round = 0; round < 5; round += 1) {
      const [again] = await Promise.all([
        uploaded(bytes, 'b.png'),
        uploaded(bytes, 'c.png').then(({ id }) => store.request('DELETE', `/v1/files/${id}`)),
        store.request('DELETE', `/v1/files/${current.id}`),
      ]);
      await store.app.get(Retention).settle();
      const answer = await bytesAt(again.segments.suffix);
      expect([answer.status, Buffer.from(await answer.arrayBuffer()).equals(bytes)]).toEqual([200, true]);
      current = again;
    }
  });

  it('is stored once under one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'upload-1' };
    const first = await post(upload(png(3, 3, 3), 'a.png'), headers);
    const again = await post(upload(png(3, 3, 3), 'a.png'), headers);
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
    const other = await post(upload(png(3, 3, 4), 'a.png'), headers);
    expect(other.status).toBe(409);
  });

  it('keeps files and folders from others', async () => {
    const { segments } = await uploaded(png(2, 2, 2), 'a.png');
    const hash = segments.suffix.slice(7, 71);
    const [name = ''] = (await stored()).filter((one) => one.startsWith(hash));
    const modes = await Promise.all(
      [join(folder, hash.slice(0, 2)), join(folder, hash.slice(0, 2), name)].map(
        async (path) => (await stat(path)).mode,
      ),
    );
    expect(modes.map((mode) => mode & 0o777)).toEqual([0o700, 0o600]);
  });

  it('refuses an order that names nothing, no file, or no position', async () => {
    const file = await uploaded(png(2, 3, 2), 'a.png');
    const refusals: [Record<string, unknown>, string, string][] = [
      [{ '911827077212696576': 0, [file.id]: 9 }, 'data.911827077212696576', 'does not exist'],
      [{ red: 0 }, 'data', 'must hold positions by the ids of files'],
      [{ [file.id]: '-1' }, `data.${file.id}`, 'must be 0 or more'],
    ];
    for (const [data, field, fault] of refusals) {
      const { status, body } = await order(data);
      expect([status, body.errors]).toEqual([422, { [field]: [`${field} ${fault}`] }]);
    }
    const { body } = await store.request<Result<FileResult>>('GET', `/v1/files/${file.id}`);
    expect(body.result).toEqual(file);
  });
});
