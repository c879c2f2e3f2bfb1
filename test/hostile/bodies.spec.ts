import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { emptyFolder, ensureBuilt, StoreProcess } from '../support/store.process';

const MIB = 1_048_576;
/** All of them with HOSTILE=full: even 400 hold 400 MiB when each keeps its body. */
const CONNECTIONS = process.env['HOSTILE'] === 'full' ? 1000 : 400;
const MAX_MIB = 100;
/** Has glibc give freed buffers back at once: what it keeps for later comes to 40 MiB with Node 24, and is none of a body. */
const RETURNED = { MALLOC_TRIM_THRESHOLD_: '65536', MALLOC_MMAP_THRESHOLD_: '32768' };
const TOKEN = 'hostile-token-0123456789-0123456789';
const FORM = 'Content-Type: application/x-www-form-urlencoded\r\n';

const head = (path: string, more: string): string => `POST ${path} HTTP/1.1\r\nHost: x\r\n${FORM}${more}\r\n`;
const bearer = (token: string): string => `Authorization: Bearer ${token}\r\n`;
/** The resident memory of a process, in MiB. */
const residentMib = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** `once` of node:events rejects when the store resets the connection, which is one way to close it. */
const closing = (socket: Socket): Promise<unknown> => new Promise((resolve) => socket.once('close', resolve));

// A build takes half a minute on a busy machine.
beforeAll(ensureBuilt);
afterAll(() => StoreProcess.stopAll());

describe('bodies that nobody asked for (hardening 1)', () => {
  let store: StoreProcess;
  const sockets: Socket[] = [];

  const start = async (env: Record<string, string> = {}): Promise<void> => {
    store = await StoreProcess.api(emptyFolder(), { BOOTSTRAP_TOKEN: TOKEN, LOG_LEVEL: 'info', ...RETURNED, ...env });
  };
  /** Opens a connection and sends; what comes back gathers in `received`. */
  const open = async (bytes: string | Buffer): Promise<{ socket: Socket; received: () => string }> => {
    const { hostname, port } = new URL(store.url);
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString()));
    // A connection that the store cuts.
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(bytes);
    return { socket, received: () => received };
  };
  const answerTo = async (bytes: string | Buffer): Promise<string> => {
    const { socket, received } = await open(bytes);
    while (!received().includes('\r\n\r\n{') && !socket.closed) {
      await Promise.race([new Promise((resolve) => socket.once('data', resolve)), closing(socket)]);
    }
    return received();
  };

  afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));

  describe('with the settings that a store begins with', () => {
    // As many connections as below, without bodies: what follows weighs bodies, not code that is compiled when it is first used.
    beforeAll(async () => {
      await start();
      await Promise.all(
        Array.from({ length: CONNECTIONS }, () => answerTo(head('/v1/orders', 'Content-Length: 0\r\n'))),
      );
    });

    it.each([
      ['without a token', ''],
      ['with a wrong token', bearer('x'.repeat(43))],
    ])(
      `of ${CONNECTIONS} connections %s take less than ${MAX_MIB} MiB, and the store stays ready`,
      async (_, credentials) => {
        const before = residentMib(store.pid);
        const body = Buffer.concat([
          Buffer.from(head('/v1/orders', `${credentials}Content-Length: ${MIB}\r\n`)),
          Buffer.alloc(MIB - 1, 'a'),
        ]);
        const answers = await Promise.all(Array.from({ length: CONNECTIONS }, () => answerTo(body)));
        expect(new Set(answers.map((answer) => answer.slice(0, 12)))).toEqual(new Set(['HTTP/1.1 401']));
        expect((await fetch(`${store.url}/health/ready`)).status).toBe(200);
        expect(residentMib(store.pid) - before).toBeLessThan(MAX_MIB);
      },
      120_000,
    );

    it('of 6 MiB in chunks of one byte are refused at once and cut off', async () => {
      const before = residentMib(store.pid);
      const { socket, received } = await open(head('/v1/orders', 'Transfer-Encoding: chunked\r\n'));
      const closed = closing(socket);
      socket.write('1\r\na\r\n'.repeat(6 * MIB));
      await closed;
      expect(received().slice(0, 12)).toBe('HTTP/1.1 401');
      expect(residentMib(store.pid) - before).toBeLessThan(MAX_MIB);
    }, 60_000);

    it('are small where no token is asked for', async () => {
      expect((await answerTo(head('/oauth/access_token', 'Content-Length: 16385\r\n'))).slice(0, 12)).toBe(
        'HTTP/1.1 413',
      );
    });
  });

  it('share one memory: beyond it they are answered 503 and when to try again', async () => {
    await start({ UNFINISHED_BODIES_MIB: '1' });
    const known = head('/v1/orders', `${bearer(TOKEN)}Content-Length: ${MIB}\r\n`);
    const half = Buffer.concat([Buffer.from(known), Buffer.alloc(MIB / 2 + 1, 'a')]);
    const [first, second] = [await open(half), await open(half)];
    await Promise.race([once(first.socket, 'data'), once(second.socket, 'data')]);
    const refused = first.received() + second.received();
    expect(refused).toMatch(/^HTTP\/1\.1 503 /);
    expect(refused).toMatch(/^Retry-After: 1\r$/m);
    expect(refused).toMatch(/^Error-Code: request\.too_many_bodies\r$/m);
  });

  it('that do not arrive in time are answered 408', async () => {
    await start({ REQUEST_TIMEOUT_SECONDS: '1' });
    const answer = await answerTo(head('/v1/orders', `${bearer(TOKEN)}Content-Length: 10\r\n`) + 'a=1');
    expect(answer.slice(0, 12)).toBe('HTTP/1.1 408');
  });

  it('come over a bounded number of connections', async () => {
    await start({ MAX_CONNECTIONS: '2' });
    const request = `GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n`;
    await answerTo(request);
    await answerTo(request);
    const { socket, received } = await open(request);
    await closing(socket);
    expect(received()).toBe('');
  });
});
