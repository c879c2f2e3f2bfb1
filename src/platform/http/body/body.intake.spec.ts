import { EchoServer, parseRaw } from '../../../../test/support/echo.server';

const LIMITS = { maxBytes: 1000, maxDiscardedBytes: 1_000_000 };
const TRUNCATED = { status: 400, answer: { status: false, error: 'The request body ended too early' } };
const INVALID_HTTP = { status: 400, answer: { status: false, error: 'The request is not valid HTTP' } };
const TOO_LARGE = {
  status: 413,
  answer: { status: false, error: 'The request body must not be larger than 1000 bytes' },
};
const FORM = 'Host: x\r\nContent-Type: application/x-www-form-urlencoded\r\n';
const CLOSE = 'Connection: close\r\n';
const CHUNKED = `POST / HTTP/1.1\r\n${FORM}${CLOSE}Transfer-Encoding: chunked\r\n\r\n`;

const sized = (bytes: number, more = CLOSE): string =>
  `POST / HTTP/1.1\r\n${FORM}${more}Content-Length: ${bytes}\r\n\r\n`;
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
const echo = (body: object): object => ({ status: 200, answer: { method: 'POST', body, query: {} } });

describe('the bytes of a request', () => {
  let server: EchoServer;

  beforeAll(async () => {
    server = await EchoServer.start(LIMITS);
  });
  afterAll(() => server.stop());

  it('may come in chunks, cut anywhere', async () => {
    const chunks = [...'a[b]=%C3%A9é'].map((letter) => {
      const bytes = Buffer.from(letter);
      return Buffer.concat([Buffer.from(`${bytes.length}\r\n`), bytes, Buffer.from('\r\n')]);
    });
    expect(parseRaw(await server.raw([CHUNKED, ...chunks, '0\r\n\r\n']))).toEqual(echo({ a: { b: 'éé' } }));
  });

  it('may be no chunk at all, of no type', async () => {
    const head = 'DELETE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n';
    const answer = { method: 'DELETE', body: {}, query: {} };
    expect(parseRaw(await server.raw([head, '0\r\n\r\n']))).toEqual({ status: 200, answer });
  });

  it('may be as many as the limit', async () => {
    const text = 'x'.repeat(998);
    expect(parseRaw(await server.raw([sized(1000), `a=${text}`]))).toEqual(echo({ a: text }));
    expect(parseRaw(await server.raw([CHUNKED, chunk(`a=${text}`), '0\r\n\r\n']))).toEqual(echo({ a: text }));
  });

  it('are refused by their Content-Length before they come', async () => {
    expect(parseRaw(await server.raw([sized(1001)], true))).toEqual(TOO_LARGE);
  });

  it('are refused while they come in chunks', async () => {
    const sent = [CHUNKED, ...Array.from({ length: 11 }, () => chunk('x'.repeat(100)))];
    expect(parseRaw(await server.raw(sent, true))).toEqual(TOO_LARGE);
  });

  it('do not cost a sender its answer when it writes on after the refusal, nor the connection', async () => {
    const next = `GET /?a=1 HTTP/1.1\r\nHost: x\r\n${CLOSE}\r\n`;
    const received = await server.raw([sized(500_000, ''), ...Array<string>(50).fill('x'.repeat(10_000)), next]);
    const second = received.indexOf('HTTP/1.1 200');
    expect(parseRaw(received.slice(0, second))).toEqual(TOO_LARGE);
    expect(parseRaw(received.slice(second))).toEqual({
      status: 200,
      answer: { method: 'GET', body: {}, query: { a: '1' } },
    });
  });

  it('are cut off when a refused sender never stops', async () => {
    const received = server.raw([sized(50_000_000, ''), ...Array<string>(500).fill('x'.repeat(10_000))]);
    await expect(received).rejects.toThrow(/ECONNRESET|EPIPE/);
  });

  it('are refused in JSON when they end before their announced length', async () => {
    expect(parseRaw(await server.raw([sized(10), 'a=1'], true))).toEqual(TRUNCATED);
  });

  it('are refused in JSON when the last chunk never comes', async () => {
    expect(parseRaw(await server.raw([CHUNKED, chunk('a=1')], true))).toEqual(TRUNCATED);
  });

  it('are refused in JSON when they are no chunks', async () => {
    expect(parseRaw(await server.raw([CHUNKED, 'zz\r\n']))).toEqual(INVALID_HTTP);
  });

  it('are refused in JSON when they are no HTTP', async () => {
    expect(parseRaw(await server.raw(['nonsense\r\n\r\n']))).toEqual(INVALID_HTTP);
  });

  it('are refused in JSON when the headers are too large', async () => {
    const head = `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`;
    expect(parseRaw(await server.raw([head]))).toEqual({
      status: 431,
      answer: { status: false, error: 'The request headers are too large' },
    });
  });

  it.each<BufferEncoding>(['utf8', 'latin1'])('are refused raw in a query, as %s', async (encoding) => {
    const head = Buffer.from(`GET /?a=Caf\xe9 HTTP/1.1\r\nHost: x\r\n${CLOSE}\r\n`, encoding);
    expect(parseRaw(await server.raw([head]))).toEqual(INVALID_HTTP);
  });
});
