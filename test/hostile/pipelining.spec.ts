import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { emptyFolder, ensureBuilt, StoreProcess } from '../support/store.process';

const CONNECTIONS = 20;
/** As many as fit into one read of Node. */
const REQUESTS = 1_600;
const MAX_MIB = 100;
/** Has glibc give freed buffers back at once. */
const RETURNED = { MALLOC_TRIM_THRESHOLD_: '65536', MALLOC_MMAP_THRESHOLD_: '32768' };
const TOKEN = 'hostile-token-0123456789-0123456789';

const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
/** The resident memory of a process, in MiB. */
const residentMib = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
/** `once` of node:events rejects when the store resets the connection, which is one way to close it. */
const closing = (socket: Socket): Promise<unknown> => new Promise((resolve) => socket.once('close', resolve));

// A build takes half a minute on a busy machine.
beforeAll(ensureBuilt);
afterAll(() => StoreProcess.stopAll());

describe('requests that are sent ahead of their answers', () => {
  let store: StoreProcess;
  beforeAll(async () => {
    store = await StoreProcess.api(emptyFolder(), { BOOTSTRAP_TOKEN: TOKEN, LOG_LEVEL: 'info', ...RETURNED });
  });

  const send = (bytes: string): Socket => {
    const { hostname, port } = new URL(store.url);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    socket.write(bytes);
    return socket;
  };

  it('are answered in their order, those with a body too', async () => {
    const bearer = `Authorization: Bearer ${TOKEN}\r\n`;
    const body = (title: string): string => JSON.stringify({ title, slug: title });
    const post = (title: string): string =>
      `POST /v1/brands HTTP/1.1\r\nHost: x\r\n${bearer}Content-Type: application/json\r\n` +
      `Content-Length: ${body(title).length}\r\n\r\n${body(title)}`;
    const list = get('/v1/brands', bearer);
    const answers = await text(
      send(list + post('one') + list + post('two') + get('/v1/brands', `${bearer}Connection: close\r\n`)),
    );
    const results = answers.split('HTTP/1.1 ').slice(1);
    expect(results.map((each) => each.slice(0, 3))).toEqual(['200', '201', '200', '201', '200']);
    expect(results.map((each) => [...each.matchAll(/"title":"(\w+)"/g)].map(([, title]) => title).sort())).toEqual([
      [],
      ['one'],
      ['one'],
      ['two'],
      ['one', 'two'],
    ]);
  });

  it.each(['/openapi.json', '/openapi.yaml'])(
    `and never read are cut off: ${CONNECTIONS} × ${REQUESTS} of %s leave the store ready`,
    async (path) => {
      await (await fetch(store.url + path)).text();
      const before = residentMib(store.pid);
      const sockets = Array.from({ length: CONNECTIONS }, () => send(get(path).repeat(REQUESTS)).pause());
      expect((await fetch(`${store.url}/health/ready`)).status).toBe(200);
      expect(residentMib(store.pid) - before).toBeLessThan(MAX_MIB);
      await Promise.all(sockets.map((socket) => closing(socket.resume())));
      expect(residentMib(store.pid) - before).toBeLessThan(MAX_MIB);
    },
    60_000,
  );
});
