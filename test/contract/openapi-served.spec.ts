import { gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { load } from 'js-yaml';
import { startStore, type TestStore } from '../support/store';

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Asks as a browser does: what is sent compressed stays so. */
function get(store: TestStore, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return new Promise((done, fail) => {
    const sent = request(`${store.url}${path}`, { headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        done({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }),
      );
    });
    sent.on('error', fail).end();
  });
}

interface Served {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, { readonly post: { readonly requestBody: { readonly content: Media } } }>>;
}
type Media = Readonly<Record<string, { readonly examples: Readonly<Record<string, { readonly value: object }>> }>>;

const documentOf = async (store: TestStore, headers?: Readonly<Record<string, string>>): Promise<Served> =>
  JSON.parse(String((await get(store, '/openapi.json', headers)).body)) as Served;

/** The example of a body that a form of the pages begins with. */
const exampleOf = ({ paths }: Served, path: string, name: string): object | undefined =>
  paths[path]?.post.requestBody.content['application/json']?.examples[name]?.value;

describe('the OpenAPI document as a store serves it', () => {
  let store: TestStore;
  beforeAll(async () => (store = await startStore('sqlite::memory:')));
  afterAll(() => store.close());

  it.each(['127.0.0.1:1234', 'shop.example', '[::1]:3000'])('names the address it is asked under: %s', async (host) => {
    expect((await documentOf(store, { host })).servers.map(({ url }) => url)).toEqual([`http://${host}`]);
    const yaml = String((await get(store, '/openapi.yaml', { host })).body);
    expect((load(yaml) as Served).servers.map(({ url }) => url)).toEqual([`http://${host}`]);
  });

  it('names PUBLIC_URL, if it is set', async () => {
    const other = await startStore('sqlite::memory:', { PUBLIC_URL: 'https://shop.example/store' });
    const { servers } = await documentOf(other);
    await other.close();
    expect(servers.map(({ url }) => url)).toEqual(['https://shop.example/store']);
  });

  it('keeps texts for eight addresses: the ninth is right too, and so is the first again', async () => {
    const hosts = Array.from({ length: 9 }, (_, i) => `shop-${i}.example`);
    const asked: string[] = [];
    for (const host of [...hosts, 'shop-0.example'])
      asked.push((await documentOf(store, { host })).servers[0]?.url ?? '');
    expect(asked).toEqual([...hosts, 'shop-0.example'].map((host) => `http://${host}`));
  });

  it.each(['/openapi.json', '/openapi.yaml', '/docs', '/docs/swagger-ui-bundle.js?v=1', '/docs/start.js'])(
    'sends %s compressed to those who take it, and 304 to those who have it',
    async (path) => {
      const plain = await get(store, path);
      const packed = await get(store, path, { 'accept-encoding': 'gzip, br' });
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect({ ...packed.headers }).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
      expect(gunzipSync(packed.body)).toEqual(plain.body);
      const tag = String(packed.headers['etag']);
      const again = await get(store, path, { 'accept-encoding': 'gzip', 'if-none-match': tag });
      expect({ status: again.status, bytes: again.body.length }).toEqual({ status: 304, bytes: 0 });
      expect(packed.headers['cache-control']).toBe(
        path.includes('?v=') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  );

  it('has examples with the default currency of the store, and no id that the store does not have', async () => {
    const before = await documentOf(store);
    const { body } = await store.request<{ result: { id: string }[] }>('GET', '/v1/currencies');
    const taxes = await store.request<{ result: { id: string }[] }>('GET', '/v1/taxes');
    const [{ id } = { id: '' }] = body.result;
    expect(exampleOf(before, '/v1/orders', 'createOrder')).toMatchObject({ currency: id, currency_code: 'GBP' });
    expect(exampleOf(before, '/v1/products', 'createProduct')).toMatchObject({ tax_band: taxes.body.result[0]?.id });
    const { webhooks: _sent, ...sentTo } = before as Served & { webhooks: object };
    expect(JSON.stringify(sentTo)).not.toMatch(/"8901234567890123\d\d"/);

    const json = { title: 'Krone', code: 'DKK', exchange_rate: 1, format: '{price} kr.', default: true };
    const created = await store.request<{ result: { id: string } }>('POST', '/v1/currencies', {
      json: { ...json, enabled: true, modifier: '+0', decimal_point: ',', thousand_point: '.' },
    });
    const after = await documentOf(store);
    expect(exampleOf(after, '/v1/orders', 'createOrder')).toMatchObject({
      currency: created.body.result.id,
      currency_code: 'DKK',
    });
  });

  it('has an example of an order that the store takes as it is', async () => {
    const json = exampleOf(await documentOf(store), '/v1/orders', 'createOrder') ?? {};
    const { status, body } = await store.request('POST', '/v1/orders', { json });
    expect({ status, error: body['error'] }).toEqual({ status: 201, error: undefined });
  });
});
