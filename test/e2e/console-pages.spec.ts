import { mkdirSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { openStore, startStore, testConfig, type TestStore } from '../support/store';
import { emptyFolder } from '../support/store.process';
import { rawRequest } from '../support/raw-http';

const PAGE = '<!doctype html><title>storekeeper</title>';
const SCRIPT = `console.log(${JSON.stringify('x'.repeat(500))})`;
const YEAR = 'public, max-age=31536000, immutable';
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
  "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const NOT_FOUND = { status: false, error: 'No such path' };

/** A build as the console's own: a page, a script with both siblings, a picture without any. */
function build(): string {
  const parent = emptyFolder();
  const folder = join(parent, 'console');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(parent, 'secret.txt'), 'secret');
  writeFileSync(join(folder, '.hidden'), 'secret');
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
  const script = join(folder, 'assets', 'main-Ab12.js');
  writeFileSync(script, SCRIPT);
  writeFileSync(`${script}.br`, brotliCompressSync(SCRIPT));
  writeFileSync(`${script}.gz`, gzipSync(SCRIPT));
  writeFileSync(join(folder, 'assets', 'main-Cd34.css'), 'a{}');
  return folder;
}

describe('the pages of the console (console.md 1, 14)', () => {
  let store: TestStore;
  beforeAll(async () => {
    const config = testConfig('sqlite::memory:');
    store = await openStore({ ...config, console: { isOn: true, folder: build() } });
  });
  afterAll(() => store.close());

  /** Without the decoding that `fetch` does. */
  const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(`${store.url}${path}`, { method, headers }, resolve).on('error', reject);
    });
    return { status: response.statusCode, headers: response.headers, bytes: await buffer(response) };
  };
  const raw = async (path: string) => {
    const { status, text } = await rawRequest(
      store.url,
      `GET ${path} HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n`,
    );
    return [
      path,
      status,
      text.includes('secret') ? 'leaked' : text.startsWith('{') ? (JSON.parse(text) as unknown) : text,
    ];
  };

  const carts = ['/console/carts/user@example.com', '/console/carts/a%2Cb.gz', '/console/carts/main.js'];

  it.each([
    ...carts,
    '/console',
    '/console/',
    '/console/orders/12',
    '/console/orders?status=paid',
    '/CONSOLE',
    '/console/a.b/',
  ])('answers %s with the page, which is asked for again each time', async (path) => {
    const { status, headers, bytes } = await ask(path);
    expect([status, headers['content-type'], headers['cache-control'], bytes.toString()]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
      PAGE,
    ]);
    expect([headers['content-security-policy'], headers.etag]).toEqual([POLICY, expect.stringMatching(/^W\/"/)]);
  });

  it('answers hashed files for a year, compressed as the browser takes them', async () => {
    const path = '/console/assets/main-Ab12.js';
    const cases: [string, string | undefined, (bytes: Buffer) => Buffer][] = [
      ['br, gzip', 'br', brotliDecompressSync],
      ['gzip, deflate, br;q=0', 'gzip', gunzipSync],
      ['gzip;q=1.0, br;q=0.1', 'br', brotliDecompressSync],
      ['identity', undefined, (bytes) => bytes],
      ['br;q=0, gzip;q=0', undefined, (bytes) => bytes],
      ['', undefined, (bytes) => bytes],
    ];
    const tags = new Set<string>();
    for (const [accepted, encoding, decode] of cases) {
      const { status, headers, bytes } = await ask(path, { 'accept-encoding': accepted });
      expect([accepted, status, headers['content-encoding'], decode(bytes).toString()]).toEqual([
        accepted,
        200,
        encoding,
        SCRIPT,
      ]);
      expect([headers['content-type'], headers['cache-control'], headers.vary]).toEqual([
        'text/javascript; charset=utf-8',
        YEAR,
        expect.stringContaining('Accept-Encoding'),
      ]);
      tags.add(String(headers.etag));
      const again = await ask(path, { 'accept-encoding': accepted, 'if-none-match': String(headers.etag) });
      expect([again.status, again.bytes.length, again.headers['cache-control']]).toEqual([304, 0, YEAR]);
    }
    expect(tags.size).toBe(3);
  });

  it('answers files without siblings as they are, and those without a hash afresh', async () => {
    const styles = await ask('/console/assets/main-Cd34.css', { 'accept-encoding': 'br, gzip' });
    const icon = await ask('/console/favicon.svg');
    expect(
      [styles, icon].map(({ status, headers, bytes }) => [
        status,
        headers['content-type'],
        headers['content-encoding'],
        headers['cache-control'],
        bytes.toString(),
      ]),
    ).toEqual([
      [200, 'text/css; charset=utf-8', undefined, YEAR, 'a{}'],
      [200, 'image/svg+xml', undefined, 'no-cache', '<svg/>'],
    ]);
  });

  it('answers HEAD like GET without a body, takes no part of a file, and no condition of a write', async () => {
    const path = '/console/assets/main-Ab12.js';
    const head = await ask(path, {}, 'HEAD');
    expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([200, String(SCRIPT.length), 0]);
    const part = await ask(path, { range: 'bytes=0-1', 'if-match': '"other"', 'if-unmodified-since': 'never' });
    expect([part.status, part.bytes.toString()]).toEqual([200, SCRIPT]);
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('refuses %s', async (method) => {
    const { status, body, headers } = await store.request(method, '/console/orders');
    expect([status, body, headers.get('allow')]).toEqual([
      405,
      { status: false, error: 'This path takes GET, HEAD' },
      'GET, HEAD',
    ]);
  });

  it.each([
    '/console/assets/main-0000.js',
    '/console/assets/main-Ab12.js.br',
    '/console/assets/main-Ab12.js.gz',
    '/console/assets/main-Ab12.js/x.js',
    '/console/.hidden',
    '/console/../secret.txt',
    '/console/..',
    '/console/%2e%2e/secret.txt',
    '/console/%2E%2E%2Fsecret.txt',
    '/console/..%2f..%2f..%2f..%2f..%2fetc%2fpasswd',
    '/console/%2e%2e%5csecret.txt',
    '/console/..\\secret.txt',
    '/console/assets/..%2f..%2fsecret.txt',
    '/console/assets/../../secret.txt',
    '/console/%252e%252e/secret.txt',
    '/console/..%c0%afsecret.txt',
    '/console//etc/hosts.txt',
    '/console/secret.txt%00.js',
    '/console/%00',
    '/console/%',
    '/console/%E0%A4%A',
    '/console/./index.html/../../secret.txt',
    `/console/${'x'.repeat(5_000)}.js`,
  ])('has no file at %s', async (path) => {
    expect(await raw(path)).toEqual([path, 404, NOT_FOUND]);
  });

  it('serves pictures of the public address too', async () => {
    const config = testConfig('sqlite::memory:', { PUBLIC_URL: 'https://shop.example/api' });
    const other = await openStore({ ...config, console: { isOn: true, folder: build() } });
    const { headers } = await fetch(`${other.url}/console`);
    await other.close();
    expect(headers.get('content-security-policy')).toContain("img-src 'self' data: blob: https://shop.example;");
  });
});

describe('the console that is not there', () => {
  it.each(['/console', '/console/orders', '/console/assets/main.js'])('says at %s how to build it', async (path) => {
    const config = testConfig('sqlite::memory:');
    const store = await openStore({ ...config, console: { isOn: true, folder: join(emptyFolder(), 'none') } });
    const { status, body, headers } = await store.request('GET', path);
    await store.close();
    expect([status, headers.get('error-code'), body]).toEqual([
      404,
      'console.not_built',
      { status: false, error: 'The console is not built: run npm run build, then open this page again' },
    ]);
  });

  it('is 404 everywhere with CONSOLE=off', async () => {
    const store = await startStore('sqlite::memory:', { CONSOLE: 'off' });
    const asked = [
      ['GET', '/console'],
      ['GET', '/console/orders'],
      ['GET', '/console/assets/main.js'],
      ['GET', '/console/session'],
      ['POST', '/console/session'],
      ['DELETE', '/console/session'],
    ] as const;
    const answers = await Promise.all(asked.map(([method, path]) => store.request(method, path)));
    const front = (await (await fetch(`${store.url}/`)).json()) as { result: { links: object } };
    expect(Object.keys(front.result.links)).toEqual(['documentation', 'openapi', 'health']);
    await store.close();
    expect(answers.map(({ status, body }) => [status, body])).toEqual(asked.map(() => [404, NOT_FOUND]));
  });
});
