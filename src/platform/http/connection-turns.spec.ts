import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { ConnectionTurns } from './connection-turns';

const MIB = 1_048_576;
const SLOWEST_MS = 50;

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
const LAST = 'Connection: close\r\n';
/** `once` of node:events rejects when the server resets the connection, which is one way to close it. */
const closing = (socket: Socket): Promise<unknown> => new Promise((resolve) => socket.once('close', resolve));

describe('the turns of a connection', () => {
  let server: Server;

  const serve = async (handle: Handle): Promise<void> => {
    const turns = new ConnectionTurns(SLOWEST_MS);
    server = createServer((request, response) => {
      turns.take(request, response, () => handle(request, response));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  };
  const send = (bytes: string): Socket => {
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write(bytes);
    return socket;
  };

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it('begin each request when the earlier ones are answered', async () => {
    const seen: string[] = [];
    await serve(({ url = '' }, response) => {
      seen.push(`${url} begins`);
      // Later than everything that came with the request.
      setImmediate(() => {
        seen.push(`${url} ends`);
        response.end(url);
      });
    });
    const answers = await text(send(get('/1') + get('/2') + get('/3', LAST)));
    expect(answers.match(/^\/\d|\/\d(?=HTTP|$)/gm)).toEqual(['/1', '/2', '/3']);
    expect(seen).toEqual(['/1 begins', '/1 ends', '/2 begins', '/2 ends', '/3 begins', '/3 ends']);
  });

  it('are 101 at most: another request cuts the connection, and none that waited begins', async () => {
    const answers = new Map<string, ServerResponse>();
    await serve(({ url = '' }, response) => answers.set(url, response));
    const kept = send(get('/kept').repeat(101));
    await once(server, 'request');
    const cut = send(get('/cut').repeat(102)).resume();
    await closing(cut);
    expect([...answers.keys()]).toEqual(['/kept', '/cut']);
    expect(kept.closed).toBe(false);
    kept.destroy();
  });

  it('end when the client reads nothing', async () => {
    const seen: (string | undefined)[] = [];
    await serve(({ url }, response) => {
      seen.push(url);
      response.end(Buffer.alloc(64 * MIB));
    });
    const socket = send(get('/') + get('/behind')).pause();
    const [, response] = (await once(server, 'request')) as Parameters<Handle>;
    await once(response, 'close');
    expect(seen).toEqual(['/']);
    let read = 0;
    socket.on('data', (chunk: Buffer) => (read += chunk.length));
    await closing(socket.resume());
    expect(read).toBeLessThan(64 * MIB);
  });

  it('wait for a handler, however long it takes', async () => {
    await serve((request, response) => {
      // The time is up, and nothing was written.
      request.socket.once('timeout', () => response.end('late'));
    });
    expect(await text(send(get('/', LAST)))).toMatch(/late$/);
  });
});
