import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type Certificate, selfSignedCertificate } from '../../../../test/support/certificate';
import { type Receiver, startReceiver } from '../../../../test/support/receiver';
import { type AttemptOutcome } from '../domain/attempt-outcome';
import { AddressGuard } from './address-guard';
import { WebhookSender, type WebhookSenderOptions } from './webhook-sender';

const guard = new AddressGuard(['127.0.0.0/8']);
const resolve = async (): Promise<string[]> => ['127.0.0.1'];
/** For attempts that end by something else: it would be another outcome. */
const LONG_MS = 5_000;
/** For attempts that end by it. */
const SHORT_MS = 150;

let receiver: Receiver;
let sender: WebhookSender;
afterEach(async () => {
  // Ends what is under way first: closing the sender waits for it.
  await receiver.close();
  await sender.close();
});

async function sendTo(
  server: Server,
  { url = (port: number) => `http://127.0.0.1:${port}/hook?shop=1`, ...options }: SendOptions = {},
): Promise<AttemptOutcome> {
  receiver = await startReceiver(server, '127.0.0.1');
  sender = new WebhookSender({ guard, resolve, elapsed: () => 0, deadlineMs: LONG_MS, ...options });
  return sender.send(call(url(receiver.port)));
}
type SendOptions = Partial<WebhookSenderOptions> & { url?: (port: number) => string };

const call = (url: string) => ({
  url,
  headers: { 'content-type': 'application/json', 'webhook-id': 'evt-1' },
  body: Buffer.from('[{"name":"Zoë"}]'),
});
const http = (listener: RequestListener): Server => createHttpServer(listener);
const raw = (listener: (socket: Socket) => void): Server =>
  createTcpServer((socket) => socket.once('data', () => listener(socket)));
const response = (status: number, head = '', retryAfter: string | null = null): AttemptOutcome => ({
  outcome: 'response',
  status,
  retryAfter,
  head,
  ms: 0,
});
const failure = (code: string): AttemptOutcome => ({ outcome: 'error', code, ms: 0 }) as AttemptOutcome;

const EARLY_HINT = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';

/** Sends `103` for ever, as fast as the other side reads. */
function pourHints(socket: Socket): void {
  while (!socket.destroyed && socket.write(EARLY_HINT.repeat(500)));
  if (!socket.destroyed) socket.once('drain', () => pourHints(socket));
}

/** Writes for ever, as fast as the other side reads. */
function pour(answer: ServerResponse, chunk: Buffer): void {
  while (!answer.destroyed && answer.write(chunk));
  if (!answer.destroyed) answer.once('drain', () => pour(answer, chunk));
}

describe('an attempt', () => {
  it('posts the very bytes and headers, and asks for no compression', async () => {
    const seen: unknown[] = [];
    const server = http((request, answer) => {
      request.setEncoding('utf8').on('data', (body: string) => {
        const { host, ...headers } = request.headers;
        seen.push({
          method: request.method,
          url: request.url,
          headers,
          body,
          isHost: host === `127.0.0.1:${receiver.port}`,
        });
        answer.end('thanks');
      });
    });
    expect(await sendTo(server)).toEqual(response(200, 'thanks'));
    expect(seen).toEqual([
      {
        method: 'POST',
        url: '/hook?shop=1',
        headers: {
          connection: 'keep-alive',
          'accept-encoding': 'identity',
          'content-type': 'application/json',
          'content-length': '17',
          'webhook-id': 'evt-1',
        },
        body: '[{"name":"Zoë"}]',
        isHost: true,
      },
    ]);
  });

  it('is measured by the given clock', async () => {
    const ticks = [1000.2, 1037.9];
    const outcome = await sendTo(
      http((_, answer) => answer.end()),
      { elapsed: () => ticks.shift() ?? NaN },
    );
    expect(outcome).toEqual({ outcome: 'response', status: 200, retryAfter: null, head: '', ms: 38 });
  });

  it('leaves the connection open for the next', async () => {
    const first = await sendTo(http((_, answer) => answer.end('ok')));
    await nextTurn(); // in which undici takes the connection back
    const second = await sender.send(call(`http://127.0.0.1:${receiver.port}/other`));
    expect([first, second, receiver.connections()]).toEqual([response(200, 'ok'), response(200, 'ok'), 1]);
  });

  it('reads no proxy from the environment', async () => {
    const proxy = await startReceiver(createTcpServer(), '127.0.0.1');
    const environment = { ...process.env };
    const url = `http://127.0.0.1:${proxy.port}`;
    Object.assign(process.env, {
      HTTP_PROXY: url,
      http_proxy: url,
      ALL_PROXY: url,
      NO_PROXY: '',
      NODE_USE_ENV_PROXY: '1',
    });
    try {
      expect(await sendTo(http((_, answer) => answer.end('direct')))).toEqual(response(200, 'direct'));
      expect(proxy.connections()).toBe(0);
    } finally {
      process.env = environment;
      await proxy.close();
    }
  });
});

describe('an answer', () => {
  it.each([204, 400, 410, 500, 503])('of status %p is a response like any other', async (status) => {
    expect(await sendTo(http((_, answer) => answer.writeHead(status).end()))).toEqual(response(status));
  });

  it.each(['0', '120', '-1', 'Sun, 01 Mar 2026 12:00:30 GMT', 'in a while'])(
    '429 hands on Retry-After as sent: %s',
    async (retryAfter) => {
      const server = http((_, answer) => answer.writeHead(429, { 'retry-after': retryAfter }).end('slow'));
      expect(await sendTo(server)).toEqual(response(429, 'slow', retryAfter));
    },
  );

  it('may come after five informational ones', async () => {
    const server = raw((socket) =>
      socket.end(`${EARLY_HINT.repeat(5)}HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nwell`),
    );
    expect(await sendTo(server)).toEqual(response(200, 'well'));
  });

  it('with two Retry-After counts by the first', async () => {
    const server = http((_, answer) => answer.writeHead(503, ['retry-after', '5', 'retry-after', '9']).end());
    expect(await sendTo(server)).toEqual(response(503, '', '5'));
  });

  it.each([301, 302, 303, 307, 308])('%p is never followed', async (status) => {
    const elsewhere = await startReceiver(createTcpServer(), '127.0.0.1');
    const location = `http://127.0.0.1:${elsewhere.port}/`;
    const server = http((_, answer) => answer.writeHead(status, { location }).end('moved'));
    expect(await sendTo(server)).toEqual(response(status, 'moved'));
    expect([elsewhere.connections(), receiver.connections()]).toEqual([0, 1]);
    await elsewhere.close();
  });

  it('that never ends is cut: 16 KiB are kept and the connection is dropped', async () => {
    const outcome = await sendTo(http((_, answer) => pour(answer.writeHead(200), Buffer.alloc(8192, 'x'))));
    expect(outcome).toEqual(response(200, 'x'.repeat(16_384)));
    await receiver.allClosed();
  });

  it('of 60 KiB is read to its end, and the connection kept', async () => {
    const server = http((_, answer) => answer.end(Buffer.alloc(61_440, 'y')));
    const first = await sendTo(server);
    await nextTurn(); // in which undici takes the connection back
    const second = await sender.send(call(`http://127.0.0.1:${receiver.port}/`));
    const whole = response(200, 'y'.repeat(16_384));
    expect([first, second, receiver.connections()]).toEqual([whole, whole, 1]);
  });

  it('is not inflated, not even a bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024));
    const outcome = await sendTo(http((_, answer) => answer.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)));
    const asText = new TextDecoder().decode(bomb.subarray(0, 16_384)).replaceAll('\0', '\ufffd');
    const head = outcome.outcome === 'response' ? outcome.head : '';
    expect(asText.startsWith(head)).toBe(true);
    expect(Buffer.byteLength(head)).toBeGreaterThan(8_000);
  });

  it.each([
    ['NUL and broken UTF-8', Buffer.from('a\0b\xffc', 'latin1'), 'a\ufffdb\ufffdc'],
    ['a character across the limit', Buffer.from(`${'a'.repeat(16_381)}🐎🐎`), 'a'.repeat(16_381)],
    ['bytes that grow as text', Buffer.alloc(20_000, 0xff), '\ufffd'.repeat(5_461)],
  ])('with %s is kept as text of at most 16 KiB', async (_, body, head) => {
    expect(await sendTo(http((_request, answer) => answer.end(body)))).toEqual(response(200, head));
  });
});

describe('a bad receiver', () => {
  it('that drips is left at the deadline', async () => {
    const server = http((_, answer) => {
      answer.writeHead(200, { 'content-length': 1_000_000 });
      const dripping = setInterval(() => answer.write('.'), 10);
      answer.once('close', () => clearInterval(dripping));
    });
    expect(await sendTo(server, { deadlineMs: SHORT_MS })).toEqual(failure('deadline'));
    await receiver.allClosed();
  });

  it('that drips its headers is left at the deadline', async () => {
    const server = raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const dripping = setInterval(() => socket.write('x: y\r\n'), 10);
      socket.once('close', () => clearInterval(dripping));
    });
    expect(await sendTo(server, { deadlineMs: SHORT_MS })).toEqual(failure('deadline'));
    await receiver.allClosed();
  });

  it('that hangs is left at the deadline', async () => {
    expect(
      await sendTo(
        raw(() => undefined),
        { deadlineMs: SHORT_MS },
      ),
    ).toEqual(failure('deadline'));
    await receiver.allClosed();
  });

  it.each([
    [
      'a header of 200 kB',
      (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(200_000)}\r\n\r\n`),
      'headers_too_large',
    ],
    [
      'a reset after the headers',
      (socket: Socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf', () => socket.resetAndDestroy());
      },
      'reset',
    ],
    [
      'an end before the body is whole',
      (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf'),
      'reset',
    ],
    ['a reset at once', (socket: Socket) => socket.resetAndDestroy(), 'reset'],
    ['an end without an answer', (socket: Socket) => socket.end(), 'reset'],
    [
      'two lengths',
      (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello'),
      'bad_response',
    ],
    ['six informational answers', (socket: Socket): void => void socket.write(EARLY_HINT.repeat(6)), 'bad_response'],
    ['informational answers without end', (socket: Socket): void => pourHints(socket), 'bad_response'],
    ['something that is not HTTP', (socket: Socket) => socket.end('220 mail.example ESMTP\r\n'), 'bad_response'],
  ] as const)('with %s fails with a code', async (_, behave, code) => {
    expect(await sendTo(raw(behave))).toEqual(failure(code));
    await receiver.allClosed();
  });

  it('that is not there fails with a code', async () => {
    const gone = await startReceiver(createTcpServer(), '127.0.0.1');
    await gone.close();
    const url = (): string => `http://127.0.0.1:${gone.port}/`;
    expect(await sendTo(createTcpServer(), { url })).toEqual(failure('connect_failed'));
  });
});

describe('over TLS', () => {
  const trusted = selfSignedCertificate('shop.example', '491231');
  const expired = selfSignedCertificate('shop.example', '210101');
  const https = (certificate: Certificate): Server => createHttpsServer(certificate, (_, answer) => answer.end('ok'));
  const url = (port: number): string => `https://shop.example:${port}/`;

  it('a trusted certificate of the right name is enough, also for the next call', async () => {
    expect(await sendTo(https(trusted), { url, authorities: trusted.cert })).toEqual(response(200, 'ok'));
    expect(await sender.send(call(url(receiver.port)))).toEqual(response(200, 'ok'));
  });

  it.each([
    ['self-signed', trusted, {}],
    ['expired', expired, { authorities: expired.cert }],
    [
      'of another name',
      trusted,
      { authorities: trusted.cert, url: (port: number) => `https://other.example:${port}/` },
    ],
    ['for a bare address', trusted, { authorities: trusted.cert, url: (port: number) => `https://127.0.0.1:${port}/` }],
  ])('a certificate that is %s is refused before anything is sent', async (_, certificate, options) => {
    const requests: unknown[] = [];
    const server = https(certificate).on('request', (request) => requests.push(request));
    expect(await sendTo(server, { url, ...options })).toEqual(failure('tls_failed'));
    expect(requests).toEqual([]);
    await receiver.allClosed();
  });

  it('a receiver that speaks something else fails in the handshake', async () => {
    expect(
      await sendTo(
        raw((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
        { url },
      ),
    ).toEqual(failure('tls_failed'));
  });

  it('a handshake that hangs is left at the time for connecting', async () => {
    expect(
      await sendTo(
        raw(() => undefined),
        { url, connectTimeoutMs: SHORT_MS },
      ),
    ).toEqual(failure('connect_timeout'));
    await receiver.allClosed();
  });
});

describe('closing', () => {
  it('waits for the attempt under way and closes the connection', async () => {
    const server = http(() => undefined);
    const pending = sendTo(server);
    const [, answer] = (await once(server, 'request')) as [unknown, ServerResponse];
    const closed = sender.close();
    answer.end('late');
    await closed;
    expect(await pending).toEqual(response(200, 'late'));
    await receiver.allClosed();
  });

  it('leaves nothing to send with', async () => {
    await sendTo(http((_, answer) => answer.end()));
    await sender.close();
    expect(await sender.send(call(`http://127.0.0.1:${receiver.port}/`))).toEqual(failure('send_failed'));
  });
});
